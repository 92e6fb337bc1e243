import { sql } from 'kysely';
import type { DeliveryRecord, Progress } from '#deliveries/delivery.ts';
import type { LocationId, ShopDomain } from '#placement/ids.ts';
import { SeededRandom } from '#testing/simulation/seeded-random.ts';
import type { Storage } from '../../open-storage.ts';
import { deliveryToRow, orderToRow } from '../../order-rows.ts';
import { deliveryRecord, orderRecord } from './seed-orders.ts';

/** A seeded delivery as a person would count it. Instants are epoch ms. */
export interface EndedDelivery {
  live: boolean;
  cancelled: boolean;
  locationId: string | null;
  locationName: string;
  paidAt: number | null;
  placedAt: number | null;
  slot: { start: number; end: number | null } | null;
  progress: Progress | null;
  progressAt: number | null;
  /** Cents. */
  cost: number | null;
}

const minute = 60_000;
const places: [string | null, string][] = [
  ['1', 'Main Street'],
  ['2', 'Sea Point'],
  ['3', 'Claremont'],
  [null, 'A place of its own'],
];

/**
 * Deliveries of every fate, one per order, booked at random moments of `[from, to)` (epoch ms); some never, some in test
 * mode, some at the very moments that a range begins or ends with.
 */
export function drawEnded(seed: number, count: number, [from, to]: [number, number]): EndedDelivery[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const placedAt = [from, to - 1, to][index] ?? from + random.below(to - from);
    const [locationId, locationName] = places[random.below(places.length)] ?? [null, ''];
    const start = placedAt + random.below(180) * minute;
    const end = start + 120 * minute;
    // Some come at the very edges of their slot.
    const endedAt = [start, end, end - 1][index % 25] ?? start + (random.below(240) - 60) * minute;
    return {
      live: random.chance(0.95),
      locationId,
      locationName,
      // Every tenth is paid to the driver, or by a transfer days later.
      paidAt: random.chance(0.95)
        ? placedAt - random.below(90 * minute) + (index % 10 === 9 ? 1_440 * minute : 0)
        : null,
      placedAt: index > 2 && random.chance(0.03) ? null : placedAt,
      slot: random.chance(0.95) ? { start, end: random.chance(0.9) ? end : null } : null,
      cost: random.chance(0.7) ? 4_000 + random.below(9_000) : null,
      ...drawFate(random, endedAt),
    };
  });
}

type Fate = Pick<EndedDelivery, 'cancelled' | 'progress' | 'progressAt'>;

function drawFate(random: SeededRandom, progressAt: number): Fate {
  const booked = { cancelled: false, progress: null, progressAt: null };
  const fates: [Fate, number][] = [
    [booked, 0.1],
    [{ ...booked, cancelled: true }, 0.05],
    [{ ...booked, progress: 'on_its_way', progressAt }, 0.05],
    [{ ...booked, progress: 'delivered', progressAt }, 0.65],
    [{ ...booked, progress: 'failed', progressAt }, 0.1],
    [{ ...booked, progress: 'returned', progressAt }, 0.05],
  ];
  return random.pick(fates);
}

/** Writes them in two statements, past the deciding code: it would take its time over 1,000 orders. */
export async function seedEnded(
  { db, cipher }: Pick<Storage, 'db' | 'cipher'>,
  shop: ShopDomain,
  ended: readonly EndedDelivery[],
): Promise<void> {
  const rows = ended.map((one, index) => {
    const order = { ...orderRecord(shop, index), paidAt: one.paidAt };
    const state = one.cancelled ? 'cancelled' : 'placed';
    const delivery: DeliveryRecord = {
      ...deliveryRecord({ ...order, state }, 0),
      mode: one.live ? 'live' : 'test',
      locationId: one.locationId as LocationId | null,
      locationName: one.locationName,
      placedAt: one.placedAt,
    };
    const end = {
      slot_start: instant(one.slot?.start),
      slot_end: instant(one.slot?.end),
      progress: one.progress,
      progress_at: instant(one.progressAt),
      cost: one.cost === null ? null : one.cost / 100,
    };
    return {
      order: { ...orderToRow(order, null, cipher), has_delivery: true },
      delivery: { ...deliveryToRow(delivery, null, cipher), order_number: order.number, ...end },
    };
  });
  for (const [table, written] of [
    ['shop_order', rows.map(({ order }) => order)],
    ['delivery', rows.map(({ delivery }) => delivery)],
  ] as const) {
    const target = sql.table(table);
    await sql`insert into ${target} select * from json_populate_recordset(null::${target}, ${JSON.stringify(written)}::json)`.execute(
      db,
    );
  }
}

const instant = (ms: number | null | undefined): string | null => (ms == null ? null : new Date(ms).toISOString());
