import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packingList } from '#api-contract/packing-list.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

let world: LocalWorld;
let orders: { booked: string; waiting: string; other: string };

beforeAll(async () => {
  world = await startTestWorld();
  const pay = (kind: 'paid' | 'noPhone') => world.store.addOrder(demoShop, orderKinds[kind]({ paid: true }));
  const [booked, waiting, other] = [pay('paid'), pay('noPhone'), pay('paid')];
  orders = { booked: booked.id, waiting: waiting.id, other: other.id };
  for (const { id } of [booked, other]) {
    await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  }
  await world.orderUntil(waiting.id, ({ state }) => state === 'needs_attention');
  await renameKey('lost.');
});
afterAll(async () => {
  await renameKey('');
  await world.close();
});

/** What is encrypted of two orders names a key that is not at hand, or its own again. */
async function renameKey(prefix: string): Promise<void> {
  const { db } = world.app.context.storage;
  for (const table of ['shop_order', 'delivery'] as const) {
    await db
      .updateTable(table)
      .set({ private: sql`regexp_replace(private, '^1\\.(lost\\.)?', ${`1.${prefix}`})` })
      .where('shop', '=', demoShop as ShopDomain)
      .where('order_id', 'in', [orders.booked, orders.waiting])
      .execute();
  }
}

test.each(['/api/overview', '/api/deliveries', '/api/deliveries?view=needs_you', '/api/figures'])(
  'orders that no key at hand opens hide no others: %s',
  async (path) => {
    const answer = await world.api('GET', path);
    expect(answer).toMatchObject({ status: 200 });
  },
);

test("they stand in the list without their buyers, and an order's own page says what is the matter", async () => {
  const { body } = await world.api('GET', '/api/deliveries');
  const rows = (body as { deliveries: { orderId: string; customerName: string | null }[] }).deliveries;
  const names = Object.fromEntries(rows.map(({ orderId, customerName }) => [orderId, customerName]));
  expect(names).toEqual({ [orders.booked]: null, [orders.waiting]: null, [orders.other]: expect.any(String) });
  expect(await world.api('GET', `/api/orders/${orders.booked}`)).toMatchObject({ status: 503 });
  expect((await world.api('GET', `/api/orders/${orders.other}`)).status).toBe(200);
});

test('the packing list of a slot lists them without recipient and goods, and the others whole', async () => {
  const slot = (await world.orderView(orders.other))?.deliveries[0]?.slot;
  const query = new URLSearchParams({ start: slot?.start ?? '', end: slot?.end ?? '' });
  const answer = await world.api('GET', `/api/packing-list?${query}`);
  const { deliveries } = packingList.parse(answer.body);
  const told = Object.fromEntries(
    deliveries.map(({ orderId, recipient, items }) => [orderId, [recipient, items.length]]),
  );
  expect(told).toEqual({ [orders.booked]: [null, 0], [orders.other]: [expect.any(String), expect.any(Number)] });
});
