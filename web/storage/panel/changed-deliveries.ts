import { sql } from 'kysely';
import type { DriftItem } from '#api-contract/drift.ts';
import { openDrift } from '#deliveries/alarm.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { shownOf } from '#deliveries/transitions.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { type DeliveryJson, deliveryFromRow } from '../order-rows.ts';
import type { Reader } from './delivery-filter.ts';
import { isBrought, isDoubled, isUndelivered } from './undelivered.ts';

export interface ChangedDelivery {
  delivery: DeliveryRecord;
  orderName: string | null;
  /** What differs and is not dealt with. */
  open: DriftItem[];
  /** Another driver is booked for the same goods, or has brought them since. */
  secondDriver: false | 'booked' | 'brought';
}

/** Booked deliveries that a second driver or a later change of the order makes doubtful, soonest slot first. Holds personal data. */
export async function readChanged({ db, cipher }: Reader, shop: ShopDomain, limit: number): Promise<ChangedDelivery[]> {
  const { rows } = await sql<{ delivery: DeliveryJson; name: string | null; doubled: boolean; brought: boolean }>`
    with open as (
      select d.* from delivery d where d.shop = ${shop} and d.drifted
      union all select d.* from delivery d where not d.drifted and ${isDoubled(shop)}
    )
    select to_jsonb(d) as delivery, o.name, ${isDoubled(shop)} as doubled, ${isBrought} as brought from open d
    join shop_order o on o.shop = d.shop and o.order_id = d.order_id
    order by ${isUndelivered('d')}, coalesce(d.slot_start < now() - interval '1 day', false), d.slot_start nulls last, d.updated_at limit ${limit}`.execute(
    db,
  );
  return rows.map(({ delivery: row, name, doubled, brought }) => {
    const delivery = deliveryFromRow(row, cipher);
    return {
      delivery,
      orderName: name,
      open: openDrift(shownOf(delivery)),
      secondDriver: doubled && (brought ? 'brought' : 'booked'),
    };
  });
}
