import { type Kysely, sql } from 'kysely';

/** What orders and deliveries lack, or their opening hours, so that what is put right in the settings wakes those that were stored before. */
export const waitsForOrder = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`update shop_order set waits_for = '{"kind": "order"}'
      where state = 'needs_attention' and waits_for is null
        and not exists (select from delivery where (delivery.shop, delivery.order_id) = (shop_order.shop, shop_order.order_id))`.execute(
      db,
    );
    await sql`update delivery set waits_for = '{"kind": "lacking"}'
      where state = 'needs_attention' and waits_for is null and reason ->> 'code' like 'pickup\\_%'`.execute(db);
    await sql`update delivery set waits_for = '{"kind": "order"}'
      where state = 'needs_attention' and waits_for is null and reason ->> 'code' in ('never_open', 'opens_too_late')`.execute(
      db,
    );
  },
};
