import { setUpExtension } from '@shopify/ui-extensions-tester';
import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DriftView } from '#api-contract/drift.ts';
import type { DeliveryView, OrderPreview, OrderView } from '#api-contract/order.ts';
import { backend, type Call, noBackend, notFound, shownText } from '#extensions/testing/backend.ts';
import { inLanguage } from '#extensions/testing/in-language.ts';
import { sampleDelivery, sampleOrder } from '#frontend/testing/sample-orders.ts';
import {
  cancelInDoubt,
  methodMismatch,
  phoneMissing,
  phoneTooLong,
  sampleReason,
} from '#frontend/testing/sample-reasons.ts';
import { asServed } from '#testing/as-served.ts';

const gid = 'gid://shopify/Order/1001';
const asked = encodeURIComponent(gid);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const field = (name: string, value: string | null, problem: string | null = null) => ({
  field: name,
  value,
  origin: 'shipping address',
  problem,
});

type Delivery = OrderPreview['deliveries'][number];

function preview(changes: Partial<Delivery> = {}, decision: Partial<OrderPreview['decision']> = {}): OrderPreview {
  const delivery: Delivery = {
    orderReference: '1001',
    state: 'needs_attention',
    newReference: '1001-R2',
    locationName: 'Woodstock shop',
    request: null,
    fields: [
      field('dropoff_contact_name', 'Thandi Nkosi'),
      field('dropoff_address', '12 Kloof St, Cape Town'),
      field('dropoff_contact_phone', null, phoneMissing.message),
    ],
    ...changes,
  };
  const decided = { state: 'queued' as const, reason: null, rules: [], refusal: null, ...decision };
  const total = { amount: 994, currency: 'ZAR' };
  const buyer = { name: 'Thandi Nkosi', phone: null, address: '12 Kloof St, Cape Town', items: [], total };
  return { orderId: '1001', orderName: '#1001', decision: decided, buyer, deliveries: [delivery] };
}

interface Backend {
  preview?: OrderPreview;
  /** What becomes of the press. */
  send?: (call: Call) => { status?: number; body: unknown };
  order?: () => OrderView;
}

function serving({ preview: shown = preview(), send, order }: Backend) {
  return backend((call) => {
    if (call.method === 'POST') return send?.(call) ?? { status: 202, body: sampleOrder(1001, 'queued') };
    if (call.path.includes('/preview')) return { body: shown };
    const now = order?.();
    return { body: now && asServed(now) };
  });
}

async function show(server: ReturnType<typeof backend>, language = 'en') {
  const extension = setUpExtension('admin.order-details.action.render');
  extension.shopify.data.selected = [{ id: gid }];
  extension.shopify.i18n.translate = inLanguage('order-send-action', language);
  extension.fetch = server.fetch;
  await extension.render();
  await expect.poll(() => document.querySelector('s-admin-action[loading]')).toBeNull();
  return extension;
}

const button = (name: string) =>
  [...document.querySelectorAll('s-button')].find(({ textContent }) => textContent === name) as HTMLElement;
const phoneField = () => document.querySelector('s-text-field[label="Recipient\'s phone"]') as HTMLInputElement;
function type(value: string) {
  const input = phoneField();
  input.value = value;
  fireEvent.input(input);
}

