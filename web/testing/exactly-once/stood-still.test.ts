import { expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { calm, timing } from '#testing/simulation/sim-options.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import { SimWorld } from '#testing/simulation/sim-world.ts';

const shop = 'a.myshopify.com' as ShopDomain;
const orderId = orderIdOf(1001);
const twoWorkers = { ...calm, workers: 2, callMs: 150 };

async function paid(world: SimWorld): Promise<void> {
  world.shops.add(shop, 'key', '');
  world.shopify.addOrder(shop, 1001, 1);
  world.notify(shop, orderId, 'orders/paid');
  await world.runToRest(3_600_000, 5_000);
}

test('a process that stood still past its lease before the first byte does not send, and asks the service first', async () => {
  let commits = 0;
  const world: SimWorld = new SimWorld({
    ...twoWorkers,
    onStep: (process, step) => {
      // The first commit is decision and claim: stopped between them and the call.
      if (step === 'after commit' && ++commits === 1) world.runs.stop(process, 3 * timing.leaseMs);
    },
  });
  await paid(world);
  expect(world.orders.stored(shop, orderId).order?.state).toBe('placed');
  expect(world.service.calls.map(({ kind, answer }) => `${kind} ${answer}`)).toEqual([
    'lookup not_found',
    'place placed',
  ]);
});

test('a run that stood still before its decision, and was overtaken, decides nothing', async () => {
  let commits = 0;
  const world: SimWorld = new SimWorld({
    ...twoWorkers,
    onStep: (process, step) => {
      if (step !== 'before commit' || ++commits !== 1) return;
      world.runs.stop(process, 3 * timing.leaseMs);
      // The run that overtakes it finds the shop paused: nothing but the end of the pause makes the order due again.
      const { settings } = world.shops.record(shop);
      world.shops.change(shop, { settings: { ...settings, paused: true } });
    },
  });
  await paid(world);
  const { order } = world.orders.stored(shop, orderId);
  expect([order?.state, order?.reason?.code]).toEqual(['held', 'paused']);
  expect(world.service.calls).toEqual([]);
});

test('a run that stood still before its claim, and was overtaken, takes nothing that nobody would come back to', async () => {
  let commits = 0;
  let calls = 0;
  const world: SimWorld = new SimWorld({
    ...twoWorkers,
    onStep: (process, step) => {
      // Decision and claim, then the answer of a first try that was never sent; the third is the claim of the next try.
      if (step === 'before commit' && ++commits === 3) world.runs.stop(process, 3 * timing.leaseMs);
    },
    // The run that overtakes it leaves the delivery to the key, whose acceptance wakes what is held.
    faults: { place: () => (++calls === 1 ? 'unsent' : 'none'), lookup: () => 'none' },
  });
  const begun = world.scheduler.now();
  world.service.takesKey = () => calls <= 1 || world.scheduler.now() > begun + 60_000;
  await paid(world);
  expect(world.orders.stored(shop, orderId).order?.state).toBe('placed');
});

test('a process that stood still past its lease before a cancellation does not send it: the next run asks first', async () => {
  let stopped = 0;
  const world: SimWorld = new SimWorld({
    ...twoWorkers,
    onStep: (process, step) => {
      const [delivery] = world.orders.stored(shop, orderId).deliveries.values();
      // The commit that follows the service's word on the driver, before the call to cancel.
      if (step !== 'after commit' || !delivery?.cancellation?.asked || stopped++ > 0) return;
      world.runs.stop(process, 3 * timing.leaseMs);
      // Meanwhile the order's goods are there again, and nobody wants the delivery cancelled any more.
      world.shopify.changeGoods(shop, orderId, () => before);
      world.notify(shop, orderId, 'orders/updated');
    },
  });
  await paid(world);
  const before = world.shopify.order(shop, orderId)?.fulfillmentOrders ?? [];
  world.shopify.changeGoods(shop, orderId, () => before.map((one) => ({ ...one, status: 'CANCELLED' })));
  world.notify(shop, orderId, 'orders/updated');
  await world.runToRest(3_600_000, 5_000);
  expect(stopped).toBeGreaterThan(0);
  expect([...world.service.stored.values()].map(({ state }) => state)).toEqual(['PENDING PICKUP']);
  expect([...world.orders.stored(shop, orderId).deliveries.values()]).toMatchObject([
    { state: 'placed', cancellation: null },
  ]);
});
