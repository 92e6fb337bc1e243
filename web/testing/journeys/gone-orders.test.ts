import { afterAll, beforeAll, expect, it } from 'vitest';
import { noLongerShown } from '#api-contract/drift.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.close());

const readsOf = (orderId: string) =>
  world.store
    .calls(demoShop)
    .filter(
      ({ operationName, variables }) => operationName === 'ReadOrder' && String(variables['id']).endsWith(orderId),
    ).length;

/** Any webhook about the order, as one that was on its way while the order went. */
const webhookOf = (orderId: string) =>
  world.store.sendWebhook(demoShop, { topic: 'orders/updated', body: { id: BigInt(orderId) } });

it('asks a person about a held order that Shopify no longer shows, and reads it no more', async () => {
  const { id } = world.store.addOrder(demoShop, orderKinds.onHold({ paid: true }));
  await world.orderUntil(id, ({ state }) => state === 'held');
  world.store.deleteOrder(demoShop, id);
  await webhookOf(id);
  const view = await world.orderUntil(id, ({ state }) => state !== 'held');
  expect(view).toMatchObject({ state: 'needs_attention', reason: { code: 'gone_from_shopify' } });

  const reads = readsOf(id);
  await world.app.context.storage.shops.wakeWaiting(demoShop as ShopDomain, 0);
  expect(readsOf(id)).toBe(reads);
  const overview = (await world.api('GET', '/api/overview')).body as { quarantinedWebhooks: number };
  expect(overview.quarantinedWebhooks).toBe(0);
  expect(await world.api('POST', `/api/orders/${id}/send`, { mode: 'again' })).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/no longer shows/) },
  });
});

it('asks a person about a delivery that waited for the end of a pause when its order went', async () => {
  await world.api('PUT', '/api/settings', { paused: true });
  const { id, number } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ state }) => state === 'held');
  world.store.deleteOrder(demoShop, id);
  await world.api('PUT', '/api/settings', { paused: false });
  const view = await world.orderUntil(id, ({ state }) => state !== 'held');
  expect(view).toMatchObject({ state: 'needs_attention', reason: { code: 'gone_from_shopify' } });
  expect((await world.placements()).map((body) => body['order_reference'])).not.toContain(String(number));
});

it('leaves a placed order placed when it is deleted, and tells of its driver', async () => {
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  world.store.deleteOrder(demoShop, id);
  const view = await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.alarm !== null);
  expect(view).toMatchObject({
    ...{ state: 'placed', headline: { what: 'ended' } },
    deliveries: [{ drift: [{ about: 'order_ended', now: noLongerShown }], cancelling: false }],
  });
});

it('calls off the driver of an order that was cancelled and then deleted before anybody read of it', async () => {
  const { id, number } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  world.store.cancelOrder(demoShop, id);
  world.store.deleteOrder(demoShop, id);
  const view = await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.state === 'cancelled');
  expect(view.deliveries).toMatchObject([{ reason: { code: 'cancelled_with_order' }, alarm: null }]);
  const deliveries = await courierControl(world.courier.url).deliveries();
  const own = deliveries.filter(({ order_reference: reference }) => reference === String(number));
  expect(own).toMatchObject([{ state: 'CANCELLED' }]);
});

it('says nothing of an order that was deleted and that it never had', async () => {
  await world.store.sendWebhook(demoShop, { topic: 'orders/delete', body: { id: 6480199999999n } });
  const { db } = world.app.context.storage;
  const states = () => db.selectFrom('webhook').select('state').where('order_id', '=', '6480199999999').execute();
  await expect.poll(states).toEqual([{ state: 'done' }]);
  expect(readsOf('6480199999999')).toBe(0);
});

it('sends within seconds what Shopify tells of and does not show yet, as a replica that lags answers', async () => {
  const unknown = { kind: 'status', status: 200, body: JSON.stringify({ data: { order: null } }) } as const;
  world.store.faults.next({ call: 'graphql', operationName: 'ReadOrder', effect: unknown });
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  const view = await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  expect(view).toMatchObject({ state: 'placed' });
  expect(readsOf(id)).toBe(2);
  const overview = (await world.api('GET', '/api/overview')).body as { quarantinedWebhooks: number };
  expect(overview.quarantinedWebhooks).toBe(0);
});
