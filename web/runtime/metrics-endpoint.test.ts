import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { freePort } from '#testing/free-port.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

const shop = demoShop as ShopDomain;
let world: LocalWorld;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  world = await startTestWorld({ env: { METRICS_PORT: `${metricsPort}` } });
});
afterAll(() => world.close());

test('GET /metrics of a running app shows how the whole installation stands', async () => {
  const { storage } = world.app.context;
  const troubled = world.store.addOrder(demoShop, orderKinds.noPhone({ paid: true }));
  await world.orderUntil(troubled.id, ({ state }) => state === 'needs_attention');
  await world.store.webhooksSettled();
  await expect
    .poll(() => storage.db.selectFrom('webhook').select('id').where('state', '!=', 'done').execute())
    .toEqual([]);
  // Known to be paid, and in no state: nothing else may ever bring it to one, or the ledger would be whole again.
  const longAgo = new Date(Date.now() - 16 * 60_000);
  const lost = { shop, order_id: '404', processed_at: new Date(), seen_at: longAgo };
  await storage.db.insertInto('paid_order').values(lost).execute();
  await storage.shops.changeHealth(shop, 'live', (health) => ({ health: { ...health, hold: 'key' }, result: null }));
  const later = Date.now() + 3_600_000;
  await storage.runs.ask(storage.db, [{ shop, orderId: troubled.id as OrderId, at: later }]);

  const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  // A run that is still under way is none that waits.
  await expect.poll(read).toMatch(/^queue_jobs\{queue="orders",state="deferred"\} [1-9]\d*$/m);
  const metrics = await read();
  const lines = metrics.split('\n');
  expect(lines).toContain('needs_attention 1');
  expect(lines).toContain('ledger_mismatch 1');
  expect(lines).toContain('breaker_state{state="key_refused"} 1');
  expect(lines).toContain('breaker_state{state="closed"} 0');
  expect(metrics).toMatch(/^queue_jobs\{queue="orders",state="ready"\} \d+$/m);
  expect(metrics).toMatch(/^queue_oldest_age_seconds \d/m);
  expect(metrics).not.toContain(demoShop);
  expect(metrics).not.toContain(troubled.id);
});
