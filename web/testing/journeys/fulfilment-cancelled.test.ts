import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderPreview, OrderView } from '#api-contract/order.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, resting, seaPointStore, sentFor } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ store: { throttle: null } });
  world.store.addLocation(demoShop, seaPointStore);
});
afterAll(() => world.close());

const mugs = () => orderKinds.unpaid({ lines: [{ sku: 'MUG-BLUE', quantity: 2 }] });
const driftOf = ({ deliveries }: OrderView) => deliveries.flatMap(({ drift }) => drift);
const send = (id: string, body: object) => world.api('POST', `/api/orders/${id}/send`, body);
const refreshed = async (id: string) => {
  await world.store.webhooksSettled();
  return (await world.api('POST', `/api/orders/${id}/refresh`, {})).body as OrderView;
};
const aMug = [{ about: 'goods_without_driver', placed: '0', now: '1 (Cape Town studio)' }];

it('a unit that staff had handed over before the booking is an alarm once they take that back', async () => {
  const { store } = world;
  const { id, number } = store.addOrder(demoShop, mugs());
  store.fulfilOrder(demoShop, id, 0, 1);
  store.payOrder(demoShop, id);
  await world.orderUntil(id, resting);
  expect(await sentFor(world, number)).toMatchObject([{ items: [{ quantity: 1 }] }]);

  store.cancelFulfilment(demoShop, id);
  expect(driftOf(await refreshed(id))).toMatchObject(aMug);
  // The one that the driver has: the other still has none.
  store.fulfilOrder(demoShop, id, 0, 1);
  expect(driftOf(await refreshed(id))).toMatchObject(aMug);
  expect((await send(id, { mode: 'goods', newReference: `${number}-2` })).status).toBe(202);
  const placed = await world.orderUntil(id, (view) => view.deliveries[1]?.state === 'placed');
  expect(driftOf(placed)).toEqual([]);
});

it('goods that a driver brings stand once in the order, and in his delivery, when their fulfilment is taken back', async () => {
  const { view, stored } = await paidOrder(world, mugs());
  world.store.fulfilOrder(demoShop, stored.id);
  world.store.cancelFulfilment(demoShop, stored.id);
  expect(world.store.order(demoShop, stored.id).fulfillmentOrders).toMatchObject([
    { status: 'CLOSED', lines: [{ totalQuantity: 2, remainingQuantity: 2 }] },
    { status: 'OPEN', lines: [{ totalQuantity: 2, remainingQuantity: 2 }] },
  ]);
  const after = await refreshed(stored.id);
  expect([driftOf(after), after.deliveries.length]).toEqual([[], view.deliveries.length]);
  const { buyer } = (await world.api('GET', `/api/orders/${stored.id}/preview`)).body as OrderPreview;
  expect(buyer.items).toEqual([{ name: expect.stringContaining('Mug'), quantity: 2 }]);
});

it('goods that another driver brings by now go with no third one, also when their fulfilment was taken back', async () => {
  const { stored } = await paidOrder(world, mugs());
  const { id, number } = stored;
  world.store.changeFulfillmentOrder(demoShop, id, { action: 'move', location: seaPointStore.name });
  await world.orderUntil(id, (view) => driftOf(view).length > 0);
  expect((await send(id, { mode: 'goods', newReference: `${number}-2` })).status).toBe(202);
  await world.orderUntil(id, (view) => view.deliveries[1]?.state === 'placed');
  world.store.fulfilOrder(demoShop, id);
  world.store.cancelFulfilment(demoShop, id);
  await refreshed(id);
  const press = { mode: 'new', orderReference: `${number}`, newReference: `${number}-R2`, reason: 'lost' };
  expect(await send(id, press)).toMatchObject({ status: 409 });
  expect(await sentFor(world, number)).toHaveLength(2);
});

it('nothing says that goods are fulfilled once staff have cancelled the fulfilment, as they were asked to', async () => {
  await world.api('PUT', '/api/settings', { writeBack: { fulfil: 'placed' } });
  const { stored } = await paidOrder(world, mugs());
  const { id, number } = stored;
  await expect.poll(() => world.store.order(demoShop, id).fulfillmentStatus).toBe('FULFILLED');
  await world.api('PUT', '/api/settings', { writeBack: { fulfil: 'never' } });
  await refreshed(id);
  const { body } = await world.api('POST', `/api/orders/${id}/cancel`, { orderReference: `${number}` });
  expect(body).toMatchObject({ state: 'cancelled', reason: { code: 'cancelled_still_fulfilled' } });

  world.store.cancelFulfilment(demoShop, id);
  const { state, reason, deliveries } = await refreshed(id);
  expect([state, reason?.code]).toEqual(['cancelled', 'cancelled_at_service']);
  expect(deliveries).toMatchObject([{ drift: [], reason: { code: 'cancelled_at_service' } }]);
});
