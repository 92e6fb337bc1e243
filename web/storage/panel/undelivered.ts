import { type RawBuilder, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';

/** Whether delivery `d` brought the buyer nothing, or never will, as SQL: a task while it is `drifted`, too. */
export function isUndelivered(d: 'd' | 'delivery'): RawBuilder<boolean> {
  const [progress, state] = [sql.ref(`${d}.progress`), sql.ref(`${d}.state`)];
  return sql<boolean>`(coalesce(${progress}, '') in ('failed', 'returned') or ${state} = 'cancelled')`;
}

const goodsOf = (row: 'd' | 'newer') => sql`regexp_replace(${sql.ref(`${row}.order_reference`)}, '-R\\d+$', '')`;
const turnOf = (row: 'd' | 'newer') =>
  sql`coalesce(substring(${sql.ref(`${row}.order_reference`)} from '-R(\\d+)$')::numeric, 1)`;

/** Whether delivery `d` is booked though a newer driver is booked for the same goods, as SQL: one of them comes for nothing. */
export function isDoubled(shop: ShopDomain): RawBuilder<boolean> {
  // The ids first: few orders of a shop have a second driver, and their index names them.
  return sql<boolean>`(d.shop = ${shop} and d.order_id = any (array(
      select s.order_id from delivery s where s.shop = ${shop} and s.replaces is not null and s.state = 'placed'))
    and d.state = 'placed' and coalesce(d.progress, 'on_its_way') = 'on_its_way'
    and exists (select from delivery newer where newer.shop = d.shop and newer.order_id = d.order_id
      and newer.state = 'placed' and ${goodsOf('newer')} = ${goodsOf('d')} and ${turnOf('newer')} > ${turnOf('d')}))`;
}
