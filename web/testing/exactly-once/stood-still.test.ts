import { expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { timing } from '#testing/simulation/sim-options.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import { SimWorld } from '#testing/simulation/sim-world.ts';

const shop = 'a.myshopify.com' as ShopDomain;
const orderId = orderIdOf(1001);

test('a process that stood still past its lease before the first byte does not send, and asks the service first', async () => {
  let commits = 0;
  const world: SimWorld = new SimWorld({
    seed: 1,
    workers: 2,
    stepMs: 0,
    callMs: 150,
    rowdy: false,
    onStep: (process, step) => {
      // The first commit is the decision, the second the claim: stopped between claim and call.
      if (step === 'after commit' && ++commits === 2) world.runs.stop(process, 3 * timing.leaseMs);
    },
    faults: { place: () => 'none', lookup: () => 'none' },
  });
  world.shops.add(shop, 'key', '');
  world.shopify.addOrder(shop, 1001, 1);
  world.notify(shop, orderId, 'orders/paid');
  await world.runToRest(3_600_000, 5_000);
  expect(world.orders.stored(shop, orderId).order?.state).toBe('placed');
  expect(world.service.calls.map(({ kind, answer }) => `${kind} ${answer}`)).toEqual([
    'lookup not_found',
    'place placed',
  ]);
});
