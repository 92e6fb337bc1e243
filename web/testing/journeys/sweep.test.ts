import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const orders = 1_400;
const bucket = 1_000;
const soon = { timeout: 60_000, interval: 100 };
let world: LocalWorld;

/** Shopify's bucket on a basic plan, restored quicker; webhooks are lost; 14 pages of changed orders, the newest paid. */
beforeAll(async () => {
  world = await startTestWorld({
    env: { SWEEP_INTERVAL_SECONDS: '2' },
    store: { throttle: { bucket, restorePerSecond: 250 } },
    install: false,
  });
  for (let count = 0; count < orders; count += 1) {
    world.store.addOrder(demoShop, orderKinds.unpaid({ quiet: true }));
  }
});
afterAll(() => world.close());

const overview = async () => {
  const { body } = await world.api('GET', '/api/overview');
  return body as { comparedAt?: string | null; last24h: { unexplained: number | null } };
};
const lists = () => world.store.calls(demoShop).filter(({ operationName }) => operationName === 'ListUpdatedOrders');

it('a comparison of more orders than the shop’s points hold goes on page by page and ends', async () => {
  // Paid before the first comparison begins, which the first call of the shop starts, and no second before that install.
  const processedAt = Date.now() + 10_000;
  const paid = world.store.addOrder(demoShop, orderKinds.paid({ quiet: true, processedAt }));
  await world.api('PUT', '/api/settings', { courier: { apiKey: liveKey } });
  expect(await overview()).toMatchObject({ comparedAt: null, last24h: { unexplained: null } });

  const found = await world.orderUntil(paid.id, ({ state }) => state === 'placed', 8_000);
  expect(found.deliveries).toHaveLength(1);
  // The payment was found first: the list of changes was still to come.
  const swept = await world.app.context.storage.db
    .selectFrom('webhook')
    .select('received_at')
    .where('topic', '=', 'sweep/paid')
    .executeTakeFirstOrThrow();
  const seen = lists().filter(({ at }) => at < swept.received_at.getTime());
  expect(seen).toHaveLength(1);

  await vi.waitFor(async () => expect((await overview()).comparedAt).not.toBeNull(), soon);
  expect(await overview()).toMatchObject({ last24h: { unexplained: 0 } });

  // It asked for no page twice, and left half of the points to orders.
  const pages = lists().filter(({ errors }) => errors.length === 0);
  const asked = pages.map(({ variables }) => JSON.stringify(variables)).slice(0, 15);
  expect(new Set(asked).size).toBe(15);
  const left = pages.map(({ cost }) => cost?.throttleStatus.currentlyAvailable ?? 0);
  // One page may be taken from the other half, and a read of the order was under way.
  expect(Math.min(...left)).toBeGreaterThan(bucket / 2 - 300);
  expect(lists().flatMap(({ errors }) => errors)).toEqual([]);
});
