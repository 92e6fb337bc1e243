import { describe, expect, test } from 'vitest';
import type { FulfillmentOrder } from '#placement/shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleOrder } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { now } from '#testing/deliveries/example-delivery.ts';
import { simLocation } from '#testing/simulation/sim-goods.ts';
import type { Standing } from '../delivery.ts';
import { exchangedUntil, lookAgainAt, lookForGoodsAt } from './look-again.ts';

const minute = 60_000;
const { fulfillmentOrders } = exampleOrder();
const waiting = (waitsFor: Standing['waitsFor']): Standing => ({ state: 'held', reason: null, waitsFor });
const deadline = now + 60 * minute;

test.each<[string, Standing[], number | null]>([
  ['nothing waits', [waiting(null)], null],
  ['no time is known', [waiting({ kind: 'opening', at: null })], now + 5 * minute],
  ['it opens', [waiting({ kind: 'opening', at: now + minute })], now + minute],
  ['several wait', [waiting({ kind: 'opening', at: now + 9 }), waiting({ kind: 'opening', at: now + 7 })], now + 7],
  ['a hold is to be released', [waiting({ kind: 'release' })], now + 360 * minute],
  ['it is to be packed', [waiting({ kind: 'packing' })], now + 60 * minute + 1],
])('where %s', (_name, standings, at) => {
  expect(lookAgainAt(standings, now, deadline)).toBe(at);
});

test('what was to be packed by now is looked at now and then', () => {
  expect(lookAgainAt([waiting({ kind: 'packing' })], now, now - 1)).toBe(now + 360 * minute);
});

test.each([
  ['has none and was made just now', { createdAt: now }, now + minute],
  ['has none and was made minutes ago', { createdAt: now - 4 * minute }, now + 4 * minute],
  ['has none and was made long ago', { createdAt: now - 10 * minute }, null],
  ['has none and was changed a minute ago', { updatedAt: now - 2 * minute + 1 }, now + minute],
  [
    'has none, was made minutes ago and changed just now',
    { createdAt: now - 4 * minute, updatedAt: now },
    now + minute,
  ],
  ['has none and was changed before that', { updatedAt: now - 2 * minute }, null],
  ['has none and was changed by the app itself', { updatedAt: now, ownWriteAt: now }, null],
  ['has none and was changed since the app did', { updatedAt: now, ownWriteAt: now - 1 }, now + minute],
  ['has some', { createdAt: now, updatedAt: now, fulfillmentOrders }, null],
  ['has some and was changed', { fulfillmentOrders, topics: ['orders/updated', 'orders/paid'] }, null],
  ['has some and was edited', { fulfillmentOrders, topics: ['orders/updated', 'orders/edited'] }, now + minute],
  [
    'has some and was edited a while ago',
    { fulfillmentOrders, topics: ['orders/edited'], toldAt: now - minute + 1 },
    now + 1,
  ],
  [
    'has some and was edited a minute ago',
    { fulfillmentOrders, topics: ['orders/edited'], toldAt: now - minute },
    null,
  ],
])('goods of an order that %s', (_name, given, at) => {
  const none = { fulfillmentOrders: [], ownWriteAt: null, topics: [] as string[], toldAt: now };
  const order = { createdAt: 0, updatedAt: 0, ...none, ...given };
  const [createdAt = '', updatedAt = ''] = [order.createdAt, order.updatedAt].map((ms) => new Date(ms).toISOString());
  const ownWrite = order.ownWriteAt === null ? null : { updatedAt: order.ownWriteAt, noteHash: '' };
  const webhooks = order.topics.map((topic) => ({ topic, receivedAt: order.toldAt }));
  expect(lookForGoodsAt({ ...order, createdAt, updatedAt }, { ownWrite, webhooks }, now)).toBe(at);
});

test.each([
  ['was changed long ago', { updatedAt: now - 3_000 }, null],
  ['was changed just now', { updatedAt: now - 1_000 }, now + 2_000],
  ['is dated a little ahead', { updatedAt: now + 5_000 }, now + 8_000],
  ['is said to be changed tomorrow', { updatedAt: now + 86_400_000 }, null],
  ['was changed while it was read', { updatedAt: now - 8_000, loadedAt: now - 9_000 }, now + 4_000],
  ['was changed just before', { updatedAt: now - 11_000, loadedAt: now - 9_000 }, now + 1_000],
  ['was changed long before', { updatedAt: now - 12_000, loadedAt: now - 9_000 }, null],
  ['was edited', { topics: ['orders/edited'], toldAt: now - 1 }, now + minute - 1],
  ['was edited just now', { updatedAt: now, topics: ['orders/updated', 'orders/edited'] }, now + minute],
  ['was edited a minute ago', { topics: ['orders/edited'], toldAt: now - minute }, null],
])('goods that may take the place of others in an order that %s', (_name, given, until) => {
  const order = { updatedAt: 0, topics: [] as string[], toldAt: now, loadedAt: now, ...given };
  const webhooks = order.topics.map((topic) => ({ topic, receivedAt: order.toldAt }));
  const updatedAt = new Date(order.updatedAt).toISOString();
  expect(exchangedUntil({ updatedAt }, { webhooks, loadedAt: order.loadedAt }, now)).toBe(until);
});

