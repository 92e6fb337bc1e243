import { setUpExtension } from '@shopify/ui-extensions-tester';
import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryState, DeliveryView, OrderView } from '#api-contract/order.ts';
import { backend, noBackend, notFound, shownText } from '#extensions/testing/backend.ts';
import { inLanguage } from '#extensions/testing/in-language.ts';
import { sampleDelivery, sampleOrder } from '#frontend/testing/sample-orders.ts';
import {
  cancelInDoubt,
  cancelledAtService,
  cancelling,
  cancelRefused,
  phoneMissing,
  sampleReason,
} from '#frontend/testing/sample-reasons.ts';
import { asServed } from '#testing/as-served.ts';

const gid = 'gid://shopify/Order/1001';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Shows the block over a backend; resolves when the first answer is on the screen. */
async function show(server: ReturnType<typeof backend>, language = 'en') {
  const extension = setUpExtension('admin.order-details.block.render');
  extension.shopify.data.selected = [{ id: gid }];
  extension.shopify.i18n.translate = inLanguage('order-delivery-block', language);
  extension.fetch = server.fetch;
  await extension.render();
  await expect.poll(() => document.querySelector('s-spinner')).toBeNull();
  return extension;
}

const known = (order: OrderView) => backend(() => ({ body: asServed(order) }));
const placed = (changes: Parameters<typeof sampleDelivery>[1] = {}): OrderView => ({
  ...sampleOrder(1001, 'placed'),
  deliveries: [sampleDelivery('1001', changes)],
});
const changed = (about: DriftItem['about']): Partial<DeliveryView> => ({
  ...{ alarm: 'a1', drift: [{ about, field: 'x', placed: 'a', now: 'b', closed: null }] },
});
const button = (words: string) =>
  [...document.querySelectorAll('s-button')].find(({ textContent }) => textContent === words) as Element;
const badge = () => document.querySelector('s-badge')?.textContent;

