import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openGate } from '#deliveries/gate.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, startLocalWorld } from '#testing/local-world.ts';

const shop = demoShop as ShopDomain;
const soon = { timeout: 10_000, interval: 50 };

test('a lane rests after each order that a shut gate holds back, and goes on when the gate opens', async () => {
  const world = await startLocalWorld();
  onTestFinished(() => world.close());
  const { storage } = world.app.context;
  const probeAt = Date.now() + 3_600_000;
  await storage.shops.changeGate(shop, 'live', (gate) => ({
    gate: { ...gate, breaker: 'open', probeAt },
    result: null,
  }));

  const orders = Array.from({ length: 3 }, () => world.store.addOrder(demoShop, orderKinds.paid()));
  for (const { id } of orders) await world.orderUntil(id, ({ state }) => state === 'held');
  const turns = sql<{ order_id: string; ms: number }>`
    select data ->> 'orderId' as order_id, max(extract(epoch from completed_on - started_on) * 1000)::float8 as ms
    from job_queue.job where state = 'completed' group by 1`;
  await vi.waitFor(async () => {
    const { rows } = await turns.execute(storage.db);
    expect(
      rows
        .filter(({ ms }) => ms >= 240)
        .map(({ order_id }) => order_id)
        .sort(),
    ).toEqual(orders.map(({ id }) => id).sort());
  }, soon);

  await storage.shops.changeGate(shop, 'live', () => ({ gate: openGate, result: null }));
  await storage.shops.wakeHeld(shop, 0);
  for (const { id } of orders) await world.orderUntil(id, ({ state }) => state === 'placed');
});