describe('a driver whose goods an edit took away', () => {
  const line = exampleLine({ id: '5990', lineItemId: '99', title: 'Other', remainingQuantity: 1, totalQuantity: 1 });
  const other = exampleFulfillmentOrder({ location: simLocation(0), id: '599', lines: [line] });

  const emptied = (goods: readonly FulfillmentOrder[]) =>
    goods.map((one) => ({
      ...{ ...one, status: 'CLOSED' },
      lines: one.lines.map((each) => ({ ...each, remainingQuantity: 0, totalQuantity: 0 })),
    }));

  test.each([
    ['told of at once', 0],
    ['told of last', 2_000],
  ])(
    'is not called off where Shopify shows others in their place only later, and the edit is %s',
    async (_name, ms) => {
      const { world, run, rest, deliveries, calls } = calmWorld();
      await run();
      const before = world.shopify.order(shop, orderId)?.fulfillmentOrders ?? [];
      const madeAt = world.scheduler.now() + 40_000;
      world.shopify.orders.late.delay(`${shop}/${orderId}`, other, { madeAt, isTold: true });
      world.shopify.edit(shop, orderId, { fulfillmentOrders: [...emptied(before), other] });
      world.scheduler.after(ms, () => world.notify(shop, orderId, 'orders/edited'));
      await rest();
      expect(calls()).toEqual(['place 1001']);
      expect(deliveries()).toMatchObject([
        { state: 'placed', drift: [{ about: 'goods_gone' }, { about: 'goods_without_driver' }] },
      ]);
    },
  );

  test('is not called off by a reading that stood still while the edit was told of', async () => {
    const { world, run, rest, deliveries, calls } = calmWorld();
    await run();
    await world.runFor(11 * minute, 50_000);
    const before = world.shopify.order(shop, orderId)?.fulfillmentOrders ?? [];
    const portsOf = world.portsOf.bind(world);
    let readings = 0;
    world.portsOf = (process) => {
      const ports = portsOf(process);
      const readOrder: typeof ports.shopify.readOrder = async (...asked) => {
        readings += 1;
        if (readings > 1) return ports.shopify.readOrder(...asked);
        const madeAt = world.scheduler.now() + 40_000;
        world.shopify.orders.late.delay(`${shop}/${orderId}`, other, { madeAt, isTold: true });
        world.shopify.edit(shop, orderId, { fulfillmentOrders: [...emptied(before), other] });
        world.notify(shop, orderId, 'orders/edited');
        await world.scheduler.wait(10_000, null);
        return ports.shopify.readOrder(...asked);
      };
      return { ...ports, shopify: { ...ports.shopify, readOrder } };
    };
    world.shopify.edit(shop, orderId, { customAttributes: [{ key: 'gift', value: 'yes' }] });
    await rest();
    expect(calls()).toEqual(['place 1001']);
    expect(deliveries()).toMatchObject([
      { state: 'placed', drift: [{ about: 'goods_gone' }, { about: 'goods_without_driver' }] },
    ]);
  });

  test.each([
    ['nothing came', 'orders/edited', 60_000],
    ['goods went where the app sees none', 'orders/updated', 3_000],
  ])('is called off where %s, in words that say why', async (_name, topic, inMs) => {
    const { world, run, deliveries } = calmWorld();
    await run();
    await world.runFor(11 * minute, 50_000);
    world.shopify.edit(shop, orderId, { fulfillmentOrders: [] });
    world.notify(shop, orderId, topic);
    await world.runFor(inMs - 1_000, 50_000);
    const [booked] = deliveries();
    expect(booked).toMatchObject({ state: 'placed', cancellation: null });
    expect(booked?.drift.map(({ about }) => about)).toContain('goods_gone');
    await world.runFor(2_000, 50_000);
    expect(deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'cancelled_without_goods' } }]);
  });
});

