import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { fulfil, type GoodsChange, simLocation, takeBack } from '#testing/simulation/sim-goods.ts';
import { cancelDelivery } from './cancel.ts';
import { previewOrder } from './preview.ts';
import { sendOrder } from './send-again.ts';

/** What Shopify shows of a fulfilment order whose location was deleted: the address as it was, and nothing behind it. */
const deleted: GoodsChange = ({ fulfillmentOrders: all }) =>
  all.map((one) => ({ ...one, location: { ...one.location, id: null } }));
const moved: GoodsChange = ({ fulfillmentOrders: all }) => all.map((one) => ({ ...one, location: simLocation(1) }));
const actor = 'person';

/** An order whose driver is booked, after these changes of its goods, one by one. */
async function after(...changes: GoodsChange[]) {
  const given = calmWorld();
  await given.run();
  for (const change of changes) {
    given.world.shopify.changeGoods(shop, orderId, change);
    await given.rest();
  }
  return given;
}

test('the driver who has the goods is not called off when their location is deleted', async () => {
  const { calls, deliveries } = await after(fulfil, deleted);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [], cancellation: null }]);
  expect(calls()).toEqual(['place 1001']);
});

test('no press sends a second driver beside the one who collected at a location that was deleted', async () => {
  const { world, run, rest, calls, during } = calmWorld();
  const send = (body: Parameters<typeof sendOrder>[2]['body']) =>
    during((ports) => sendOrder(ports, world.shops.record(shop), { orderId, actor, body }));
  await run();
  await during((ports) => cancelDelivery(ports, world.shops.record(shop), { orderId, orderReference: '1001', actor }));
  world.shopify.changeGoods(shop, orderId, moved);
  await rest();
  expect(await send({ mode: 'goods', newReference: '1001-2' })).toEqual({ kind: 'sent' });
  await rest();
  world.shopify.changeGoods(shop, orderId, fulfil);
  await rest();
  world.shopify.changeGoods(shop, orderId, deleted);
  await rest();
  const anew = { mode: 'new' as const, orderReference: '1001', newReference: '1001-R2', reason: 'it never came' };
  expect(await send(anew)).toMatchObject({ kind: 'conflict', code: 'brought_by_another' });
  await rest();
  expect(calls().filter((call) => call.startsWith('place'))).toEqual(['place 1001', 'place 1001-2']);
});

test('a preview shows no further driver for goods whose location was deleted', async () => {
  const { world, during } = await after(deleted);
  const shown = await during((ports) => previewOrder(ports, world.shops.record(shop), orderId));
  expect(shown?.deliveries.map(({ orderReference }) => orderReference)).toEqual(['1001']);
});

test('the driver who has goods that staff took back at a location that was deleted brings them all the same', async () => {
  const { calls, deliveries } = await after(fulfil, deleted, takeBack);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [], cancellation: null }]);
  expect(calls()).toEqual(['place 1001']);
});

test('goods that were moved before their new location was deleted are not where the driver collects', async () => {
  const { world, rest, deliveries } = await after(moved);
  const { drift } = deliveries()[0] ?? {};
  expect(drift).toContainEqual({ about: 'goods_gone', field: 'items: Item 1001-0', placed: '2', now: '0' });
  world.shopify.changeGoods(shop, orderId, deleted);
  await rest();
  expect(deliveries()[0]?.drift).toEqual(drift);
});

test('of two deleted locations of the same name and address, goods lie at the one that their delivery collects at', async () => {
  const twins: GoodsChange = ({ fulfillmentOrders: all }) =>
    all.map((one) => ({ ...one, location: { ...simLocation(0), id: one.location.id } }));
  const { world, run, rest, deliveries } = calmWorld({ goods: 2 });
  world.shopify.changeGoods(shop, orderId, twins);
  await run();
  expect(deliveries()).toMatchObject([{ locationId: '9001' }, { locationId: '9002' }]);
  world.shopify.changeGoods(shop, orderId, deleted);
  await rest();
  expect(deliveries()).toMatchObject([
    { state: 'placed', drift: [] },
    { state: 'placed', drift: [] },
  ]);
});

test('goods that went from one deleted location to another are not where the driver collects', async () => {
  const { world, run, rest, deliveries } = calmWorld();
  world.shopify.changeGoods(shop, orderId, deleted);
  await run();
  expect(deliveries()).toMatchObject([{ state: 'placed', locationId: null, drift: [] }]);
  world.shopify.changeGoods(shop, orderId, moved);
  await rest();
  const { drift } = deliveries()[0] ?? {};
  expect(drift).toContainEqual({ about: 'goods_gone', field: 'items: Item 1001-0', placed: '2', now: '0' });
  world.shopify.changeGoods(shop, orderId, deleted);
  await rest();
  expect(deliveries()[0]?.drift).toEqual(drift);
});

test('goods that staff took back at a deleted location are where the driver collects whose pickup a person corrected', async () => {
  const { world, run, rest, during, deliveries } = calmWorld({ faults: ['refused'] });
  world.shopify.changeGoods(shop, orderId, deleted);
  await run();
  const body = { mode: 'again' as const, corrections: { pickup_address: '80 Regent Rd, Cape Town' } };
  await during((ports) => sendOrder(ports, world.shops.record(shop), { orderId, actor, body }));
  await rest();
  world.shopify.changeGoods(shop, orderId, fulfil);
  await rest();
  world.shopify.changeGoods(shop, orderId, takeBack);
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [], cancellation: null }]);
});

test('of two locations that were deleted before a driver was booked, the goods of one stay when those of the other move', async () => {
  const { world, run, rest, deliveries } = calmWorld({ goods: 2 });
  const [first] = world.shopify.order(shop, orderId)?.fulfillmentOrders ?? [];
  world.shopify.changeGoods(shop, orderId, deleted);
  await run();
  world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders: all }) =>
    all.map((one) => (one.id === first?.id ? { ...one, location: simLocation(2) } : one)),
  );
  await rest();
  const gone = { about: 'goods_gone', field: 'items: Item 1001-0', placed: '2', now: '0' };
  expect(deliveries()[0]?.drift).toContainEqual(gone);
  expect(deliveries()[1]?.drift).toEqual([]);
  world.shopify.changeGoods(shop, orderId, deleted);
  await rest();
  expect(deliveries()[0]?.drift).toContainEqual(gone);
  expect(deliveries()[1]?.drift).toEqual([]);
});
