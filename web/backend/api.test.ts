import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalWorld, startLocalWorld } from '#testing/local-world.ts';

let world: LocalWorld;
const shop = 'demo-shop.myshopify.com';

beforeAll(async () => {
  world = await startLocalWorld();
});
afterAll(() => world.close());

test('a paid order is placed and shown with its slot', async () => {
  const order = world.store.addOrder(shop);
  const view = await world.orderUntil(order.id, ({ state }) => state === 'placed');
  expect(view.deliveries[0]?.slot?.start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/);
  const again = await world.api('POST', `/api/orders/${order.id}/send`, { mode: 'again' });
  expect(again.status).toBe(409);
});
