import { expect, test } from 'vitest';
import { reason } from '#deliveries/reasons.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from './local-world.ts';
import { sweepNow } from './sweep-now.ts';
import { startTestWorld } from './test-world.ts';

const placed = async ({ store, orderUntil }: LocalWorld) => {
  const { id, name } = store.addOrder(demoShop, orderKinds.paid());
  await orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  return { id, name };
};

test('a world cannot be closed over an order that broke a promise, nor over a request that is not documented', async () => {
  const world = await startTestWorld();
  const [added, denied] = [await placed(world), await placed(world)];

  // The worker's own comparison, a second after the start, would find what no webhook tells.
  await sweepNow(world, demoShop as ShopDomain);
  world.store.faults.webhooks({ dropProbability: 1 });
  world.store.editOrder(demoShop, added.id, { add: [{ sku: 'TEA-ROO' }] });

  const { orders } = world.app.context.storage;
  await orders.change(demoShop as ShopDomain, denied.id as OrderId, ({ order, deliveries }) => {
    const wrong = { state: 'needs_attention' as const, reason: reason('refused_by_service') };
    const change = { deliveries: deliveries.map((delivery) => ({ ...delivery, ...wrong })) };
    return { change: order ? { ...change, order: { ...order, ...wrong } } : change, result: null };
  });

  await fetch(`${world.courier.url}/v1/nowhere`);

  const problem = await world.close().catch((error: Error) => error.message);
  expect(problem).toMatch(new RegExp(`${added.name}: 1 x .+ at .+, 0 of them in a delivery, and no alarm`));
  expect(problem).toMatch(new RegExp(`${denied.name}: \\d+ is booked, and it says: `));
  expect(problem).toContain('GET /v1/nowhere is not in the document');
});
