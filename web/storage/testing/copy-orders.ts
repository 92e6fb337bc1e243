import { sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import { places } from '../encrypted-columns.ts';
import type { Storage } from '../open-storage.ts';
import { deliveryRecord, orderRecord } from '../panel/testing/seed-orders.ts';

const batch = 2_000;

/** The id, number and reference of the copy at `index`, which is counted from 0. */
export const copiedOrder = (index: number): string => String(1_000_001 + index);

/**
 * Writes `count` placed orders with a delivery each, as the app wrote them (`copiedOrder`).
 * One is written through the store, and its rows are copied with what is private encrypted anew for their place.
 */
export async function copyOrders(
  { db, cipher, orders }: Pick<Storage, 'db' | 'cipher' | 'orders'>,
  shop: ShopDomain,
  count: number,
): Promise<void> {
  const order = orderRecord(shop, 0);
  const delivery = deliveryRecord(order, 0);
  const change = { order, deliveries: [delivery], paidAtShopify: true };
  await orders.change(shop, order.orderId, () => ({ change, result: null }));
  const of = { shop, orderId: order.orderId, reference: delivery.orderReference };
  const [orderText, deliveryText] = await Promise.all(
    (['shop_order', 'delivery'] as const).map(async (table) => {
      const rows = await db.selectFrom(table).select('private').where('shop', '=', shop).execute();
      const place =
        table === 'shop_order' ? places.order(shop, of.orderId) : places.delivery(shop, of.orderId, of.reference);
      return cipher.decrypt(rows[0]?.private ?? '', place);
    }),
  );
  for (let first = 0; first < count; first += batch) {
    const ids = Array.from({ length: Math.min(batch, count - first) }, (_, index) => copiedOrder(first + index));
    const sealed = {
      shop_order: ids.map((id) => cipher.encrypt(orderText ?? '', places.order(shop, id))),
      delivery: ids.map((id) => cipher.encrypt(deliveryText ?? '', places.delivery(shop, id, id))),
    };
    for (const table of ['shop_order', 'delivery'] as const) {
      const own = table === 'shop_order' ? { number: 'n', name: '#' } : { order_reference: 'n', delivery_id: 'D-' };
      // jsonb_populate_record takes a row as it is, but for the fields given.
      await sql`
        insert into ${sql.table(table)}
        select (jsonb_populate_record(t, jsonb_build_object('order_id', u.id, 'private', u.private)
          || (select jsonb_object_agg(key, case value when 'n' then u.id else value || u.id end)
              from jsonb_each_text(${JSON.stringify(own)}::jsonb)))).*
        from ${sql.table(table)} t, unnest(${ids}::text[], ${sealed[table]}::text[]) as u(id, private)
        where t.shop = ${shop} and t.order_id = ${of.orderId}`.execute(db);
    }
  }
}