describe('goods that Shopify shows later than it tells of their order, and never tells of, get their driver', () => {
  test.each([0, 3_600_000])('where it was said to be processed %i ms before it was made', async (agoMs) => {
    const { world, deliveries } = calmWorld();
    const at = new Date(world.scheduler.now() - agoMs).toISOString();
    world.shops.change(shop, { installedAt: world.scheduler.now() - 24 * 3_600_000 });
    world.shopify.edit(shop, orderId, { processedAt: at, paidAt: at });
    world.shopify.orders.routedAt.set(`${shop}/${orderId}`, world.scheduler.now() + 5_000);
    world.notify(shop, orderId, 'orders/paid');
    await world.runFor(3_600_000, 50_000);
    expect(deliveries()).toMatchObject([{ state: 'placed' }]);
  });

  const closed = { status: 'CLOSED', lines: [exampleLine({ remainingQuantity: 0 })] };
  test.each([
    ['booked', fulfillmentOrders, { about: 'goods_without_driver' }],
    ['fulfilled by hand', fulfillmentOrders.map((one) => ({ ...one, ...closed })), null],
  ])('or are told of, where an edit adds them to an order that is %s', async (_name, before, told) => {
    const { world, run, deliveries } = calmWorld();
    world.shopify.edit(shop, orderId, { fulfillmentOrders: before });
    await run();
    await world.runFor(3_600_000, 50_000);
    const line = exampleLine({ id: '5990', lineItemId: '99', title: 'Added', remainingQuantity: 1, totalQuantity: 1 });
    world.shopify.edit(shop, orderId, { total: { amount: 500, currency: 'ZAR' } });
    world.notify(shop, orderId, 'orders/edited');
    world.scheduler.after(3_000, () => {
      const order = world.shopify.orders.get(`${shop}/${orderId}`);
      const added = exampleFulfillmentOrder({ ...fulfillmentOrders[0], id: '599', lines: [line] });
      if (order) order.fulfillmentOrders = [...order.fulfillmentOrders, added];
    });
    await world.runFor(3_600_000, 90_000);
    const brought = deliveries().flatMap(({ lines }) => lines.map(({ lineItemId }) => lineItemId));
    if (told) expect(deliveries().flatMap(({ drift }) => drift)).toMatchObject([told]);
    else expect(brought).toContain('99');
  });

  test('or are told of, where the order is read for something else before they are shown', async () => {
    const { world, run, deliveries } = calmWorld();
    world.shopify.edit(shop, orderId, { fulfillmentOrders });
    await run();
    await world.runFor(3_600_000, 50_000);
    const line = exampleLine({ id: '5990', lineItemId: '99', title: 'Added', remainingQuantity: 1, totalQuantity: 1 });
    const added = exampleFulfillmentOrder({ ...fulfillmentOrders[0], id: '599', lines: [line] });
    world.shopify.orders.late.delay(`${shop}/${orderId}`, added, {
      madeAt: world.scheduler.now() + 50_000,
      isTold: true,
    });
    world.shopify.edit(shop, orderId, { fulfillmentOrders: [...fulfillmentOrders, added] });
    world.notify(shop, orderId, 'orders/edited');
    for (const inMs of [10_000, 40_000]) {
      world.scheduler.after(inMs, () => {
        world.shopify.edit(shop, orderId, { total: { amount: inMs, currency: 'ZAR' } });
        world.notify(shop, orderId, 'fulfillment_orders/hold_released');
      });
    }
    await world.runFor(3_600_000, 90_000);
    expect(deliveries().flatMap(({ drift }) => drift)).toMatchObject([{ about: 'goods_without_driver' }]);
    expect(world.orders.stored(shop, orderId)).toMatchObject({ webhooks: [], order: { dueAt: null } });
  });

  test('where an edit adds them to what a third party sends', async () => {
    const { world, deliveries } = calmWorld();
    world.shopify.edit(shop, orderId, { fulfillmentOrders: [] });
    await world.runFor(2 * 3_600_000, 50_000);
    const { order } = world.orders.stored(shop, orderId);
    expect(order).toMatchObject({ state: 'skipped', reason: { code: 'nothing_to_ship' }, dueAt: null });
    world.shopify.orders.routedAt.set(`${shop}/${orderId}`, world.scheduler.now() + 3_000);
    world.shopify.edit(shop, orderId, { fulfillmentOrders });
    await world.runFor(3_600_000, 50_000);
    expect(deliveries()).toMatchObject([{ state: 'placed' }]);
  });
});