describe('the order action', () => {
  test('asks for the phone that is missing, with whom the goods go to, and sends it for that delivery', async () => {
    const server = serving({ order: () => sampleOrder(1001, 'queued') });
    using _action = await show(server);
    expect(server.calls[0]?.path).toBe(`/api/orders/${asked}/preview?language=en`);
    expect(shownText()).toContain('To Thandi Nkosi, 12 Kloof St, Cape Town');
    expect(phoneField().getAttribute('error')).toBe('Enter a South African number of 10 digits, such as 082 123 4567.');
    type('082 123 4567');
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('Queued');
    expect(server.calls[1]).toMatchObject({
      path: '/api/orders/1001/send?language=en',
      body: { mode: 'again', orderReference: '1001', corrections: { dropoff_contact_phone: '082 123 4567' } },
    });
  });

  test('shows a wrong phone as the buyer gave it, with what is wrong with it', async () => {
    const wrong = { ...field('dropoff_contact_phone', null, phoneTooLong.message), given: '08612345678' };
    const server = serving({ preview: preview({ fields: [wrong] }), order: () => sampleOrder(1001, 'queued') });
    using _action = await show(server);
    expect(phoneField().getAttribute('value')).toBe('08612345678');
    expect(phoneField().getAttribute('error')).toBe(phoneTooLong.message);
    type('0861234567');
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('Queued');
    expect(server.calls[1]?.body).toMatchObject({ corrections: { dropoff_contact_phone: '0861234567' } });
  });

  test('sends an order that was never planned by its id alone, and without corrections nobody typed', async () => {
    const fields = [field('dropoff_contact_phone', '0821234567')];
    const server = serving({ preview: preview({ state: null, fields }), order: () => sampleOrder(1001, 'placed') });
    using _action = await show(server);
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('Booked');
    expect(server.calls[1]?.body).toEqual({ mode: 'again' });
  });

  test('shows the slot as soon as a driver is booked', async () => {
    let order = sampleOrder(1001, 'placing');
    using _action = await show(serving({ order: () => order }));
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('Booking');
    order = sampleOrder(1001, 'placed');
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.poll(shownText).toContain('The driver comes: Sat 21 Nov 2026, 14:00–16:00');
  });

  test('says what the delivery service refused, and asks for the address with it', async () => {
    const words = { serviceMessage: 'Knysna is not served' };
    const reason = sampleReason('refused_by_service', 'The delivery service refused it.', words);
    const refused = sampleDelivery('1001', { state: 'needs_attention', slot: null, reason });
    const order = (): OrderView => ({ ...sampleOrder(1001, 'needs_attention'), reason, deliveries: [refused] });
    const fields = [field('dropoff_address', '16 Long Street, Knysna'), field('dropoff_contact_phone', '0821234567')];
    using _action = await show(serving({ preview: preview({ fields }), order }));
    await expect.poll(shownText).toContain('refused it.The delivery service says: “Knysna is not served”');
    const address = document.querySelector('s-text-field[label="Delivery address"]');
    expect(address?.getAttribute('value')).toBe('16 Long Street, Knysna');
  });

  test('of an order that was cancelled, or ended on its way, promises no other delivery', async () => {
    const reason = sampleReason('order_cancelled', 'The order was cancelled, so no driver is sent.');
    const ended = preview({ state: 'cancelled', fields: [] }, { state: 'cancelled', reason });
    const called = sampleDelivery('1001', { state: 'cancelled', slot: null, reason });
    const cancelled = (): OrderView => ({ ...sampleOrder(1001, 'cancelled'), deliveries: [called] });
    using _action = await show(serving({ preview: ended, order: cancelled }));
    await expect.poll(shownText).toContain('The order was cancelled, so no driver is sent.');
    expect(shownText()).not.toContain('can be sent in the app');
  });

  test('of an order that ended on its way says that a person is needed', async () => {
    const drift = [{ about: 'order_ended' as const, field: 'order', placed: 'a', now: 'cancelled', closed: null }];
    const going = sampleDelivery('1001', { progress: 'on_its_way', drift, alarm: 'a1' });
    const order = (): OrderView => ({ ...sampleOrder(1001, 'placed'), deliveries: [going] });
    using _action = await show(serving({ preview: preview({ state: 'placed', fields: [] }), order }));
    await expect.poll(shownText).toContain('Needs you');
    expect(shownText()).not.toContain('A driver is booked for everything');
  });

  test('names whom it goes to only where the order says it', async () => {
    const fields = [field('dropoff_contact_name', 'Thandi Nkosi'), field('dropoff_address', null, 'It has none.')];
    using _action = await show(serving({ preview: preview({ fields }) }));
    expect(shownText()).not.toContain('To Thandi');
  });

  test('once the second driver was called off shows the first, who still comes', async () => {
    const second = sampleDelivery('1001-R2', { state: 'cancelled', isCurrent: false, slot: null });
    const order = (): OrderView => ({ ...sampleOrder(1001, 'placed'), deliveries: [sampleDelivery('1001'), second] });
    const previewed = preview({ orderReference: '1001-R2', state: 'cancelled', fields: [] });
    using _action = await show(serving({ preview: previewed, order }));
    await expect.poll(shownText).toContain('Cancel delivery 1001');
    expect(shownText()).not.toContain('The delivery was cancelled');
  });

  test('shows what the backend refuses at its field, and lets it be corrected', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Something must be corrected first',
      status: 422,
      detail: 'The number is too short.',
      errors: [{ field: 'dropoff_contact_phone', message: 'The number is too short.' }],
    };
    using _action = await show(serving({ send: () => ({ status: 422, body: problem }) }));
    type('12');
    fireEvent.click(button('Send'));
    await expect.poll(() => phoneField().getAttribute('error')).toBe('The number is too short.');
    expect(document.querySelector('s-banner')).toBeNull();
    expect(phoneField().value).toBe('12');
  });

  test('says why nothing was sent where no field is at fault', async () => {
    const conflict = { status: 409, detail: 'A driver is booked already.', nextStep: 'Look at the order.' };
    using _action = await show(serving({ send: () => ({ status: 409, body: conflict }) }));
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('A driver is booked already.Look at the order.');
    expect(shownText()).toContain('Nothing was sent');
  });

  test('says why the rules left the order alone, and can be sent all the same', async () => {
    using _action = await show(serving({ preview: preview({}, { state: 'skipped', reason: methodMismatch }) }));
    expect(shownText()).toContain(methodMismatch.message);
    expect(button('Send')).toBeDefined();
  });

  test('offers no press that is refused, and says why and what to do', async () => {
    const words = { nextStep: 'Collect the payment.' };
    const refusal = sampleReason('not_paid', 'The order is not fully paid.', words);
    using _action = await show(serving({ preview: preview({ state: null }, { state: 'skipped', refusal }) }));
    expect(shownText()).toContain('The order is not fully paid.Collect the payment.');
    expect([button('Send'), phoneField()]).toEqual([undefined, null]);
    expect(button('Close')).toBeDefined();
  });

  test('still calls off the booked driver of an order of which nothing more can be sent', async () => {
    const refusal = sampleReason('not_paid', 'The order is not fully paid.');
    const shown = preview({ state: 'placed' }, { state: 'skipped', refusal });
    const [booked] = shown.deliveries as [Delivery];
    shown.deliveries.push({ ...booked, orderReference: '1001-2', state: 'needs_attention' });
    using _action = await show(serving({ preview: shown, order: () => sampleOrder(1001, 'placed') }));
    await expect.poll(() => button('Cancel delivery 1001')).toBeDefined();
    expect(shownText()).toContain('The order is not fully paid.');
    expect(shownText()).not.toContain('A driver is booked for everything');
    expect(button('Send')).toBeUndefined();
  });

  test('of a server before this version offers what it did', async () => {
    const { refusal: _refusal, ...decision } = preview().decision;
    using _action = await show(serving({ preview: { ...preview(), decision } as OrderPreview }));
    expect(button('Send')).toBeDefined();
  });

  test('offers no press where every delivery is cancelled', async () => {
    using action = await show(serving({ preview: preview({ state: 'cancelled' }) }));
    const close = vi.spyOn(action.shopify, 'close').mockReturnValue();
    expect(shownText()).toContain('The delivery was cancelled.');
    expect(document.querySelector('s-link')?.getAttribute('href')).toBe('app:deliveries/1001');
    expect(button('Send')).toBeUndefined();
    fireEvent.click(button('Close'));
    expect(close).toHaveBeenCalled();
  });

  test('names what is gone from this shop', async () => {
    using _action = await show(backend(() => notFound));
    expect(shownText()).toContain('This order has nothing to send.');
  });

  test('says that the app did not answer, before a press and after it', async () => {
    using action = await show(noBackend());
    expect(shownText()).toContain('The app did not answer. Nothing was sent from here.');
    action.fetch = serving({ send: () => ({ status: 503, body: {} }) }).fetch;
    fireEvent.click(button('Try again'));
    await expect.poll(() => button('Send')).toBeDefined();
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('It is not known whether it was done');
    expect(shownText()).toContain('Press Send again: that cannot book twice.');
    expect(shownText()).not.toContain('Nothing was sent');
  });

  test('where the app takes the order and then does not answer, it is not said that nothing was sent', async () => {
    const gone = () => {
      throw new TypeError('Failed to fetch');
    };
    using _action = await show(serving({ order: gone }));
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('The app has taken the order, but does not answer now.');
    expect(document.querySelector('s-link')?.getAttribute('href')).toBe('app:deliveries/1001');
  });

  test.each<[string, Partial<DeliveryView>, badge: string, says: string]>([
    ['a test', { testMode: true }, 'Test', 'Test only: no driver comes.'],
    ['late', { isLate: true }, 'Late', ''],
    ['delivered', { progress: 'delivered' }, 'Delivered', ''],
  ])('promises no driver where the delivery is %s', async (_name, changes, badge, says) => {
    using _action = await show(serving({ order: () => booked(changes) }));
    fireEvent.click(button('Send'));
    await expect.poll(() => document.querySelector('s-badge')?.textContent).toBe(badge);
    expect(shownText()).toContain(says);
    expect(shownText()).not.toMatch(/The driver comes|is being sent/);
  });

  test('follows a delivery on its way and delivered', async () => {
    const on = (progress: 'on_its_way' | 'delivered') => ({
      ...sampleOrder(1001, 'placed'),
      deliveries: [sampleDelivery('1001', { progress })],
    });
    let order = on('on_its_way');
    using _action = await show(serving({ order: () => order }));
    fireEvent.click(button('Send'));
    await expect.poll(shownText).toContain('On its way');
    order = on('delivered');
    await vi.advanceTimersByTimeAsync(30_000);
    await expect.poll(shownText).toContain('Delivered');
  });
});

