import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { tells } from './delivery-rows.ts';
import type { ServiceRow } from './service-row.ts';
import type { SimWorld } from './sim-world.ts';

/** What was read just before it was booked anew is old when it is acted on. */
const lately = 30_000;

/** What people at the service deleted, or booked anew under its reference, a person hears of, or it is followed. */
export function checkDispatched(world: SimWorld, delivery: DeliveryRecord): string[] {
  const { dispatched } = world.service;
  const { orderReference: reference, state, progress, cancellation, service } = delivery;
  if (!service || !world.shops.canAsk(delivery)) return [];
  const isTold = tells(delivery, 'not_cancelled');
  if (dispatched.deleted.has(reference) && state === 'placed' && progress === null && cancellation === null) {
    return isTold ? [] : [`${reference} is known there no more, and nobody is told`];
  }
  const comes = dispatched.anew.get(reference) === 'at_once' && state === 'cancelled' && mayBeKnown(world, delivery);
  return comes && !isTold ? [`${reference} was booked anew there, and nobody is told`] : [];
}

/** No second driver is sent beside a job that was booked anew, unless a person knows of it. */
export function checkSentBeside(
  world: SimWorld,
  { orderReference, replaces }: DeliveryRecord,
  before: readonly DeliveryRecord[],
): string[] {
  const old = before.find(({ orderReference: reference }) => reference === replaces);
  if (old?.state !== 'cancelled' || !world.service.dispatched.anew.has(old.orderReference)) return [];
  const storedAt = world.service.stored.get(old.orderReference)?.storedAt ?? 0;
  if (
    tells(old, 'not_cancelled') ||
    !world.shops.canAsk(old) ||
    world.scheduler.now() - storedAt < lately ||
    !mayBeKnown(world, old)
  )
    return [];
  return [`${old.orderReference} was booked anew there, and ${orderReference} is sent beside it`];
}

/** Whether nobody could know what became of the job: another took its reference, or it was booked anew under another account. */
export function isUnknowable(world: SimWorld, delivery: DeliveryRecord, theirs?: ServiceRow): boolean {
  const { anew, deleted } = world.service.dispatched;
  const { orderReference: reference, request } = delivery;
  if (anew.has(reference) && !world.shops.canAsk(delivery)) return true;
  return deleted.has(reference) && theirs?.customerIdentifier !== request.customer_identifier;
}

/** Its driver comes, nobody here was about to call the former one off, and no look-up since failed. */
function mayBeKnown({ service }: SimWorld, { orderReference: reference, service: known }: DeliveryRecord): boolean {
  const theirs = service.stored.get(reference);
  if (!theirs || !known || ['CANCELLED', 'RETURNED'].includes(theirs.state ?? '')) return false;
  const ids = [known.deliveryId, theirs.deliveryId, theirs.deliveryId.replace('-anew', '')];
  if (ids.some((id) => service.dispatched.toldToCancel.has(id))) return false;
  const isOfLate = (call: (typeof service.calls)[number]) =>
    call.reference === reference && call.startedAt > theirs.storedAt;
  return !service.calls.some((call) => isOfLate(call) && (call.answer === null || call.answer === 'failed'));
}
