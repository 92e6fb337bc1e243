import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditPage } from '#api-contract/audit.ts';
import { type OrderPreview, type OrderView, orderPreview } from '#api-contract/order.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { NewOrder } from '#store-simulator/state/new-order.ts';
import { courierControl } from '#testing/courier-control.ts';
import { type LocalWorld, demoShop as shop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  await settings({ paused: false, automation: { mode: 'matching', cutOff: null }, writeBack: { fulfil: 'never' } });
  await courierControl(world.courier.url).failsNoMore();
});

async function settings(change: Record<string, unknown>): Promise<void> {
  expect(await world.api('PUT', '/api/settings', change)).toMatchObject({ status: 200 });
}

const send = (orderId: string, body: Record<string, unknown> = { mode: 'again' }) =>
  world.api('POST', `/api/orders/${orderId}/send`, body);

/** An order as the app shows it once it has read it. */
async function known(order: NewOrder): Promise<OrderView> {
  const { id } = world.store.addOrder(shop, order);
  world.store.updateOrder(shop, id, { note: 'Please call' });
  return world.orderUntil(id, ({ orderNumber, state }) => orderNumber !== null && state !== 'queued');
}

/** The order once the app has read what Shopify says now. */
async function readAgain(orderId: string, note: string): Promise<OrderView> {
  const before = Date.parse((await world.orderView(orderId))?.updatedAt ?? '');
  world.store.updateOrder(shop, orderId, { note });
  return world.orderUntil(orderId, ({ updatedAt }) => Date.parse(updatedAt) > before);
}

const sentUnder = async (reference: string) =>
  (await world.placements()).filter((body) => body['order_reference'] === reference);

test('a press that was refused sends nothing later: it leaves its audit entry and nothing else', async () => {
  await settings({ automation: { mode: 'manual' } });
  const { orderId, orderNumber } = await known(orderKinds.unpaid());
  expect(await send(orderId)).toMatchObject({ status: 409 });
  expect(await world.orderView(orderId)).toMatchObject({ state: 'skipped', reason: { code: 'not_paid' } });
  const audit = auditPage.parse((await world.api('GET', `/api/audit?orderId=${orderId}`)).body);
  expect(audit.entries[0]).toMatchObject({ action: 'send_refused', detail: 'not_paid' });

  world.store.payOrder(shop, orderId);
  const paid = await world.orderUntil(orderId, ({ reason }) => reason?.code !== 'not_paid');
  expect(paid).toMatchObject({ state: 'skipped', reason: { code: 'manual_mode' } });
  expect(await sentUnder(String(orderNumber))).toEqual([]);
});

test('a press that was refused because something must be fixed writes nothing down but its audit entry', async () => {
  await settings({ automation: { mode: 'manual' } });
  const { orderId } = await known(orderKinds.noPhone({ paid: true }));
  expect(await send(orderId)).toMatchObject({ status: 422 });
  expect(await world.orderView(orderId)).toMatchObject({ state: 'skipped', reason: { code: 'manual_mode' } });
});

test('a press counts while what it sent waits, and no longer than that', async () => {
  const { orderId } = await known(orderKinds.unpaid());
  await settings({ paused: true, automation: { mode: 'manual' } });
  world.store.payOrder(shop, orderId);
  await world.orderUntil(orderId, ({ reason }) => reason?.code === 'manual_mode');
  expect(await send(orderId)).toMatchObject({ status: 202, body: { state: 'held', reason: { code: 'paused' } } });
  expect(await readAgain(orderId, 'while-paused')).toMatchObject({ state: 'held', reason: { code: 'paused' } });
  await settings({ paused: false });
  await world.orderUntil(orderId, ({ state }) => state === 'placed');

  // The goods are edited after the press has done its work: what comes later waits for a person of its own.
  await settings({ paused: true });
  const again = await known(orderKinds.paid());
  expect(again).toMatchObject({ reason: { code: 'manual_mode' } });
  expect(await send(again.orderId)).toMatchObject({ status: 202, body: { state: 'held' } });
  world.store.cancelOrder(shop, again.orderId);
  await world.orderUntil(again.orderId, ({ state }) => state === 'cancelled');
  expect(await sentUnder(String(again.orderNumber))).toEqual([]);
});

