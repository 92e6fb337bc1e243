import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';

/** Whether booked delivery `row` is over its time uncollected, or collected and not brought by long after it, as SQL. */
const isOver = (row: string) => {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  const end = sql`coalesce(${of('slot_end')}, ${of('slot_start')})`;
  // A round that began as the slot ended takes two hours like the slot: after twice that it should be over, and staff still be there.
  return sql<boolean>`(case when ${of('progress')} is null then ${end} < now()
    else ${of('progress')} = 'on_its_way' and greatest(${end}, ${of('progress_at')}) < now() - interval '4 hours' end)`;
};

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
 * Live deliveries of these orders that are late, as on the packing list. What is not collected is so only where the service
 * tells of any what was, since of one that tells nothing nobody can know.
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
      select d.order_reference, d.slot_start, d.progress from delivery d where d.shop = ${shop} and d.order_id = any(${orderIds}::text[])
        and d.state = 'placed' and d.mode = 'live' and ${isOver('d')}
    ), told as materialized (
      select s.slot_start from (select distinct slot_start from due where progress is null) as s where ${toldNear(shop, sql.ref('s.slot_start'))}
    )
    select order_reference from due where progress is not null or slot_start in (select slot_start from told)`.execute(
    db,
  );
  return new Set(rows.map(({ order_reference }) => order_reference));
}
