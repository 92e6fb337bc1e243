import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';
import { orderKinds } from './order-kinds.ts';
import { variedOrder } from './varied-order.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore();
});
afterAll(() => running.close());

test('varied orders differ in buyer and goods, and each can be delivered within its own city', () => {
  const orders = Array.from({ length: 40 }, (_, index) => running.store.addOrder(shop, variedOrder(index)));
  const looks = orders.map(({ shippingAddress, lines }) =>
    JSON.stringify([
      shippingAddress?.phone,
      shippingAddress?.address1,
      lines.map((line) => [line.title, line.quantity]),
    ]),
  );
  expect(new Set(looks).size).toBe(40);
  expect(new Set(orders.map(({ shippingAddress }) => shippingAddress?.lastName)).size).toBeGreaterThan(15);
  for (const { fulfillmentOrders, shippingAddress } of orders) {
    const isInGauteng = shippingAddress?.provinceCode === 'GP';
    expect(fulfillmentOrders.map(({ locationName }) => locationName.startsWith('Johannesburg'))).toEqual([isInGauteng]);
  }
});

test('what is awkward about an order stands on the store’s pages, and no app hears of it', async () => {
  const order = running.store.addOrder(shop, orderKinds.noPhone());
  await running.store.webhooksSettled();
  const read = async (path: string) => (await fetch(`${running.store.url}/store/demo-shop/orders${path}`)).text();
  for (const path of ['', '/rows', `/${order.id}`]) expect(await read(path), path).toContain('>No phone</span>');
  expect(running.received.length).toBeGreaterThan(0);
  const heard = running.received.map(({ body }) => body.toString()).join();
  expect(heard + JSON.stringify(running.store.order(shop, order.id))).not.toMatch(/awkward|No phone/);
});

test('each order that is created in the admin looks other than the one before', async () => {
  const before = running.store.orders(shop).length;
  for (let index = 0; index < 3; index += 1) {
    const made = await fetch(`${running.store.url}/store/demo-shop/orders`, { method: 'POST' });
    expect(made.status).toBe(200);
  }
  const created = running.store.orders(shop).slice(before);
  expect(new Set(created.map(({ shippingAddress }) => shippingAddress?.lastName)).size).toBe(3);
});
