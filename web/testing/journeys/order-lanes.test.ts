import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ unjudged: 'four reads hang on purpose, longer than the test' });
});
afterAll(() => world.close());

it('reads four orders of one shop at a time, and other orders go on while one hangs', async () => {
  const { store } = world;
  const reads = () => store.calls(demoShop).filter(({ operationName }) => operationName === 'ReadOrder');
  store.faults.next({ call: 'graphql', operationName: 'ReadOrder', effect: { kind: 'hang' }, times: 4 });
  const orders = Array.from({ length: 12 }, () => store.addOrder(demoShop, orderKinds.paid()));
  expect(new Set(orders.map(({ id }) => BigInt(id) % 32_768n)).size).toBe(1);
  await vi.waitFor(() => expect(reads().length).toBeGreaterThanOrEqual(4), { timeout: 30_000, interval: 20 });
});
