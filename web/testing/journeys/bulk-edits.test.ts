import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { orderRecord } from '#storage/panel/testing/seed-orders.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { OrderView } from '#store-simulator/control/order-view.ts';
import { startWorker, type Worker } from '#worker/worker.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { resting } from './journey.ts';

const soon = { timeout: 60_000, interval: 20 };
const shop = demoShop as ShopDomain;
let world: LocalWorld;
let worker: Worker | null = null;

/** Webhooks come in while no worker runs: what then has its turn first depends on nobody's speed. */
beforeEach(async () => {
  world = await startTestWorld({
    store: { throttle: null },
    config: (config) => ({ ...config, role: 'web' }),
  });
});
afterEach(async () => {
  await worker?.stop(1_000);
  worker = null;
  await world.close();
});

const start = async () => {
  worker = await startWorker(world.app.context);
};
/** The orders that were read whole, in the order of their reads. */
const reads = (): string[] =>
  world.store
    .calls(demoShop)
    .filter(({ operationName }) => operationName === 'ReadOrder')
    .map(({ variables }) => String(variables['id']).replace(/\D/g, ''));
const readsOf = (orderId: string): number => reads().filter((id) => id === orderId).length;

/** Orders that rest as skipped; those of Shopify are as old. */
async function restingOrders(count: number): Promise<OrderView[]> {
  const orders = Array.from({ length: count }, () =>
    world.store.addOrder(demoShop, orderKinds.unpaid({ quiet: true })),
  );
  for (const [index, { id, number, name, updatedAt }] of orders.entries()) {
    const at = Date.parse(updatedAt);
    const facts = {
      orderId: id as OrderId,
      number,
      name,
      state: 'skipped' as const,
      paid: false,
      shopifyUpdatedAt: at,
    };
    const order = { ...orderRecord(shop, index), ...facts };
    await world.app.context.storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
  }
  return orders;
}

it('a paid order is read before the news of 400 orders that rest', async () => {
  const { store } = world;
  for (const { id } of await restingOrders(400)) store.updateOrder(demoShop, id, { note: 'packed in bulk' });
  await store.webhooksSettled();
  const paid = store.addOrder(demoShop, orderKinds.paid());
  await store.webhooksSettled();
  await start();
  await vi.waitFor(() => expect(reads()).toContain(paid.id), soon);
  expect(reads().indexOf(paid.id)).toBeLessThan(4);

  // Also while they are being read.
  const second = store.addOrder(demoShop, orderKinds.paid());
  const before = reads().length;
  await vi.waitFor(() => expect(reads()).toContain(second.id), soon);
  expect(reads().lastIndexOf(second.id) - before).toBeLessThan(60);
  expect(before).toBeLessThan(300);
});

/** No webhook waits for anything. */
const takenIn = () =>
  vi.waitFor(async () => {
    await world.store.webhooksSettled();
    const { db } = world.app.context.storage;
    const open = await db.selectFrom('webhook').select('topic').where('state', 'in', ['new', 'dispatched']).execute();
    expect(open).toEqual([]);
  }, soon);

it('a tag on a resting order costs no read of it, unless a rule asks for tags or something else changed too', async () => {
  const { store } = world;
  await start();
  const skipped = store.addOrder(demoShop, orderKinds.unpaid());
  const placed = store.addOrder(demoShop, orderKinds.paid());
  store.updateOrder(demoShop, skipped.id, { note: 'will pay later' });
  for (const { id } of [skipped, placed]) await world.orderUntil(id, resting);
  await takenIn();
  const counts = () => [readsOf(skipped.id), readsOf(placed.id)];
  const [once, twice] = counts() as [number, number];

  for (const tags of [['spring'], ['spring', 'packed']])
    for (const { id } of [skipped, placed]) {
      store.updateOrder(demoShop, id, { tags });
      await takenIn();
    }
  expect(counts()).toEqual([once, twice]);

  store.updateOrder(demoShop, placed.id, { tags: ['moved'], shippingAddress: { address1: '9 Other Street' } });
  const drifted = await world.orderUntil(placed.id, ({ deliveries }) => (deliveries[0]?.drift.length ?? 0) > 0);
  expect(drifted.state).toBe('placed');
  await takenIn();

  const [quiet] = counts() as [number, number];
  await world.api('PUT', '/api/settings', { automation: { excludeTags: ['no driver'] } });
  store.updateOrder(demoShop, skipped.id, { tags: ['no driver'] });
  await takenIn();
  expect(readsOf(skipped.id)).toBe(quiet + 1);
});