const moved = {
  about: 'request' as const,
  field: 'dropoff_address',
  placed: '12 Kloof St',
  now: '99 Long St',
  closed: null,
};
const booked = (changes: Partial<DeliveryView> = {}): OrderView => ({
  ...sampleOrder(1001, 'placed'),
  deliveries: [sampleDelivery('1001', changes)],
});
const placed = preview({ state: 'placed' });

describe('the order action where a driver is booked', () => {
  test('cancels it after a confirmation that can be left', async () => {
    let order = booked();
    const send = () => ({ status: 200, body: order });
    const server = serving({ preview: placed, send, order: () => order });
    using _action = await show(server);
    await expect.poll(shownText).toContain('1001: Sat 21 Nov 2026, 14:00–16:00');
    expect(button('Cancel 1001 and book again')).toBeUndefined();
    fireEvent.click(button('Cancel delivery 1001'));
    await expect.poll(shownText).toContain('this driver does not come');
    fireEvent.click(button('Not now'));
    await expect.poll(() => button('Cancel delivery 1001')).toBeDefined();
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    fireEvent.click(button('Cancel delivery 1001'));
    await expect.poll(() => button('Cancel the driver')).toBeDefined();
    order = { ...sampleOrder(1001, 'cancelled'), deliveries: [sampleDelivery('1001', { state: 'cancelled' })] };
    fireEvent.click(button('Cancel the driver'));
    await expect.poll(() => document.querySelector('s-badge')?.textContent).toBe('Cancelled');
    expect(server.calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/orders/1001/cancel?language=en',
      body: { orderReference: '1001' },
    });
  });

  test.each([
    ['that goods are on hold', 'on_hold', 'Goods are on hold in Shopify, but this driver still comes for them.'],
    ['what Shopify warns of', 'fraud_risk', 'Shopify warns of fraud, but this driver still comes.'],
  ] as const)('says %s, and leaves the driver to be cancelled', async (_name, about, words) => {
    const held: DriftView = { about, field: 'hold', placed: 'a', now: 'Fraud', closed: null };
    using _action = await show(serving({ preview: placed, order: () => booked({ drift: [held], alarm: 'a' }) }));
    await expect.poll(shownText).toContain(words);
    expect(button('Cancel 1001 and book again')).toBeUndefined();
    expect(button('Cancel delivery 1001')).toBeDefined();
  });

  test('promises no driver for goods on hold that came back', async () => {
    const held: DriftView = { about: 'on_hold', field: 'hold', placed: 'a', now: 'Fraud', closed: null };
    const returned = { progress: 'returned' as const, drift: [held], alarm: 'a' };
    using _action = await show(serving({ preview: placed, order: () => booked(returned) }));
    await expect.poll(shownText).toContain('1001: Sat 21 Nov 2026');
    expect(shownText()).not.toContain('this driver still comes');
  });

  test('cancels and places again where the order changed, and follows it to the new driver', async () => {
    let order = booked({ drift: [moved], alarm: 'a' });
    const server = serving({ preview: placed, order: () => order });
    using _action = await show(server);
    await expect.poll(shownText).toContain('The driver does not know.');
    fireEvent.click(button('Cancel 1001 and book again'));
    await expect.poll(shownText).toContain('nothing new is sent');
    fireEvent.click(button('Cancel and book again'));
    await expect.poll(shownText).toContain('A new one is booked when the delivery service has confirmed');
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      mode: 'replace',
      orderReference: '1001',
      newReference: '1001-R2',
    });
    const slot = { start: '2026-11-21T16:00:00+02:00', end: null, text: 'Sat 21 Nov 2026, 16:00' };
    const deliveries = [
      sampleDelivery('1001', { state: 'cancelled', isCurrent: false }),
      sampleDelivery('1001-R2', { slot }),
    ];
    order = { ...sampleOrder(1001, 'placed'), deliveries };
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.poll(shownText).toContain('The driver comes: Sat 21 Nov 2026, 16:00');
  });

  test('says why nothing new is sent where the service refuses to cancel', async () => {
    let order = booked({ drift: [moved], alarm: 'a' });
    using _action = await show(serving({ preview: placed, order: () => order }));
    await expect.poll(() => button('Cancel 1001 and book again')).toBeDefined();
    fireEvent.click(button('Cancel 1001 and book again'));
    await expect.poll(() => button('Cancel and book again')).toBeDefined();
    order = booked({ drift: [moved], alarm: 'a', reason: { ...phoneMissing, message: 'The service said no.' } });
    fireEvent.click(button('Cancel and book again'));
    await expect.poll(shownText).toContain('The service said no.');
  });

  test.each([
    [
      { status: 409, body: { title: 'Not done', detail: 'The driver is near.', nextStep: 'Call them.' } },
      'was not cancelled',
    ],
    [{ status: 503, body: {} }, 'Open the delivery to see whether a driver is still booked.'],
  ])('says what came of a cancelling that was not done, or may have been', async (answer, words) => {
    using _action = await show(serving({ preview: placed, send: () => answer, order: () => booked() }));
    await expect.poll(() => button('Cancel delivery 1001')).toBeDefined();
    fireEvent.click(button('Cancel delivery 1001'));
    await expect.poll(() => button('Cancel the driver')).toBeDefined();
    fireEvent.click(button('Cancel the driver'));
    await expect.poll(shownText).toContain(words);
  });

  test.each(['on_its_way', 'delivered', 'failed'] as const)(
    'offers no cancelling of one that is %s',
    async (progress) => {
      using _action = await show(serving({ preview: placed, order: () => booked({ progress, drift: [moved] }) }));
      await expect.poll(shownText).toContain('1001: Sat');
      expect(button('Cancel delivery 1001')).toBeUndefined();
      expect(button('Cancel 1001 and book again')).toBeUndefined();
    },
  );

  test('shows both drivers of the same goods, each with its slot, and cancels the one that is pressed', async () => {
    const slot = { start: '2026-11-21T16:00:00+02:00', end: null, text: 'Sat 21 Nov 2026, 16:00' };
    const deliveries = [
      sampleDelivery('1001', { isCurrent: false, drift: [moved], alarm: 'a' }),
      sampleDelivery('1001-R2', { slot, drift: [moved], alarm: 'a' }),
    ];
    const server = serving({ preview: placed, order: () => ({ ...booked(), deliveries }) });
    using _action = await show(server);
    await expect.poll(shownText).toContain('1001: Sat 21 Nov 2026, 14:00–16:00');
    expect(shownText()).toContain('1001-R2: Sat 21 Nov 2026, 16:00');
    expect(button('Cancel 1001-R2 and book again')).toBeDefined();
    expect(button('Cancel 1001 and book again'), 'its goods have a newer driver').toBeUndefined();
    fireEvent.click(button('Cancel delivery 1001'));
    await expect.poll(() => button('Cancel the driver')).toBeDefined();
    fireEvent.click(button('Cancel the driver'));
    await expect
      .poll(() => server.calls.find(({ method }) => method === 'POST')?.body)
      .toEqual({ orderReference: '1001' });
  });

  test.each<[string, Partial<DeliveryView>, badge: string, says: string]>([
    ['a test', { testMode: true }, 'Test', 'Test only: no driver comes.'],
    ['delivered', { progress: 'delivered' }, 'Delivered', ''],
    ['being cancelled', { cancelling: true }, 'Being cancelled', ''],
    ['cancelled, perhaps', { reason: cancelInDoubt }, 'May still come', cancelInDoubt.message],
  ])('promises no driver for one that is %s, and says how it stands', async (_name, changes, badge, says) => {
    using _action = await show(serving({ preview: placed, order: () => booked(changes) }));
    await expect.poll(shownText).toContain('1001: Sat');
    expect(document.querySelector('s-badge')?.textContent).toBe(badge);
    expect(shownText()).toContain(says);
    expect(shownText()).not.toContain('A driver is booked');
  });

  test('calls no driver booked for goods that came to nobody', async () => {
    using _action = await show(serving({ preview: placed, order: () => booked({ progress: 'failed' }) }));
    await expect.poll(shownText).toContain('1001: Sat');
    expect(shownText()).not.toContain('A driver is booked');
  });

  test.each([
    ['af', 'Kanselleer aflewering 1001', 'Nie nou nie'],
    ['zu', 'Khansela ukulethwa 1001', 'Hhayi manje'],
  ])('speaks %s', async (language, open, keep) => {
    using _action = await show(serving({ preview: placed, order: () => booked() }), language);
    await expect.poll(() => button(open)).toBeDefined();
    fireEvent.click(button(open));
    await expect.poll(() => button(keep)).toBeDefined();
  });
});

describe('the order action in another language', () => {
  test.each([
    ['af', 'Aan Thandi Nkosi', 'Voer ’n Suid-Afrikaanse nommer van 10 syfers in, soos 082 123 4567.', 'Stuur'],
    [
      'zu',
      'Ku-Thandi Nkosi',
      'Faka inombolo yaseNingizimu Afrika enezinhlamvu ezingu-10, njengo-082 123 4567.',
      'Thumela',
    ],
  ])('speaks %s', async (language, to, error, send) => {
    const server = serving({});
    using _action = await show(server, language);
    expect(shownText()).toContain(to);
    expect(shownText()).toContain(error);
    expect(button(send)).toBeDefined();
    expect(server.calls[0]?.path).toContain(`language=${language}`);
  });
});
