import { sql } from 'kysely';
import { openDrift } from '#deliveries/alarm.ts';
import type { DeliveryRecord, Slot } from '#deliveries/delivery.ts';
import { shownOf } from '#deliveries/transitions.ts';
import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import type { Cipher } from '../encryption.ts';
import { type DeliveryJson, deliveryFromRow } from '../order-rows.ts';
import type { Reader } from './delivery-filter.ts';
import { isLate, toldNear } from './late-deliveries.ts';
import { isDoubled } from './undelivered.ts';

/** A delivery to be packed. Holds personal data. */
export interface PackedDelivery
  extends Pick<DeliveryRecord, 'orderId' | 'orderReference' | 'locationName' | 'progress'> {
  /** Null where no key at hand opens it: one parcel hides none of the others. */
  request: DeliveryRecord['request'] | null;
  orderName: string | null;
  isLate: boolean;
  /** Not handed over yet, and something of it is open that speaks against that, or another driver comes for the same goods. */
  needsPerson: boolean;
}

interface Row {
  delivery: DeliveryJson;
  name: string | null;
  late: boolean;
  drifted: boolean;
  doubled: boolean;
  total: string;
}

/**
 * The live deliveries booked for one slot, by pickup location and number.
 *
 * @returns at most `limit` of them, and how many there are in all
 */
export async function readPackingList(
  { db, cipher }: Reader,
  shop: ShopDomain,
  { slot, limit }: { slot: Slot; limit: number },
): Promise<{ deliveries: PackedDelivery[]; total: number }> {
  const { rows } = await sql<Row>`
    with booked as (
      select d.* from delivery d where d.shop = ${shop} and d.state = 'placed' and d.mode = 'live'
        and d.slot_start = ${slot.start}::timestamptz and d.slot_end is not distinct from ${slot.end}::timestamptz
    ), told as (
      select ${toldNear(shop, sql`${slot.start}::timestamptz`)} as tells
    )
    select to_jsonb(d) as delivery, o.name, ${isLate('d')} as late,
      d.progress is null and d.drifted as drifted, d.progress is null and ${isDoubled(shop)} as doubled, count(*) over () as total
    from booked d cross join told left join shop_order o on o.shop = d.shop and o.order_id = d.order_id
    order by d.location_name, d.order_number, d.order_reference limit ${limit}`.execute(db);
  return {
    deliveries: rows.map(({ delivery, name, late, drifted, doubled }) => {
      const record = recordOf(delivery, cipher);
      return {
        orderId: delivery.order_id as OrderId,
        orderReference: delivery.order_reference as OrderReference,
        locationName: delivery.location_name,
        progress: delivery.progress,
        request: record?.request ?? null,
        orderName: name,
        isLate: late,
        needsPerson: doubled || (drifted && (record === null || isDoubtful(record))),
      };
    }),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** That the location is closed then is no doubt about handing over: somebody is to be there for it. */
const isDoubtful = (delivery: DeliveryRecord): boolean =>
  openDrift(shownOf(delivery)).some(({ about }) => about !== 'location_closed');

function recordOf(row: DeliveryJson, cipher: Cipher): DeliveryRecord | null {
  try {
    return deliveryFromRow(row, cipher);
  } catch {
    return null;
  }
}
