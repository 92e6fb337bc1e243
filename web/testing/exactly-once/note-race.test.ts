import { expect, test } from 'vitest';
import { noteHash } from '#deliveries/order.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import { SimWorld } from '#testing/simulation/sim-world.ts';

const shop = 'a.myshopify.com' as ShopDomain;
const orderId = orderIdOf(1001);
const linesOf = (note: string | null | undefined): number => note?.match(/^Same-day delivery /gmu)?.length ?? 0;

test('a note that another run has written over with fewer lines, after it was looked at, is written again', async () => {
  let looked = false;
  let overwritten = 0;
  const world: SimWorld = new SimWorld({
    seed: 1,
    workers: 1,
    stepMs: 0,
    callMs: 0,
    rowdy: false,
    onStep: (_process, step) => {
      const order = world.shopify.order(shop, orderId);
      if (step === 'after the note') looked = linesOf(order?.note) === 2;
      if (step !== 'before commit' || !looked || overwritten > 0) return;
      overwritten += 1;
      const note = order?.note?.replace(/\r?\n?Same-day delivery 1001-2:[^\r\n]*/u, '') ?? '';
      expect(linesOf(note)).toBe(1);
      world.shopify.edit(shop, orderId, { note }, 'app');
      const updatedAt = Date.parse(world.shopify.order(shop, orderId)?.updatedAt ?? '');
      void world.orders.change(shop, orderId, ({ order: row }) => ({
        change: row && { order: { ...row, ownWrite: { updatedAt, noteHash: noteHash(note) } } },
        result: null,
      }));
    },
    faults: { place: () => 'none', lookup: () => 'none' },
  });
  world.shops.add(shop, 'key', '');
  world.shopify.addOrder(shop, 1001, 2);
  world.notify(shop, orderId, 'orders/paid');
  await world.runToRest(3_600_000, 5_000);
  expect(overwritten).toBe(1);
  expect(linesOf(world.shopify.order(shop, orderId)?.note)).toBe(2);
});
