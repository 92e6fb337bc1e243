import { type RawBuilder, sql } from 'kysely';
import { openDrift } from '#deliveries/alarm.ts';
import type { Doubt } from '#deliveries/changed-what.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { shownOf } from '#deliveries/transitions.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Opened } from '../encrypted-columns.ts';
import { type DeliveryJson, deliveryFromRow } from '../order-rows.ts';
import { isBrought, isDoubled, isUndelivered, toldAs } from './undelivered.ts';

export interface ChangedDelivery extends Doubt {
  delivery: DeliveryRecord;
  orderName: string | null;
}

/** A row of a doubtful delivery, still encrypted. */
interface ChangedRow {
  delivery: DeliveryJson;
  name: string | null;
  doubled: boolean;
  brought: boolean;
}

/** Booked deliveries that a second driver or a later change of the order makes doubtful, soonest slot first. Holds personal data. */
export async function readChanged({ db, cipher }: Opened, shop: ShopDomain, limit: number): Promise<ChangedDelivery[]> {
  const { rows } = await changedRows(shop, sql`true`, limit).execute(db);
  return rows.map((row) => changedFromRow(row, cipher));
}

/** Those of them that mails tell of under these names. */
export async function readChangedRows(
  db: Opened['db'],
  shop: ShopDomain,
  { names, limit }: { names: readonly string[]; limit: number },
): Promise<ChangedRow[]> {
  const ids = names.map((name) => name.slice(0, name.indexOf('/')));
  const isNamed = sql`d.order_id = any(${ids}::text[]) and ${toldAs} = any(${names}::text[])`;
  return (await changedRows(shop, isNamed, limit).execute(db)).rows;
}

function changedRows(shop: ShopDomain, which: RawBuilder<unknown>, limit: number): RawBuilder<ChangedRow> {
  return sql<ChangedRow>`
    with open as (
      select d.* from delivery d where d.shop = ${shop} and d.drifted and ${which}
      union all select d.* from delivery d where not d.drifted and ${isDoubled(shop)} and ${which}
    )
    select to_jsonb(d) as delivery, o.name, ${isDoubled(shop)} as doubled, ${isBrought} as brought from open d
    join shop_order o on o.shop = d.shop and o.order_id = d.order_id
    order by ${isUndelivered('d')}, coalesce(d.slot_start < now() - interval '1 day', false), d.slot_start nulls last, d.updated_at limit ${limit}`;
}

/** The row with its private columns opened. */
export function changedFromRow(
  { delivery: row, name, doubled, brought }: ChangedRow,
  cipher: Opened['cipher'],
): ChangedDelivery {
  const delivery = deliveryFromRow(row, cipher);
  return {
    delivery,
    orderName: name,
    open: openDrift(shownOf(delivery)),
    secondDriver: doubled && (brought ? 'brought' : 'booked'),
  };
}
