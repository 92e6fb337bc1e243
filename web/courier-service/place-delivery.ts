import type { AccountId } from './accounts.ts';
import { estimateTravel } from './geocoder/estimate.ts';
import { locateBoth } from './geocoder/locate.ts';
import { Refusal } from './refusal.ts';
import { openWindow } from './scheduler/schedule.ts';
import type { Placement } from './schemas/placement.ts';
import type { DeliveryRecord } from './schemas/record.ts';
import type { ServiceContext } from './service-context.ts';
import { deliveryId, toRecord } from './store/delivery-row.ts';
import { findByReference } from './store/find.ts';
import type { Placed } from './store/place.ts';
import { listSlots } from './store/slots.ts';
import { inTime } from './store/statements.ts';

/**
 * Places a delivery in the nearest slot with room, or in the one that starts at `startMs`.
 *
 * @throws Refusal 422 for places and slots, 409 `duplicate_reference`, `no_slot`, `slot_full`, 503.
 */
export async function place(
  context: ServiceContext,
  account: AccountId,
  placement: Placement,
  startMs: number | null,
): Promise<DeliveryRecord> {
  const { pickup, dropoff } = locateBoth(
    { side: 'pickup', address: placement.pickup_address, coordinates: placement.pickup_coordinates },
    { side: 'dropoff', address: placement.dropoff_address, coordinates: placement.dropoff_coordinates },
    context.settings.areas,
  );
  const nowMs = context.now();
  const open = openWindow(nowMs, context.settings);
  if (startMs !== null && (startMs < open.fromMs || startMs >= open.untilMs)) {
    throw notOffered();
  }
  const windowAt = (atMs: number) =>
    startMs === null ? openWindow(atMs, context.settings) : { fromMs: startMs, untilMs: startMs + 1 };
  const estimate = estimateTravel(pickup.point, dropoff.point, context.settings.travel);
  const placed = await inTime(
    context.slots
      .offerAhead(nowMs)
      .then(() => context.queues.place({ account, placement, pickup, dropoff, estimate }, startMs, windowAt)),
  );
  if (placed.kind === 'placed') {
    return toRecord(placed.row, context.baseUrl());
  }
  throw await refusalOf(context, account, placed, placement.order_reference, startMs);
}

function notOffered(): Refusal {
  const message = 'is no slot that can be taken now. GET /v1/slots lists them';
  return new Refusal(422, 'slot_not_offered', `scheduled_slot.start: ${message}`, {
    errors: [{ field: 'scheduled_slot.start', message }],
  });
}

/** A reference in use outranks a lack of room: the client must learn that its first attempt succeeded. */
async function refusalOf(
  context: ServiceContext,
  account: AccountId,
  placed: Placed,
  orderReference: string | null,
  startMs: number | null,
): Promise<Refusal> {
  const holder = orderReference === null ? null : await inTime(findByReference(context.database, orderReference));
  if (holder || placed.kind === 'duplicate') {
    const message = 'order_reference is already used by another delivery.';
    return new Refusal(409, 'duplicate_reference', message, {
      errors: [{ field: 'order_reference', message: 'is already used by another delivery' }],
      extra: holder?.account === account ? { id: deliveryId(holder.seq) } : {},
    });
  }
  if (startMs === null) {
    const days = context.settings.daysAhead;
    return new Refusal(409, 'no_slot', `No slot has room today or in the ${days} days after.`);
  }
  return (await isOffered(context, startMs))
    ? new Refusal(409, 'slot_full', 'The chosen slot is full. GET /v1/slots lists those with room.')
    : notOffered();
}

async function isOffered(context: ServiceContext, startMs: number): Promise<boolean> {
  const query = { fromMs: startMs, untilMs: startMs + 1, area: null };
  return (await inTime(listSlots(context.database, query))).length > 0;
}