test('a press overrides the cut-off for what it sends, also after the service was down', async () => {
  await settings({ automation: { cutOff: '00:00' } });
  const late = await world.orderUntil(
    world.store.addOrder(shop, orderKinds.paid()).id,
    ({ state }) => state === 'needs_attention',
  );
  await fault({ kind: 'status', status: 429, headers: { 'retry-after': '1' } }, 1);
  expect(await send(late.orderId)).toMatchObject({ status: 202 });
  await world.orderUntil(late.orderId, ({ state }) => state === 'placed');
});

test('"Send" on goods that Shopify holds is refused with what releases them', async () => {
  const { orderId } = await known(orderKinds.onHold({ paid: true }));
  const answer = await send(orderId);
  expect(answer).toMatchObject({
    status: 409,
    body: { type: expect.stringContaining('on-hold'), nextStep: expect.stringMatching(/release the hold/i) },
  });
  expect(await world.orderView(orderId)).toMatchObject({ state: 'held' });
});

async function fault(what: Record<string, unknown>, times: number): Promise<void> {
  await courierControl(world.courier.url).fails({ match: { path: '/v1/same-day-asap' }, fault: what, times });
}

async function previewOf(orderId: string): Promise<OrderPreview['deliveries'][number]> {
  const [delivery] = orderPreview.parse((await world.api('GET', `/api/orders/${orderId}/preview`)).body).deliveries;
  if (!delivery) throw new Error('nothing to preview');
  return delivery;
}

/** A placed order whose goods Shopify shows as fulfilled, and a second driver that waits for the service. */
async function sentAsNewOfFulfilled(): Promise<{ orderId: string; newReference: string }> {
  await settings({ writeBack: { fulfil: 'placed' } });
  const { id } = world.store.addOrder(shop, orderKinds.paid());
  await expect
    .poll(() => world.store.order(shop, id).fulfillmentOrders.map(({ status }) => status))
    .toEqual(['CLOSED']);
  const { newReference } = await previewOf(id);
  await fault({ kind: 'status', status: 429, headers: { 'retry-after': '4' } }, 1);
  const body = { mode: 'new', newReference, reason: 'the parcel was lost' };
  expect(await send(id, body)).toMatchObject({ status: 202 });
  return { orderId: id, newReference };
}

const delivery = ({ deliveries }: OrderView, reference: string) =>
  deliveries.find(({ orderReference }) => orderReference === reference);

test('a new delivery of goods that Shopify shows as fulfilled outlives an unrelated webhook', async () => {
  const { orderId, newReference } = await sentAsNewOfFulfilled();
  await world.orderUntil(orderId, (view) => delivery(view, newReference)?.reason?.code === 'waiting_to_retry');
  const view = await readAgain(orderId, 'packed');
  expect(delivery(view, newReference)).toMatchObject({ state: 'queued' });
  await world.orderUntil(orderId, (now) => delivery(now, newReference)?.state === 'placed');
  expect(await sentUnder(newReference)).toHaveLength(2);
});

test('what is newly against a new delivery still counts: the order is cancelled', async () => {
  const { orderId, newReference } = await sentAsNewOfFulfilled();
  world.store.cancelOrder(shop, orderId);
  const view = await world.orderUntil(orderId, (now) => delivery(now, newReference)?.state === 'cancelled');
  expect(delivery(view, newReference)?.reason?.code).toBe('order_cancelled');
});

test('a new delivery of goods that Shopify shows as fulfilled goes where the order says now', async () => {
  await settings({ writeBack: { fulfil: 'placed' } });
  const { id } = world.store.addOrder(shop, orderKinds.paid());
  await expect
    .poll(() => world.store.order(shop, id).fulfillmentOrders.map(({ status }) => status))
    .toEqual(['CLOSED']);
  world.store.updateOrder(shop, id, { shippingAddress: { address1: '9 Other Street', phone: '083 987 6543' } });
  const moved = await world.orderUntil(id, ({ deliveries }) => (deliveries[0]?.drift.length ?? 0) > 0);
  expect(moved.deliveries[0]?.drift.map(({ field }) => field)).toContain('dropoff_contact_phone');
  const { newReference } = await previewOf(id);
  expect(await send(id, { mode: 'new', newReference, reason: 'the buyer moved' })).toMatchObject({ status: 202 });
  await world.orderUntil(id, (view) => delivery(view, newReference)?.state === 'placed');
  const [sent] = await sentUnder(newReference);
  expect(sent).toMatchObject({ dropoff_contact_phone: '0839876543' });
  expect(sent?.['dropoff_address']).toContain('9 Other Street');
});
