import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderView, orderPreview } from '#api-contract/order.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, sentFor } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ env: { RETRY_BASE_MS: '20' } });
});
afterAll(() => world.close());

const courier = () => courierControl(world.courier.url);
const save = async (patch: unknown) =>
  expect(await world.api('PUT', '/api/settings', patch)).toMatchObject({ status: 200 });
const refuseKeyFor = (orderReference: string) =>
  courier().fails({
    match: { path: '/v1/same-day-asap', orderReference },
    fault: { kind: 'status', status: 401 },
  });
const refresh = (id: string) => world.api('POST', `/api/orders/${id}/refresh`, {});
const stateOf = (view: OrderView, reference: string) =>
  view.deliveries.find(({ orderReference }) => orderReference === reference)?.state;
const isGone = (id: string) => expect.poll(() => world.store.order(demoShop, id).fulfillments).toHaveLength(1);

/** A second driver who was asked for while the goods were still open in Shopify, and who waits for the API key. */
async function waitingSecond(): Promise<{ id: string; first: string; second: string; deliveryId: string | null }> {
  const { view, stored } = await paidOrder(world, orderKinds.paid());
  const { id } = stored;
  const first = String(stored.number);
  const preview = orderPreview.parse((await world.api('GET', `/api/orders/${id}/preview`)).body);
  const second = preview.deliveries[0]?.newReference ?? '';
  await refuseKeyFor(second);
  const body = { mode: 'new', reason: 'lost parcel', newReference: second };
  const answer = await world.api('POST', `/api/orders/${id}/send`, body);
  expect(answer, JSON.stringify([answer, preview])).toMatchObject({ status: 202 });
  await world.orderUntil(id, (order) => stateOf(order, second) === 'held');
  return { id, first, second, deliveryId: view.deliveries[0]?.deliveryId ?? null };
}

async function keyWorksAgain(): Promise<void> {
  await courier().failsNoMore();
  await save({ courier: { apiKey: liveKey } });
}

test('the first driver’s pickup does not take back a second driver, who goes where the order goes by now', async () => {
  await save({ writeBack: { fulfil: 'pickedUp' } });
  const { id, first, second, deliveryId } = await waitingSecond();
  await courier().becomes(deliveryId, 'PENDING DROPOFF');
  await refresh(id);
  await isGone(id);
  world.store.updateOrder(demoShop, id, { shippingAddress: { phone: '0839876543' } });
  await world.store.webhooksSettled();
  await refresh(id);
  await keyWorksAgain();
  await world.orderUntil(id, (order) => stateOf(order, second) === 'placed');
  const sent = await sentFor(world, Number(first));
  expect(sent.filter(({ order_reference: reference }) => reference === second).at(-1)).toMatchObject({
    dropoff_contact_phone: '0839876543',
  });
  await save({ writeBack: { fulfil: 'never' } });
});

test('what is added while the shop is paused joins the delivery that waits for a person', async () => {
  const { id, number } = world.store.addOrder(demoShop, orderKinds.unpaid());
  await courier().fails({
    match: { path: '/v1/same-day-asap', orderReference: String(number) },
    fault: { kind: 'status', status: 422 },
  });
  world.store.payOrder(demoShop, id);
  await world.orderUntil(id, ({ state }) => state === 'needs_attention');
  await courier().failsNoMore();
  await save({ paused: true });
  world.store.editOrder(demoShop, id, { add: [{ sku: 'TEA-ROO' }] });
  world.store.payOrder(demoShop, id);
  await world.store.webhooksSettled();
  await refresh(id);
  await world.orderUntil(id, ({ state, reason }) => state === 'held' && reason?.code === 'paused');
  await save({ paused: false });
  await world.orderUntil(id, ({ state }) => state === 'placed');
  const sent = (await sentFor(world, number)).at(-1) as { items: unknown[] };
  expect(sent.items).toHaveLength(2);
});

test('a second driver who is sent with an old correction says that the order names another phone since', async () => {
  const { stored } = await paidOrder(world, orderKinds.noPhone({ paid: true }));
  const { id } = stored;
  const corrections = { dropoff_contact_phone: '0821234567' };
  const again = await world.api('POST', `/api/orders/${id}/send`, { mode: 'again', corrections });
  expect(again).toMatchObject({ status: 202 });
  await world.orderUntil(id, ({ state }) => state === 'placed');
  world.store.updateOrder(demoShop, id, { shippingAddress: { phone: '0839876543' } });
  await refresh(id);
  const second = `${stored.number}-R2`;
  const body = { mode: 'new', reason: 'lost parcel', newReference: second };
  expect(await world.api('POST', `/api/orders/${id}/send`, body)).toMatchObject({ status: 202 });
  const view = await world.orderUntil(id, (order) => stateOf(order, second) === 'placed');
  const sent = view.deliveries.find(({ orderReference }) => orderReference === second);
  expect(sent?.drift).toMatchObject([
    { about: 'request', field: 'dropoff_contact_phone', placed: '0821234567', now: '0839876543', closed: null },
  ]);
});

test('a second driver who was called off takes nothing back of the first, and what becomes of that one is told', async () => {
  const { view, stored } = await paidOrder(world, orderKinds.paid());
  const { id } = stored;
  const second = `${stored.number}-R2`;
  const body = { mode: 'new', reason: 'lost parcel', newReference: second };
  expect(await world.api('POST', `/api/orders/${id}/send`, body)).toMatchObject({ status: 202 });
  await world.orderUntil(id, (order) => stateOf(order, second) === 'placed');
  const cancelled = await world.api('POST', `/api/orders/${id}/cancel`, { orderReference: second });
  expect(cancelled).toMatchObject({ status: 200 });
  await world.orderUntil(id, ({ state, headline }) => state === 'placed' && headline.what === 'booked');
  await refresh(id);
  expect(await world.orderView(id)).toMatchObject({ state: 'placed', needsPerson: false });
  const deliveryId = view.deliveries[0]?.deliveryId ?? null;
  for (const to of ['PENDING DROPOFF', 'FAILED']) await courier().becomes(deliveryId, to);
  await refresh(id);
  expect(await world.orderView(id)).toMatchObject({ state: 'placed', needsPerson: true, headline: { what: 'failed' } });
});
