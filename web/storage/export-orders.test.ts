import { randomBytes } from 'node:crypto';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { type ExportedOrder, exportOrders } from './export-orders.ts';
import type { Storage } from './open-storage.ts';
import { seedOrders } from './panel/testing/seed-orders.ts';
import { openTestStorage } from './testing/engines.ts';
import { encryptBody } from './webhook-body.ts';

const shop = 'many-orders.myshopify.com' as ShopDomain;
const other = 'another.myshopify.com' as ShopDomain;
let storage: Storage;

beforeAll(async () => {
  const fail = (error: unknown) => {
    throw error;
  };
  storage = await openTestStorage('pglite', { onError: fail });
  await seedOrders(storage, shop, 24);
  await seedOrders(storage, other, 5);
  const { db } = storage;
  await sql`insert into attempt (shop, order_id, id, order_reference, account, fence, kind, started_at, outcome)
    select shop, order_id, n || shop || order_id, number, shop, 1, 'place', now() + n * interval '1 second', 'placed'
    from shop_order, generate_series(1, 2) n`.execute(db);
  await sql`insert into audit (shop, actor, action, order_id, detail)
    select shop, 'staff 7', 'cancel', order_id, shop || order_id || n from shop_order, generate_series(1, 2) n
    order by n`.execute(db);
  await sql`insert into access_log (shop, actor, what, order_id)
    select shop, 'staff 7', shop || order_id, order_id from shop_order`.execute(db);
});
afterAll(() => storage.close());

/** The storage, and how many statements its database was given by the one who reads. */
function counted() {
  const given = { statements: 0 };
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      given.statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { given, storage: { ...storage, db: storage.db.withPlugin(counting) } };
}

test('each of many orders has its own calls, audit and views, for a few statements', async () => {
  const rows = await storage.db.selectFrom('shop_order').select('order_id').where('shop', '=', shop).execute();
  const known = rows.map(({ order_id }) => order_id as OrderId);
  const erased = Array.from({ length: 400 }, (_, index) => `${index}` as OrderId);
  const orderIds = [...known.slice(0, 12), ...erased, ...known.slice(12)];
  const { given, storage: asked } = counted();
  const orders: ExportedOrder[] = [];
  for await (const one of exportOrders(asked, shop, { orderIds, customerId: null }).orders) orders.push(one);
  expect(orders.map(({ order }) => order.orderId)).toEqual(known);
  for (const { order, attempts, audit, views } of orders) {
    const own = `${shop}${order.orderId}`;
    expect(attempts.map(({ id }) => id)).toEqual([`1${own}`, `2${own}`]);
    expect(audit.map(({ detail }) => detail)).toEqual([`${own}1`, `${own}2`]);
    expect(views.map(({ what }) => what)).toEqual([own]);
  }
  expect(given.statements).toBeLessThan(20);
});

test('of many long bodies no more are read than are asked for', async () => {
  const [orderId, many] = ['900' as OrderId, 12];
  for (let index = 0; index < many; index += 1) {
    const payload_sealed = encryptBody(storage.cipher, shop, `long-${index}`, randomBytes(1024 * 1024));
    const row = { webhook_id: `long-${index}`, topic: 'orders/updated', state: 'done', order_id: orderId };
    await storage.db
      .insertInto('webhook')
      .values({ shop, ...row, payload_sealed })
      .execute();
  }
  let read = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read += result.rows.length;
      return result;
    },
  };
  const asked = { ...storage, db: storage.db.withPlugin(counting) };
  let taken = 0;
  for await (const { topic } of exportOrders(asked, shop, { orderIds: [orderId], customerId: null }).webhooks) {
    expect(topic).toBe('orders/updated');
    taken += 1;
    expect(read - taken).toBeLessThan(4);
  }
  expect(taken).toBe(many);
});
