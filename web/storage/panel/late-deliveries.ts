import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';

/** Whether booked delivery `row` is over its time uncollected, as SQL. */
const isOver = (row: string) =>
  sql<boolean>`(${sql.ref(`${row}.progress`)} is null
    and coalesce(${sql.ref(`${row}.slot_end`)}, ${sql.ref(`${row}.slot_start`)}) < now())`;

/** Whether booked delivery `row` is late, beside `told (tells)`, as SQL. */
export const isLate = (row: string) => sql<boolean>`(tells and ${isOver(row)})`;

/**
 * Whether the service told of any delivery around a slot that begins then that it was collected, as SQL. With `offset` it
 * stays a question of its own, by the slots' index: a join without statistics, as after a restore, reads the whole shop.
 */
export const toldNear = (shop: ShopDomain, start: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from delivery t where t.shop = ${shop} and t.state = 'placed' and t.mode = 'live'
    and t.progress is not null and t.slot_start >= ${start} - interval '1 day' and t.slot_start < ${start} + interval '1 day'
    offset 0)`;

/**
 * Live deliveries of these orders that are late, as on the packing list: only where the service tells of any what was
 * collected, since of one that tells nothing nobody can know.
 *
 * @returns their references
 */
export async function readLate(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ order_reference: string }>`
    with due as (
      select d.order_reference, d.slot_start from delivery d where d.shop = ${shop} and d.order_id = any(${orderIds}::text[])
        and d.state = 'placed' and d.mode = 'live' and ${isOver('d')}
    ), told as materialized (
      select s.slot_start from (select distinct slot_start from due) as s where ${toldNear(shop, sql.ref('s.slot_start'))}
    )
    select order_reference from due join told using (slot_start)`.execute(db);
  return new Set(rows.map(({ order_reference }) => order_reference));
}
