import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { listDataRequests, recordDataRequest } from './data-requests.ts';
import type { Storage } from './open-storage.ts';
import { redactOrders, redactShop } from './redact.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';

/** More than a statement may have parameters, by PostgreSQL's protocol. */
const tooMany = 66_000;
const patient = { timeout: 120_000 };
const orderIds = Array.from({ length: tooMany }, (_, index) => String(6_480_101_000_000 + index) as OrderId);
const last = orderIds.at(-1) as OrderId;

describe.each(engines)('more ids than a statement has parameters, on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  const insertOrders = (shop: ShopDomain, ids: readonly OrderId[], firstSeenAt: Date) =>
    sql`insert into shop_order (shop, order_id, number, name, state, test_order, paid, processed_at, shopify_updated_at,
        location_ids, private, first_seen_at, updated_at, sent_by_person, note_hash)
      select ${shop}, u.id, 1, '#1', 'placed', false, true, now(), now(), '[]', 'x', ${firstSeenAt}, now(), false, 'h'
      from unnest(${[...ids]}::text[]) as u(id)`.execute(storage.db);
  const count = async (shop: ShopDomain, table: 'shop_order' | 'webhook' | 'redaction') =>
    (await storage.db.selectFrom(table).select('shop').where('shop', '=', shop).execute()).length;

  test('a request to see data lists them', patient, async () => {
    const shop = await installShop(storage, 'asked.myshopify.com');
    await insertOrders(shop, [last], new Date());
    const request = { key: 'one', customerId: '7001', orderIds, requestedAt: new Date() };
    await recordDataRequest(storage.db, shop, request);
    const [listed] = await listDataRequests(storage.db, shop, 10);
    expect(listed?.orders.length).toBe(tooMany);
    expect(listed?.orders.at(-1)).toEqual({ orderId: last, orderName: '#1' });
  });

  test('webhooks are quarantined', patient, async () => {
    const shop = await installShop(storage, 'quarantined.myshopify.com');
    await storage.orders.quarantineWebhooks(
      shop,
      orderIds.map((id) => String(id)),
      'order_id_missing',
    );
  });

  test('security 12: they are erased, with what names one of them', patient, async () => {
    const shop = await installShop(storage, 'erased.myshopify.com');
    await storage.inbox.receive({
      ...{ shop, webhookId: 'names-one', topic: 'orders/updated', triggeredAt: null },
      ...{ body: Buffer.from(`{"about":[1,${last}]}`), unusable: 'order_id_missing' },
    });
    await insertOrders(shop, [last], new Date());
    await redactOrders(storage, shop, orderIds, null);
    expect(await count(shop, 'shop_order')).toBe(0);
    expect(await count(shop, 'webhook')).toBe(0);
    expect(await count(shop, 'redaction')).toBe(tooMany);
  });

  test('security 12: those of a shop that came back are erased with it', patient, async () => {
    const shop = await installShop(storage, 'back.myshopify.com');
    await insertOrders(shop, orderIds, new Date(Date.now() - 9 * 86_400_000));
    await insertOrders(shop, ['1' as OrderId], new Date(Date.now() + 60_000));
    await redactShop(storage, shop);
    expect(await count(shop, 'shop_order')).toBe(1);
  });
});
