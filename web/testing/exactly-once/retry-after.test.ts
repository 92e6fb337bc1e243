import { expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { calm } from '#testing/simulation/sim-options.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import { SimWorld } from '#testing/simulation/sim-world.ts';

const shop = 'a.myshopify.com' as ShopDomain;
const orderId = orderIdOf(1001);

test('a pause that ends before the service wants to hear again does not shorten its Retry-After', async () => {
  let answers = 0;
  const world: SimWorld = new SimWorld({
    ...calm,
    callMs: 150,
    faults: { place: () => (++answers === 1 ? 'rate_limited' : 'none'), lookup: () => 'none' },
  });
  const pause = (paused: boolean) => {
    const { settings } = world.shops.record(shop);
    world.shops.change(shop, { settings: { ...settings, paused } });
  };
  world.shops.add(shop, 'key', '');
  world.shopify.addOrder(shop, 1001, 1);
  world.notify(shop, orderId, 'orders/paid');
  for (let ms = 0; world.service.calls[0]?.finishedAt == null && ms < 5_000; ms += 10) await world.runFor(10, 5_000);
  pause(true);
  world.shopify.edit(shop, orderId, { note: 'Ring twice' });
  world.notify(shop, orderId, 'orders/updated');
  await world.runFor(50, 5_000);
  expect(world.orders.stored(shop, orderId).order?.reason?.code).toBe('paused');
  pause(false);
  world.shops.wakeWaiting(shop, 0);
  await world.runToRest(3_600_000, 5_000);
  const [first, second] = world.service.calls.filter(({ kind }) => kind === 'place');
  expect(first).toMatchObject({ answer: 'rate_limited', retryAfterMs: expect.any(Number) });
  expect((second?.startedAt ?? 0) - (first?.finishedAt ?? 0)).toBeGreaterThanOrEqual(first?.retryAfterMs ?? 0);
  expect(world.orders.stored(shop, orderId).order?.state).toBe('placed');
});
