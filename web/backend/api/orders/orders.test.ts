import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditPage } from '#api-contract/audit.ts';
import { type BulkSendResult, bulkSendResult } from '#api-contract/bulk-send.ts';
import {
  type OrderPreview,
  type OrderView,
  orderPreview,
  orderView,
  type Problem,
  problem,
} from '#api-contract/order.ts';
import af from '#api-contract/reasons/af.json' with { type: 'json' };
import zu from '#api-contract/reasons/zu.json' with { type: 'json' };
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { type LocalWorld, demoShop as shop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

let world: LocalWorld;

beforeAll(async () => {
  // Many presses within seconds are more than a standard plan takes.
  world = await startTestWorld({ store: { throttle: null } });
});
afterAll(() => world.close());

const pay = (order = orderKinds.paid()) => world.store.addOrder(shop, order);

async function placedOrder(order = orderKinds.paid()): Promise<OrderView> {
  return world.orderUntil(pay(order).id, ({ state }) => state === 'placed');
}

async function attention(order = orderKinds.noPhone({ paid: true })): Promise<OrderView> {
  return world.orderUntil(pay(order).id, ({ state }) => state === 'needs_attention');
}

async function refused(method: string, path: string, body?: unknown): Promise<Problem> {
  const answer = await world.api(method, path, body);
  const document = problem.parse(answer.body);
  expect(document.status).toBe(answer.status);
  return document;
}

const placementsOf = async (reference: string) =>
  (await world.placements()).filter((body) => body['order_reference'] === reference);

test('shows a placed order with its slot in the zone where the driver drives', async () => {
  const view = orderView.parse(await placedOrder());
  const [delivery] = view.deliveries;
  expect(delivery?.slot?.start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/);
  expect(delivery).toMatchObject({ state: 'placed', testMode: false, orderReference: String(view.orderNumber) });
  expect(delivery?.attempts).toMatchObject([{ outcome: 'placed' }]);
});

test('names an order by digits, by gid and by encoded gid', async () => {
  const { orderId } = await placedOrder();
  const gid = `gid://shopify/Order/${orderId}`;
  for (const name of [orderId, gid, encodeURIComponent(gid)]) {
    const answer = await world.api('GET', `/api/orders/${name}`);
    expect(answer, name).toMatchObject({ status: 200, body: { orderId } });
    expect(await world.api('GET', `/api/orders/${name}/preview`)).toMatchObject({ status: 200, body: { orderId } });
  }
  for (const name of ['0x1', 'abc', '999999', `gid://shopify/Customer/${orderId}`]) {
    expect(await refused('GET', `/api/orders/${encodeURIComponent(name)}`)).toMatchObject({ status: 404 });
  }
});

test('does not book a second delivery when a placed order is sent again', async () => {
  const { orderId, orderNumber } = await placedOrder();
  const answer = await refused('POST', `/api/orders/${orderId}/send`, { mode: 'again' });
  expect(answer).toMatchObject({ status: 409, type: expect.stringContaining('already-placed') });
  expect(await placementsOf(String(orderNumber))).toHaveLength(1);
});

test('names every field at fault at once, and sends nothing', async () => {
  const { orderId } = await attention();
  const plain = await refused('POST', `/api/orders/${orderId}/send`, { mode: 'again' });
  expect(plain).toMatchObject({ status: 422, field: 'dropoff_contact_phone' });
  const wrong = { dropoff_contact_phone: '082123456', dropoff_coordinates: '0, 0' };
  const both = await refused('POST', `/api/orders/${orderId}/send`, { mode: 'again', corrections: wrong });
  expect(both.errors?.map(({ field }) => field).sort()).toEqual(['dropoff_contact_phone', 'dropoff_coordinates']);
});

test('fixes a phone and sends: the correction goes to the service only, and bad ones before it are forgotten', async () => {
  const { orderId, orderNumber } = await attention();
  await refused('POST', `/api/orders/${orderId}/send`, {
    mode: 'again',
    corrections: { dropoff_contact_name: 'X', dropoff_contact_phone: '1' },
  });
  const sent = await world.api('POST', `/api/orders/${orderId}/send`, {
    mode: 'again',
    corrections: { dropoff_contact_phone: '+27 82 123 4567' },
    reason: 'asked the buyer',
  });
  expect(sent.status).toBe(202);
  orderView.parse(sent.body);
  await world.orderUntil(orderId, ({ state }) => state === 'placed');
  const [body] = await placementsOf(String(orderNumber));
  expect(body).toMatchObject({ dropoff_contact_phone: '0821234567' });
  expect(body?.['dropoff_contact_name']).not.toBe('X');
  const audit = auditPage.parse((await world.api('GET', `/api/audit?orderId=${orderId}`)).body);
  expect(audit.entries[0]).toMatchObject({
    action: 'fix_and_send',
    detail: 'corrected dropoff_contact_phone; asked the buyer',
  });
  expect(JSON.stringify(audit)).not.toContain('0821234567');
});

test('books one delivery when two people press at once', async () => {
  const { orderId, orderNumber } = await attention();
  const body = { mode: 'again', corrections: { dropoff_contact_phone: '0821234567' } };
  const answers = await Promise.all([1, 2, 3].map(() => world.api('POST', `/api/orders/${orderId}/send`, body)));
  expect(answers.map(({ status }) => status).every((status) => status === 202 || status === 409)).toBe(true);
  await world.orderUntil(orderId, ({ state }) => state === 'placed');
  expect(await placementsOf(String(orderNumber))).toHaveLength(1);
});

async function previewOf(orderId: string): Promise<OrderPreview> {
  return orderPreview.parse((await world.api('GET', `/api/orders/${orderId}/preview`)).body);
}

test('previews the very body that was sent, each value with its origin', async () => {
  const { orderId, orderNumber } = await placedOrder();
  const preview = await previewOf(orderId);
  const [body] = await placementsOf(String(orderNumber));
  expect(preview.deliveries[0]).toMatchObject({ request: body, newReference: `${orderNumber}-R2`, state: 'placed' });
  const phone = preview.deliveries[0]?.fields.find(({ field }) => field === 'dropoff_contact_phone');
  expect(phone).toMatchObject({ value: body?.['dropoff_contact_phone'], problem: null });
  expect(phone?.origin).not.toBe('');
});

test('previews an order that cannot be sent with the problem at its field', async () => {
  const { orderId } = await attention();
  const [delivery] = (await previewOf(orderId)).deliveries;
  expect(delivery?.request).toBeNull();
  expect(delivery?.fields.find(({ field }) => field === 'dropoff_contact_phone')?.problem).toMatch(/phone/i);
});

test('sends a new delivery once under the reference the preview showed', async () => {
  const { orderId } = await placedOrder();
  const [delivery] = (await previewOf(orderId)).deliveries;
  const newReference = delivery?.newReference ?? '';
  const body = { mode: 'new', newReference, reason: 'the parcel was lost' };
  const answers = await Promise.all([1, 2].map(() => world.api('POST', `/api/orders/${orderId}/send`, body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  const view = await world.orderUntil(orderId, ({ deliveries }) => deliveries.every(({ state }) => state === 'placed'));
  expect(view.deliveries.map(({ orderReference }) => orderReference)).toContain(newReference);
  expect(await placementsOf(newReference)).toHaveLength(1);
  const next = (await previewOf(orderId)).deliveries;
  expect(next).toHaveLength(1);
  expect(next[0]?.newReference).toBe(newReference.replace('-R2', '-R3'));
  const late = {
    mode: 'new',
    orderReference: delivery?.orderReference,
    newReference: next[0]?.newReference,
    reason: 'again',
  };
  expect(await refused('POST', `/api/orders/${orderId}/send`, late)).toMatchObject({ status: 409 });
});

test('refuses a new delivery without a reason, or of one that is not booked', async () => {
  const { orderId, orderNumber } = await placedOrder();
  const path = `/api/orders/${orderId}/send`;
  expect(await refused('POST', path, { mode: 'new', newReference: `${orderNumber}-R2` })).toMatchObject({
    status: 400,
    field: 'reason',
  });
  expect(await refused('POST', path, { mode: 'new', newReference: `${orderNumber}-R9`, reason: 'x' })).toMatchObject({
    status: 409,
    field: 'newReference',
  });
  expect(await placementsOf(`${orderNumber}-R9`)).toHaveLength(0);
});

test('cancels a booked delivery at the service, keeps it in sight, and lets a new one follow', async () => {
  const { orderId, orderNumber } = await placedOrder();
  const path = `/api/orders/${orderId}/cancel`;
  expect(await world.api('POST', path, { orderReference: String(orderNumber) })).toMatchObject({ status: 200 });
  // A run that the echo of the note began may go on with the wish before the press does.
  await world.orderUntil(orderId, ({ state }) => state === 'cancelled');
  const second = await world.api('POST', path, { orderReference: String(orderNumber) });
  expect(second).toMatchObject({ status: 200, body: { state: 'cancelled', deliveries: [{ state: 'cancelled' }] } });
  const audit = auditPage.parse((await world.api('GET', `/api/audit?orderId=${orderId}`)).body);
  expect(audit.entries.filter(({ action }) => action === 'cancel')).toHaveLength(1);
  expect(await refused('POST', path, { orderReference: 'nobodys' })).toMatchObject({ status: 404 });
  const again = { mode: 'new', newReference: `${orderNumber}-R2`, reason: 'cancelled by mistake' };
  expect(await world.api('POST', `/api/orders/${orderId}/send`, again)).toMatchObject({ status: 202 });
  await world.orderUntil(orderId, ({ state }) => state === 'placed');
});

test('who cancels what is not booked is told to look again, in words of every language', async () => {
  const { orderId, deliveries } = await attention(orderKinds.outsideArea({ paid: true }));
  const orderReference = deliveries[0]?.orderReference;
  const { status, nextStep } = await refused('POST', `/api/orders/${orderId}/cancel`, { orderReference });
  expect({ status, nextStep }).toEqual({
    status: 409,
    nextStep: 'Reload the page: it shows how the delivery stands by now.',
  });
  for (const words of [af.phrase, zu.phrase]) expect(Object.keys(words)).toContain(nextStep);
});

test('a press that Shopify has no room for says to press again: nobody does it otherwise', async () => {
  const { orderId } = await attention();
  world.store.faults.next({ call: 'graphql', effect: { kind: 'throttled' } });
  const detail = 'Shopify asks us to slow down.';
  const answer = await refused('GET', `/api/orders/${orderId}/preview`);
  expect(answer).toMatchObject({ status: 503, detail, nextStep: 'Try again in a moment.' });
});

test('a press that Shopify answered with something else says to press again, and whom to ask', async () => {
  const { orderId } = await attention();
  world.store.faults.next({ call: 'graphql', effect: { kind: 'html' }, operationName: 'ReadOrder' });
  const nextStep = 'Try again in a moment. If it stays, contact the support of the app.';
  expect(await refused('GET', `/api/orders/${orderId}/preview`)).toMatchObject({ status: 503, nextStep });
});

test('refreshes a delivery from the service and leaves a row in its history', async () => {
  const { orderId } = await placedOrder();
  const answer = await world.api('POST', `/api/orders/${orderId}/refresh`, {});
  const view = orderView.parse(answer.body);
  expect(view.deliveries[0]?.attempts.map(({ outcome }) => outcome)).toContain('found');
  expect(view.deliveries[0]?.slot).not.toBeNull();
});

test('sends in bulk with a result per order; what fails takes nothing from the others', async () => {
  const fine = await Promise.all(
    [1, 2].map(() => world.orderUntil(pay(orderKinds.paid({ shippingLines: [] })).id, () => true)),
  );
  const ids = fine.map(({ orderId }) => orderId);
  const missing = (await attention()).orderId;
  const answer = await world.api('POST', '/api/orders/send', { orderIds: [...ids, missing, '424242', 'nonsense'] });
  const { results }: BulkSendResult = bulkSendResult.parse(answer.body);
  const failed = results.filter(({ ok }) => !ok).map(({ orderId }) => orderId);
  expect(failed).toEqual(expect.arrayContaining([missing, '424242', 'nonsense']));
  expect(results).toHaveLength(5);
  expect(await refused('POST', '/api/orders/send', { orderIds: [] })).toMatchObject({ status: 400 });
  expect(await refused('POST', '/api/orders/send', { orderIds: Array(251).fill('1') })).toMatchObject({ status: 400 });
});

test('says why an order that nobody may send is not sent', async () => {
  const { id } = world.store.addOrder(shop, orderKinds.unpaid());
  const answer = await refused('POST', `/api/orders/${id}/send`, { mode: 'again' });
  expect(answer).toMatchObject({ status: 409, detail: expect.stringMatching(/paid/i) });
});

test('answers an extension, whose origin is none: preflight and call, and still demands the token', async () => {
  const { orderId } = await placedOrder();
  const url = `${world.appUrl}/api/orders/${encodeURIComponent(`gid://shopify/Order/${orderId}`)}`;
  const asks = { origin: 'null', 'access-control-request-method': 'GET' };
  const preflight = await fetch(url, { method: 'OPTIONS', headers: asks });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'Authorization, Content-Type',
  });
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  const refusedCall = await fetch(url, { headers: { origin: 'null' } });
  expect(refusedCall.status).toBe(401);
  expect(refusedCall.headers.get('access-control-allow-origin')).toBe('*');
  const authorization = `Bearer ${world.store.sessionToken(shop)}`;
  const answered = await fetch(url, { headers: { origin: 'https://extensions.example', authorization } });
  expect(answered.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answered.json()).toMatchObject({ orderId, state: 'placed' });
  const settings = await fetch(`${world.appUrl}/api/settings`, { headers: { origin: 'null', authorization } });
  expect(settings.headers.get('access-control-allow-origin')).toBeNull();
});

test.each([
  ['af', 'Die bestelling het geen telefoonnommer'],
  ['zu', 'I-oda ayinayo inombolo yocingo'],
  ['en', 'The order has no phone number'],
  ['__proto__', 'The order has no phone number'],
])('words reasons in %s where an extension asks for it', async (language, beginning) => {
  const { orderId } = await attention();
  const shown = await world.api('GET', `/api/orders/${orderId}?language=${language}`);
  const { reason } = orderView.parse(shown.body);
  expect(reason?.message).toContain(beginning);
  const sent = await refused('POST', `/api/orders/${orderId}/send?language=${language}`, { mode: 'again' });
  expect(sent.detail).toBe(reason?.message);
  const preview = orderPreview.parse(
    (await world.api('GET', `/api/orders/${orderId}/preview?language=${language}`)).body,
  );
  const problems = preview.deliveries.flatMap(({ fields }) => fields.map(({ problem }) => problem));
  expect(problems.filter((problem) => problem !== null)).toEqual([reason?.message]);
});

test.each([
  ['af', 'Wat verskil, is nie meer wat jy gesien het nie.', 'Kyk wat nou verskil'],
  ['zu', 'Okuhlukile akuseyikho okubonile.', 'Bheka okuhlukile manje'],
  ['en', 'What differs is no longer what you saw.', 'Look at what differs now'],
])('words slots, results, and refusals without a reason in %s', async (language, detail, nextStep) => {
  const { orderId, orderNumber, deliveries } = await placedOrder();
  const shown = orderView.parse((await world.api('GET', `/api/orders/${orderId}?language=${language}`)).body);
  expect(shown.deliveries[0]?.slot?.text === deliveries[0]?.slot?.text).toBe(language === 'en');
  const body = { orderReference: String(orderNumber), alarm: 'x' };
  const said = await refused('POST', `/api/orders/${orderId}/acknowledge?language=${language}`, body);
  expect([said.detail, said.nextStep]).toEqual([expect.stringContaining(detail), expect.stringContaining(nextStep)]);
  const gone = await world.api('POST', `/api/orders/send?language=${language}`, { orderIds: ['1'] });
  const [result] = bulkSendResult.parse(gone.body).results;
  expect(result?.message === 'This shop has no such order.').toBe(language === 'en');
});
