import { expect, test } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { exampleFulfillmentOrder } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { type GoodsChange, simLine } from '#testing/simulation/sim-goods.ts';

const weeks = 3 * 7 * 24 * 3_600_000;

/** One piece more of each item. */
const grow: GoodsChange = ({ fulfillmentOrders }) =>
  fulfillmentOrders.map((one) => ({
    ...one,
    lines: one.lines.map((line) => ({
      ...line,
      remainingQuantity: line.remainingQuantity + 1,
      totalQuantity: line.totalQuantity + 1,
    })),
  }));

/** Other goods at the same location. */
const addOther: GoodsChange = ({ fulfillmentOrders, number }) => [
  ...fulfillmentOrders,
  exampleFulfillmentOrder({
    id: `${number}61`,
    ...(fulfillmentOrders[0] && { location: fulfillmentOrders[0].location }),
    lines: [simLine(`${number}51`, 'Other', 1)],
  }),
];

/** All that there is for other goods. */
const exchange: GoodsChange = (order, ...more) =>
  (addOther(order, ...more) ?? []).map((one) =>
    one.id.endsWith('61') ? one : { ...one, status: 'CLOSED', lines: [] },
  );

/** A person sent the order, and the service refused it. */
async function refusedWorld() {
  const given = calmWorld({ faults: ['refused'] });
  const { world, rest, deliveries } = given;
  world.people.press(shop, orderId, { mode: 'again', reason: 'go' });
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'refused_by_service' }, word: [] }]);
  return given;
}

test('what the service refused of a press goes once its goods change, as long as the order may go by itself', async () => {
  const { world, rest, calls } = await refusedWorld();
  world.shopify.changeGoods(shop, orderId, grow);
  await rest();
  expect(calls()).toEqual(['place 1001', 'place 1001']);
});

test.each([
  ['its goods', grow],
  ['goods beside it', addOther],
])('a press of weeks ago sends no driver once an edit adds to %s: another one does', async (_what, change) => {
  const { world, rest, calls, deliveries } = await refusedWorld();
  world.scheduler.skip(weeks);
  world.shopify.changeGoods(shop, orderId, change);
  await rest();
  expect(calls()).toEqual(['place 1001']);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'refused_by_service' } }]);
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'needs_attention' });
  world.people.press(shop, orderId, { mode: 'again', reason: 'now' });
  await rest();
  expect(deliveries().map(({ state }) => state)).toEqual(deliveries().map(() => 'placed'));
  expect(deliveries().flatMap(({ lines }) => lines.map(({ quantity }) => quantity))).toHaveLength(
    change === grow ? 1 : 2,
  );
});

test.each([
  ['a few hours', 5 * 3_600_000, 'placed'],
  ['three weeks', weeks, 'needs_attention'],
])('what a person sent while the service refused the key is %s later: %s', async (_when, afterMs, state) => {
  const { world, rest, deliveries } = calmWorld();
  world.service.takesKey = () => false;
  world.people.press(shop, orderId, { mode: 'again', reason: 'go' });
  await world.runFor(600_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'held', reason: { code: 'key_refused' } }]);
  world.scheduler.skip(afterMs);
  world.service.takesKey = () => true;
  world.shops.saveKey(shop, 'key-2');
  await rest();
  expect(deliveries()).toMatchObject([{ state, reason: state === 'placed' ? null : { code: 'too_late' } }]);
  world.people.press(shop, orderId, { mode: 'again', reason: 'still wanted' });
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed' }]);
});

test('another driver who waits for a key for three weeks goes on another word', async () => {
  const { world, run, rest, deliveries, calls } = calmWorld();
  await run();
  world.service.takesKey = () => false;
  const references = { orderReference: '1001' as OrderReference, newReference: '1001-R2' as OrderReference };
  world.people.press(shop, orderId, { mode: 'new', ...references, reason: 'never came' });
  await world.runFor(600_000, 20_000);
  world.scheduler.skip(weeks);
  world.service.takesKey = () => true;
  world.shops.saveKey(shop, 'key-2');
  await rest();
  const sent = calls().filter((call) => call === 'place 1001-R2');
  expect(deliveries().at(-1)).toMatchObject({ state: 'needs_attention', reason: { code: 'too_late' } });
  world.people.press(shop, orderId, { mode: 'again', orderReference: '1001-R2', reason: 'still wanted' });
  await rest();
  expect(deliveries().at(-1)).toMatchObject({ state: 'placed' });
  expect(calls().filter((call) => call === 'place 1001-R2')).toHaveLength(sent.length + 1);
});

test('what takes the place of goods that a press did not send is as the rules have it', async () => {
  const { world, rest, calls, deliveries } = await refusedWorld();
  const { settings } = world.shops.record(shop);
  world.shops.change(shop, { settings: { ...settings, automation: { ...settings.automation, mode: 'manual' } } });
  world.shopify.changeGoods(shop, orderId, exchange);
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'goods_moved' } }]);
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'skipped', reason: { code: 'manual_mode' } });
  world.people.press(shop, orderId, { mode: 'again', reason: 'now' });
  await rest();
  expect(deliveries().at(-1)).toMatchObject({ state: 'placed' });
  expect(calls()).toHaveLength(2);
});
