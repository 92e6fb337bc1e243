import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reason } from '#deliveries/reasons.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { forbiddenOrders, grantedShops } from './forbidden-writes.ts';
import type { Storage } from './open-storage.ts';
import { deliveryRecord, orderRecord } from './panel/testing/seed-orders.ts';
import { copiedOrder, copyOrders } from './testing/copy-orders.ts';
import { engines, installShop, openTestStorage, uninstallShop } from './testing/engines.ts';

const zone = { timeZone: 'Africa/Johannesburg', currency: 'ZAR' };
const facts = { id: '1', name: 'Shop', ...zone, isDevelopment: false };

describe.each(engines)('what Shopify forbade, on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  const grants = (shop: ShopDomain, ...scopes: string[]) => storage.shops.describe(shop, { ...facts, scopes });
  const grantedAt = async (shop: ShopDomain) =>
    (await storage.db.selectFrom('shop').select('granted_at').where('shop', '=', shop).executeTakeFirst())?.granted_at;
  const now = async () => (await storage.orders.load('nobody.myshopify.com' as ShopDomain, '1' as OrderId)).now;
  const forbid = async (shop: ShopDomain, forbiddenAt: number) => {
    const order = orderRecord(shop, 0);
    const refusals = [{ ...reason('note_refused', {}), of: 'note' as const, forbiddenAt }];
    const change = { order, deliveries: [{ ...deliveryRecord(order, 0), refusals }] };
    await storage.orders.change(shop, order.orderId, () => ({ change, result: null }));
    return order.orderId;
  };
  const taken = async (shop: ShopDomain, after: OrderId | null = null) => {
    const granted = (await grantedShops(storage.db)).find((one) => one.shop === shop);
    return granted ? forbiddenOrders(storage.db, granted, after) : [];
  };

  test.each([
    ['the same', ['read_orders'], ['read_orders'], false],
    ['nothing that is known', ['read_orders'], [], false],
    ['the one to read beside the one to write', ['write_orders'], ['write_orders', 'read_orders'], false],
    ['another', ['read_orders'], ['read_orders', 'write_fulfillments'], true],
    ['the one to write in place of the one to read', ['read_orders'], ['write_orders'], true],
  ])('a shop that grants %s (%j, then %j) has granted more: %s', async (name, first, then, isMore) => {
    const shop = await installShop(storage, `${name.replaceAll(' ', '-')}.myshopify.com`);
    await grants(shop, ...first);
    const before = await grantedAt(shop);
    await grants(shop, ...then);
    expect([Number(before) > 0, Number(await grantedAt(shop)) > Number(before)]).toEqual([true, isMore]);
  });

  test('is taken up once the shop has granted more since, by a new token, a description or word of it', async () => {
    const shop = await installShop(storage, 'grants.myshopify.com');
    const orderId = await forbid(shop, await now());
    expect(await taken(shop)).toEqual([]);
    await storage.shops.noteGranted(shop);
    expect(await taken(shop)).toEqual([orderId]);
    expect(await taken(shop, orderId)).toEqual([]);
    await forbid(shop, (await now()) + 1);
    expect(await taken(shop)).toEqual([]);
    await grants(shop, 'read_orders', 'write_orders');
    expect(await taken(shop)).toEqual([orderId]);
    await uninstallShop(storage, shop);
    expect(await taken(shop)).toEqual([]);
    await storage.db.updateTable('shop').set({ granted_at: null, scope: '' }).where('shop', '=', shop).execute();
    await installShop(storage, shop);
    expect(await taken(shop)).toEqual([orderId]);
  });

  test('of many orders few go at a time, and none while as many wait to run', async () => {
    const shop = await installShop(storage, 'many.myshopify.com');
    await copyOrders(storage, shop, 500);
    const { db } = storage;
    await db
      .updateTable('delivery')
      .set({ forbidden_at: new Date(0) })
      .where('shop', '=', shop)
      .execute();
    await sql`analyze delivery`.execute(db);
    const first = await taken(shop);
    expect(first).toEqual(Array.from({ length: 20 }, (_, index) => copiedOrder(index)));
    expect(await taken(shop, copiedOrder(491) as OrderId)).toHaveLength(9);
    const ask = (count: number) =>
      storage.runs.ask(
        db,
        first.slice(0, count).map((orderId) => ({ shop, orderId, at: null })),
      );
    await ask(15);
    expect(await taken(shop)).toHaveLength(5);
    await ask(20);
    expect(await taken(shop)).toEqual([]);
  });
});