describe('the order block', () => {
  test('is quiet for an order without a same-day delivery', async () => {
    const server = backend(() => notFound);
    using _block = await show(server);
    expect(shownText()).toContain('No same-day delivery for this order.');
    expect(server.calls).toMatchObject([{ path: `/api/orders/${encodeURIComponent(gid)}?language=en` }]);
  });

  test('of an order by hand in test mode says what comes before Send, and offers none', async () => {
    const reason = sampleReason('manual_mode', 'By hand.', { nextStep: 'Press Send.' });
    const refusal = sampleReason('test_mode', 'Test mode is on.', { nextStep: 'End test mode under Settings.' });
    const rules = [{ rule: 'automatic', input: '', result: 'fail' as const, message: '' }];
    using _block = await show(known({ ...sampleOrder(1001, 'skipped'), deliveries: [], rules, reason, refusal }));
    expect(shownText()).toContain('By hand.');
    expect(shownText()).toContain('Next step: End test mode under Settings.');
    expect(shownText()).not.toContain('Press Send');
    expect(button('Send')).toBeUndefined();
  });

  test('says when the first driver comes once the second one was called off', async () => {
    const ended = { state: 'cancelled' as const, isCurrent: false, reason: cancelledAtService, slot: null };
    const second = sampleDelivery('1001-R2', ended);
    const first = sampleDelivery('1001');
    using _block = await show(known({ ...placed(), deliveries: [first, second] }));
    expect(badge()).toBe('Booked');
    expect(shownText()).toContain(`The driver comes to Woodstock shop: ${first.slot?.text}`);
  });

  test.each<[DeliveryState, string]>([
    ['queued', 'Queued'],
    ['placing', 'Booking'],
    ['confirming', 'Checking'],
  ])('shows %s, and what came of it without a reload', async (state, word) => {
    let order = sampleOrder(1001, state);
    using _block = await show(backend(() => ({ body: asServed(order) })));
    expect(badge()).toBe(word);
    order = placed();
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.poll(badge).toBe('Booked');
  });

  test('shows the slot of a placed order and the location that the driver comes to', async () => {
    using _block = await show(known(placed()));
    expect(badge()).toBe('Booked');
    expect(shownText()).toContain('The driver comes to Woodstock shop: Sat 21 Nov 2026, 14:00–16:00');
    expect(document.querySelector('s-link')?.getAttribute('href')).toBe(`app:deliveries/${placed().orderId}`);
  });

  test.each([
    ['on_its_way', 'On its way'],
    ['delivered', 'Delivered'],
  ] as const)('shows that the driver has it: %s', async (progress, word) => {
    using _block = await show(known(placed({ progress })));
    expect(badge()).toBe(word);
    expect(shownText()).not.toContain('Woodstock shop');
  });

  test('an order that ended while the driver had the goods: nobody is told to cancel him', async () => {
    const reason = sampleReason('not_cancelled_with_goods', 'The driver has the goods. He was not cancelled.');
    using _block = await show(known(placed({ progress: 'on_its_way', reason, ...changed('order_ended') })));
    expect(shownText()).toContain('The driver has the goods. He was not cancelled.');
    expect(shownText()).not.toContain('cancel the driver');
  });

  test.each([
    ['failed', 'Not delivered'],
    ['returned', 'Brought back'],
  ] as const)('%s: says what happened and what to decide, and promises no driver', async (progress, word) => {
    const reason = sampleReason(`delivery_${progress}`, 'The buyer has no goods.', { nextStep: 'Decide.' });
    using _block = await show(known({ ...placed({ progress, reason, ...changed('not_delivered') }), reason }));
    expect(badge()).toBe(word);
    expect(shownText()).toContain('The buyer has no goods.');
    expect(shownText()).toContain('Next step: Decide.');
    expect(shownText()).not.toContain('The driver comes');
  });

  test('refused: says what the delivery service names, beside what to do about it', async () => {
    const words = { nextStep: 'Correct what the service names.', serviceMessage: 'Knysna is not served' };
    const reason = sampleReason('refused_by_service', 'The delivery service refused it.', words);
    const delivery = sampleDelivery('1001', { state: 'needs_attention', slot: null, reason });
    using _block = await show(known({ ...sampleOrder(1001, 'needs_attention'), reason, deliveries: [delivery] }));
    expect(shownText()).toContain('refused it.The delivery service says: “Knysna is not served”Next step: Correct');
  });

  const failing = (state: DeliveryState, rule: string): OrderView => ({
    ...sampleOrder(1001, state, sampleReason('any', 'No driver is sent by itself.', { nextStep: 'Do this.' })),
    rules: [{ rule, input: '', result: 'fail', message: '' }],
  });

  test.each([
    ['skipped', 'automatic'],
    ['held', 'delivery day'],
  ] as const)('%s by a rule that a person may overrule (%s): opens the action that sends it', async (state, rule) => {
    using block = await show(known(failing(state, rule)));
    const navigate = vi.spyOn(block.shopify.navigation, 'navigate').mockReturnValue();
    expect(shownText()).toContain('Next step: Do this.');
    fireEvent.click(button('Send'));
    expect(navigate).toHaveBeenCalledWith('extension://order-send-action');
  });

  test.each([
    ['skipped', 'paid'],
    ['held', 'not paused'],
    ['needs_attention', 'fraud risk'],
  ] as const)('%s by another rule (%s): has no such press', async (state, rule) => {
    using _block = await show(known(failing(state, rule)));
    expect(shownText()).toContain('Next step: Do this.');
    expect(button('Send')).toBeUndefined();
  });

  test('kept at the shop: says what happened, and asks for no decision any more', async () => {
    const reason = sampleReason('delivery_failed', 'The buyer has no goods.', { nextStep: 'Decide.' });
    const closed = { at: '2026-11-21T12:50:00Z', by: 'staff 5' };
    const drift = [{ about: 'not_delivered' as const, field: 'delivery', placed: 'a', now: 'failed', closed }];
    using _block = await show(known({ ...placed({ progress: 'failed', reason, drift }), reason }));
    expect(shownText()).toContain('The buyer has no goods.');
    expect(shownText()).not.toContain('Decide.');
  });

  test('brought back, and refunded since: asks for no decision, and promises no driver', async () => {
    const reason = sampleReason('delivery_returned', 'The buyer has no goods.', { nextStep: 'Decide.' });
    using _block = await show(known({ ...placed({ progress: 'returned', reason }), reason }));
    expect(badge()).toBe('Brought back');
    expect(shownText()).not.toMatch(/Decide|driver/);
  });

  test('an order of a server before this version is shown by its state', async () => {
    const { headline: _headline, needsPerson: _needsPerson, ...older } = placed();
    using _block = await show(backend(() => ({ body: older })));
    expect(badge()).toBe('Booked');
    expect(shownText()).toContain('The driver comes to Woodstock shop');
  });

  test('called off by the service: needs a person, says so, and promises no driver', async () => {
    const order = { ...placed({ state: 'cancelled', ...changed('not_delivered') }), state: 'cancelled' as const };
    using _block = await show(known({ ...order, reason: cancelledAtService }));
    expect(badge()).toBe('Needs you');
    expect(shownText()).toContain(cancelledAtService.message);
    expect(shownText()).not.toContain('The driver comes');
  });

  test('being cancelled: says so, promises no driver, and shows what came of it without a reload', async () => {
    let order: OrderView = { ...placed({ reason: cancelling, cancelling: true }), reason: cancelling };
    using _block = await show(backend(() => ({ body: asServed(order) })));
    expect(badge()).toBe('Being cancelled');
    expect(shownText()).toContain(cancelling.message);
    expect(shownText()).not.toContain('The driver comes');
    order = sampleOrder(1001, 'cancelled');
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.poll(badge).toBe('Cancelled');
  });

  test.each<[string, Partial<DeliveryView>, words: string]>([
    ['changed since', changed('request'), 'The driver does not know. Decide what is to happen.'],
    [
      'changed since, and later than promised',
      { alarm: 'a1', drift: [...(changed('request').drift ?? []), ...(changed('later_day').drift ?? [])] },
      'The driver does not know. Decide what is to happen.',
    ],
    ['cancelled in Shopify', changed('order_ended'), 'but a driver is still booked'],
    ['on hold in Shopify', changed('on_hold'), 'Goods are on hold in Shopify, but a driver is still booked.'],
    ['warned of', changed('fraud_risk'), 'Shopify warns of fraud, but a driver is still booked.'],
    ['not cancelled by the service', { ...changed('not_cancelled'), reason: cancelRefused }, 'may still come'],
  ])('%s: needs a person, says so, and opens the action where it is decided', async (_name, delivery, words) => {
    using block = await show(known(placed(delivery)));
    const navigate = vi.spyOn(block.shopify.navigation, 'navigate').mockReturnValue();
    expect(badge()).toBe('Needs you');
    expect(shownText()).toContain(words);
    if (delivery.reason) expect(shownText()).toContain(delivery.reason.message);
    fireEvent.click(button('Decide'));
    expect(navigate).toHaveBeenCalledWith('extension://order-send-action');
  });

  test('kept while nobody knows whether it is cancelled: says so, and promises no driver', async () => {
    using _block = await show(known(placed({ reason: cancelInDoubt })));
    expect(badge()).toBe('May still come');
    expect(document.querySelector('s-badge')?.getAttribute('tone')).toBe('caution');
    expect(shownText()).toContain(cancelInDoubt.message);
    expect(shownText()).not.toContain('The driver comes');
  });

  test.each<[string, Partial<DeliveryView>]>([
    ['the goods came to nobody', { progress: 'failed', ...changed('not_delivered') }],
    ['the goods came back', { progress: 'returned', ...changed('not_delivered') }],
    ['goods have no driver', changed('goods_without_driver')],
    ['the driver comes later than promised', changed('later_day')],
    ['the location is closed then', changed('location_closed')],
    ['the driver who was not cancelled has the goods', { progress: 'on_its_way', ...changed('not_cancelled') }],
  ])('%s: what the action has no press for is decided in the app', async (_name, delivery) => {
    using _block = await show(known(placed(delivery)));
    expect(button('Decide')).toBeUndefined();
    expect(document.querySelector('s-link')?.getAttribute('href')).toBe(`app:deliveries/${placed().orderId}`);
  });

  test('a driver who comes while the location is closed: needs a person and says so', async () => {
    using _block = await show(known(placed(changed('location_closed'))));
    expect(badge()).toBe('Needs you');
    expect(shownText()).toContain('so the driver may find nobody there. Have somebody hand over the goods');
  });

  test('a driver who comes later than promised: needs a person and says so', async () => {
    using _block = await show(known(placed(changed('later_day'))));
    expect(badge()).toBe('Needs you');
    expect(shownText()).toContain('The driver comes on a later day than the buyer was promised. Tell the buyer.');
  });

  test('two drivers for the same goods: needs a person and says so', async () => {
    const deliveries = [sampleDelivery('1001', { isCurrent: false }), sampleDelivery('1001-R2')];
    using _block = await show(known({ ...placed(), deliveries }));
    expect(badge()).toBe('Needs you');
    expect(shownText()).toContain('Two drivers are booked for the same goods.');
  });

  test('a test order promises no driver', async () => {
    using _block = await show(known(placed({ testMode: true })));
    expect(badge()).toBe('Test');
    expect(shownText()).toContain('no driver comes');
    expect(shownText()).not.toContain('The driver comes');
  });

  test('late on its way: says that nobody has said that it was brought, and not that it was not collected', async () => {
    using _block = await show(known(placed({ isLate: true, progress: 'on_its_way' })));
    expect(badge()).toBe('Late');
    expect(shownText()).toContain('has not said that they were delivered. Ask it');
    expect(shownText()).not.toContain('not collected');
  });

  test('late: says that the slot is over and what to do, and promises no driver', async () => {
    using _block = await show(known(placed({ isLate: true })));
    expect(badge()).toBe('Late');
    expect(shownText()).toContain('The slot was: Sat 21 Nov 2026, 14:00–16:00');
    expect(shownText()).toContain('the goods are not collected. Ask the delivery service');
    expect(shownText()).not.toContain('The driver comes');
  });

  test('a new delivery of goods that nobody took in speaks for the first', async () => {
    const deliveries = [sampleDelivery('1001', { progress: 'failed', isCurrent: false }), sampleDelivery('1001-R2')];
    using _block = await show(known({ ...placed(), deliveries }));
    expect(badge()).toBe('Booked');
  });

  test('one of two deliveries at the buyer: says what is least far, as the panel does', async () => {
    const order = {
      ...placed(),
      deliveries: [sampleDelivery('1001', { progress: 'delivered' }), sampleDelivery('1001-2')],
    };
    using _block = await show(known(order));
    expect(badge()).toBe('Booked');
  });

  test('says what needs attention and the next step, and opens the action that fixes it', async () => {
    using block = await show(known(sampleOrder(1001, 'needs_attention', phoneMissing)));
    const navigate = vi.spyOn(block.shopify.navigation, 'navigate').mockReturnValue();
    expect(badge()).toBe('Needs you');
    expect(shownText()).toContain(phoneMissing.message);
    expect(shownText()).toContain(`Next step: ${phoneMissing.nextStep}`);
    fireEvent.click(document.querySelector('s-button') as Element);
    expect(navigate).toHaveBeenCalledWith('extension://order-send-action');
  });

  test('says that the app did not answer, and asks again when told to', async () => {
    using block = await show(noBackend());
    expect(shownText()).toContain('The app did not answer. The order goes on as before. Try again in a moment.');
    block.fetch = known(placed()).fetch;
    fireEvent.click(document.querySelector('s-button') as Element);
    await expect.poll(badge).toBe('Booked');
  });

  test('says why it was refused and what to do', async () => {
    const refusal = { title: 'x', detail: 'The app was asked too often.', nextStep: 'Wait a minute.', status: 429 };
    using _block = await show(backend(() => ({ status: 429, body: refusal })));
    expect(shownText()).toContain('The app was asked too often.Wait a minute.');
  });

  test('asks ever more rarely for an order that the app does not know', async () => {
    let isKnown = false;
    const server = backend(() => (isKnown ? { body: asServed(placed()) } : notFound));
    using _block = await show(server);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(server.calls.length).toBeLessThan(10);
    isKnown = true;
    await vi.advanceTimersByTimeAsync(30_000);
    await expect.poll(badge).toBe('Booked');
  });

  test('an order that was paid as the page opened is shown within seconds', async () => {
    let isKnown = false;
    using _block = await show(backend(() => (isKnown ? { body: asServed(placed()) } : notFound)));
    isKnown = true;
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.poll(badge).toBe('Booked');
  });

  test('comes back by itself once the app answers again', async () => {
    let isDown = true;
    using _block = await show(backend(() => (isDown ? { status: 503, body: {} } : { body: asServed(placed()) })));
    isDown = false;
    await vi.advanceTimersByTimeAsync(30_000);
    await expect.poll(badge).toBe('Booked');
  });

  test.each([403, 404, 500, 503])('takes %i of something in between for a backend that is down', async (status) => {
    using _block = await show(backend(() => ({ status, body: {} })));
    expect(shownText()).toContain('The delivery cannot be shown');
  });

  test.each([
    ['af', 'Bespreek', 'Die drywer kom na Woodstock shop:'],
    ['zu', 'Ibhukhiwe', 'Umshayeli uza e-Woodstock shop:'],
  ])('speaks %s, and asks for reasons in it', async (language, word, slot) => {
    const server = known(placed());
    using _block = await show(server, language);
    expect(badge()).toBe(word);
    expect(shownText()).toContain(slot);
    expect(server.calls[0]?.path).toContain(`language=${language}`);
  });
});
