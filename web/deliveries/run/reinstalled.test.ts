import { expect, test } from 'vitest';
import type { ShopOrder } from '#placement/shop-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { wasTakenIn } from './judge.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** An order waits while the shop is paused; the app goes, and comes back. */
async function reinstalled(awayMs: number, changes: Partial<ShopOrder> = {}) {
  const given = calmWorld({ order: changes });
  const { world, run, rest } = given;
  const { shops, scheduler } = world;
  const { settings } = shops.record(shop);
  shops.change(shop, { settings: { ...settings, paused: true } });
  await run();
  shops.change(shop, { uninstalledAt: scheduler.now() });
  await world.runFor(awayMs, 200_000);
  shops.change(shop, { uninstalledAt: null, installedAt: scheduler.now() });
  shops.change(shop, { settings });
  shops.wakeWaiting(shop, 0);
  await rest();
  return { ...given, order: () => world.orders.stored(shop, orderId).order };
}

test('an order that waited when the app was uninstalled goes on once it is back, and stays taken in', async () => {
  const { order, calls, world, run } = await reinstalled(hour);
  expect(order()).toMatchObject({ state: 'placed' });
  world.shops.change(shop, { installedAt: world.scheduler.now() });
  world.shopify.edit(shop, orderId, { tags: ['seen'] });
  await run('orders/updated');
  expect(order()).toMatchObject({ state: 'placed' });
  expect(calls()).toEqual(['place 1001']);
});

test('one that is too old by then is asked about', async () => {
  const { order, calls } = await reinstalled(14 * day);
  expect(order()).toMatchObject({ state: 'needs_attention', reason: { code: 'too_old' } });
  expect(calls()).toEqual([]);
});

test('one that was left unpaid goes once it is paid', async () => {
  const { order, world, run } = await reinstalled(hour, { financialStatus: 'PENDING', paidAt: null });
  expect(order()).toMatchObject({ state: 'skipped', reason: { code: 'not_paid' } });
  const paidAt = new Date(world.scheduler.now()).toISOString();
  world.shopify.edit(shop, orderId, { financialStatus: 'PAID', paidAt });
  await run();
  expect(order()).toMatchObject({ state: 'placed' });
});

test('one from before the first installation stays skipped', async () => {
  const { order, calls, run, world } = await reinstalled(hour, { processedAt: '2026-11-19T10:00:00Z' });
  world.shopify.edit(shop, orderId, { tags: ['seen'] });
  await run('orders/updated');
  expect(order()).toMatchObject({ state: 'skipped', reason: { code: 'before_install' } });
  expect(calls()).toEqual([]);
});

test.each([
  ['before', -1, true],
  ['since', 0, false],
])('one of which only a webhook is known counts by that: it came %s the installation', (_when, afterMs, expected) => {
  const webhook = { receivedAt: 5_000 + afterMs } as never;
  expect(wasTakenIn(null, { shop: { installedAt: 5_000 }, webhooks: [webhook] })).toBe(expected);
});
