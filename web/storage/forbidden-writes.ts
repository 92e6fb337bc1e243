import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { mayRun } from './claim-orders.ts';
import type { Tables } from './schema.ts';

/** So many orders of a shop wait to run, at most, when what was forbidden is added to them: its other orders go on as ever. */
const mostDue = 20;

/** A shop that has granted more since Shopify forbade the app something in its orders. */
export interface GrantedShop {
  shop: ShopDomain;
  /** Epoch ms. */
  grantedAt: number;
}

/** When a shop last granted more than before, once it grants `scopes`; one to write includes the one to read. */
export const grantedAt = (scopes: string): RawBuilder<Date | null> => sql`case
  when string_to_array(${scopes}, ',') <@ (string_to_array(scope, ',') || string_to_array(replace(scope, 'write_', 'read_'), ','))
  then granted_at else clock_timestamp() end`;

/** Shops where something that was forbidden may be done by now, and whose orders may run. */
export async function grantedShops(db: Kysely<Tables>): Promise<GrantedShop[]> {
  const { rows } = await sql<{ shop: ShopDomain; granted_at: Date }>`
    select s.shop, s.granted_at from shop s where s.granted_at is not null and ${mayRun} and exists (
      select from delivery d where d.shop = s.shop and d.forbidden_at <= s.granted_at)`.execute(db);
  return rows.map(({ shop, granted_at }) => ({ shop, grantedAt: granted_at.getTime() }));
}

/** The next orders of a shop after `after` in which something that was forbidden may be done by now; none while many wait to run. */
export async function forbiddenOrders(
  db: Kysely<Tables>,
  { shop, grantedAt: until }: GrantedShop,
  after: OrderId | null,
): Promise<OrderId[]> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select distinct order_id from delivery
    where shop = ${shop} and forbidden_at <= ${new Date(until)}::timestamptz and order_id > ${after ?? ''}
    order by order_id limit ${mostDue} - (select count(*) from (
      select from order_run where shop = ${shop} and next_run_at <= clock_timestamp() limit ${mostDue}) as due)`.execute(
    db,
  );
  return rows.map((row) => row.order_id);
}
