import { type RawBuilder, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';

/** Whether delivery `d` brought the buyer nothing, or never will, as SQL: a task while it is `drifted`, too. */
export function isUndelivered(d: 'd' | 'delivery'): RawBuilder<boolean> {
  const [progress, state, why] = [sql.ref(`${d}.progress`), sql.ref(`${d}.state`), sql.ref(`${d}.reason`)];
  // A driver who goes on though cancelled may bring them yet. What differs is encrypted; the reason says which it is.
  return sql<boolean>`((coalesce(${progress}, '') in ('failed', 'returned') or ${state} = 'cancelled')
    and coalesce(${why} ->> 'code', '') <> 'goes_on_all_the_same')`;
}

/** Under what mails tell of delivery `d` of a shop, as SQL: `order id/reference`. */
export const toldAs = sql<string>`(d.order_id || '/' || d.order_reference)`;

const goodsOf = (row: 'd' | 'other') => sql`regexp_replace(${sql.ref(`${row}.order_reference`)}, '-R\\d+$', '')`;
const turnOf = (row: 'd' | 'other') =>
  sql`coalesce(substring(${sql.ref(`${row}.order_reference`)} from '-R(\\d+)$')::numeric, 1)`;

/** Another placed delivery that brings the goods of `d`, as SQL: a newer one, or an older one. */
const another = (than: '>' | '<') => sql`from delivery other where other.shop = d.shop and other.order_id = d.order_id
      and other.state = 'placed' and ${goodsOf('other')} = ${goodsOf('d')} and ${turnOf('other')} ${sql.raw(than)} ${turnOf('d')}`;

/** Whether the goods of delivery `d` were brought by an older one after `d` was sent, as SQL. */
export const isBrought = sql<boolean>`(exists (select ${another('<')}
  and other.progress = 'delivered' and other.progress_at > d.created_at))`;

/** Whether delivery `d` is booked though a newer driver is, or an older one has brought the goods, as SQL: one comes for nothing. */
export function isDoubled(shop: ShopDomain | RawBuilder<unknown>): RawBuilder<boolean> {
  // The ids first: few orders of a shop have a second driver, and their index names them.
  return sql<boolean>`(d.shop = ${shop} and d.order_id = any (array(
      select s.order_id from delivery s where s.shop = ${shop} and s.replaces is not null and s.state = 'placed'))
    and d.state = 'placed' and coalesce(d.progress, 'on_its_way') = 'on_its_way'
    and (exists (select ${another('>')}) or ${isBrought}))`;
}
