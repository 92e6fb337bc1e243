import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { add, hold, remove } from '#testing/simulation/sim-goods.ts';
import type { SimWorld } from '#testing/simulation/sim-world.ts';

const hour = 3_600_000;
const weeks = 20 * 24 * hour;

/** The shop has moved: Shopify shows its address of now with all orders. */
function moveShop({ shopify }: SimWorld): void {
  const { fulfillmentOrders = [] } = shopify.order(shop, orderId) ?? {};
  const moved = fulfillmentOrders.map((one) => ({ ...one, location: { ...one.location, address1: '99 New Rd' } }));
  shopify.edit(shop, orderId, { fulfillmentOrders: moved });
}

const changes: [what: string, change: (world: SimWorld) => void][] = [
  ["the recipient's number", ({ shopify }) => shopify.changePhone(shop, orderId, '083 111 2222')],
  ['the address of the shop', moveShop],
  ['fewer goods', ({ shopify }) => shopify.changeGoods(shop, orderId, remove)],
  ['goods on hold', ({ shopify }) => shopify.changeGoods(shop, orderId, hold)],
  ['a risk of fraud', ({ shopify }) => shopify.edit(shop, orderId, { riskRecommendation: 'CANCEL' })],
  ['another method', ({ edits }) => edits.changeMethod(shop, orderId, 'Post')],
];

/** Booked, and the service never says what became of it. */
async function changedAfter(ms: number, change: (world: SimWorld) => void) {
  const { world, run, deliveries } = calmWorld();
  await run();
  await world.runFor(ms, 200_000);
  change(world);
  await world.runFor(hour, 200_000);
  return { world, deliveries, told: () => deliveries().flatMap(({ drift }) => drift.map(({ about }) => about)) };
}

test.each(changes)('%s is told of while the driver may come, and weeks later to nobody', async (_what, change) => {
  expect((await changedAfter(hour, change)).told()).toHaveLength(1);
  expect((await changedAfter(weeks, change)).told()).toEqual([]);
});

test.each<[what: string, change: (world: SimWorld) => void, about: string]>([
  ['goods that come', ({ shopify }) => shopify.changeGoods(shop, orderId, add), 'goods_without_driver'],
  ['a day that is named', ({ edits }) => edits.name(shop, orderId, ['2027-01-04', '2027-01-04']), 'request'],
])('%s weeks later want another driver', async (_what, change, about) => {
  expect((await changedAfter(weeks, change)).told()).toEqual([about]);
});

test('what was told in time stays, whatever is changed weeks later', async () => {
  const { world, told } = await changedAfter(hour, ({ shopify }) => shopify.changePhone(shop, orderId, '083 111 2222'));
  await world.runFor(weeks, 200_000);
  moveShop(world);
  await world.runFor(hour, 200_000);
  expect(told()).toEqual(['request']);
});
