import type { DeliveryRecord, ServiceDelivery } from '../delivery.ts';
import { deliveryOf, withOrderState } from '../order.ts';
import type { LookupOutcome } from '../ports/courier.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { reason } from '../reasons.ts';
import { transition } from '../transitions.ts';
import { attemptRow } from './record-answer.ts';
import { unwritten } from './record-write-back.ts';
import type { RunningOrder } from './running-order.ts';

/**
 * Reads a booked delivery from the service by its id; whatever comes of it, it stays booked unless the service ended it.
 *
 * @returns what went wrong, in words; null where the service answered.
 */
export async function refreshDelivery(
  ports: Ports,
  shop: ShopRecord,
  delivery: DeliveryRecord,
): Promise<string | null> {
  const account = shop.accounts[delivery.mode];
  if (!account || !delivery.service) return 'There is no API key for this delivery.';
  const attempt = { id: ports.random.id(), startedAt: ports.clock.now() };
  const outcome = await ports.courier.lookupById(account, delivery.service.deliveryId);
  await ports.orders.change(shop.shop, delivery.orderId, (aggregate) => {
    const current = deliveryOf(aggregate, delivery.orderReference);
    if (!current) return { change: null, result: undefined };
    const known = current.state === 'placed' && outcome.kind === 'found';
    const changed = known ? [taken(current, outcome.delivery, aggregate.now)] : [];
    const news = changed.some(
      ({ writtenBackAt, service }) => writtenBackAt === null || service?.state !== current.service?.state,
    );
    const change = withOrderState(aggregate, changed, news ? [{ at: null }] : []);
    const message = outcome.kind === 'failed' ? outcome.message : null;
    const answer = { outcome: outcome.kind, httpStatus: null, message };
    change.attempts = [attemptRow(current, 'lookup', { attempt, fence: current.fence }, aggregate.now, answer)];
    return { change, result: undefined };
  });
  return failureOf(outcome);
}

function failureOf(outcome: LookupOutcome): string | null {
  switch (outcome.kind) {
    case 'found':
    case 'unsupported':
      return null;
    case 'not_found':
      return 'The delivery service no longer knows this delivery.';
    case 'failed':
      return outcome.message;
  }
}

/** The service's words for a delivery that ended without being delivered. */
const endedAtService = /^cancel+ed\b/i;

/** What the service says now over what it said before; a figure that it no longer gives is kept. */
function taken(delivery: DeliveryRecord, found: ServiceDelivery, now: number): DeliveryRecord {
  const before = delivery.service;
  const service: ServiceDelivery = {
    ...found,
    slot: found.slot ?? before?.slot ?? null,
    distanceEstimateMetres: found.distanceEstimateMetres ?? before?.distanceEstimateMetres ?? null,
    timeEstimateSeconds: found.timeEstimateSeconds ?? before?.timeEstimateSeconds ?? null,
  };
  if (endedAtService.test(service.state ?? '')) {
    return { ...unwritten(transition(delivery, 'cancelled', reason('cancelled_at_service', {}), now)), service };
  }
  const moved = service.slot?.start !== before?.slot?.start || service.slot?.end !== before?.slot?.end;
  const told = { ...delivery, service, reason: service.slot ? null : delivery.reason, updatedAt: now };
  return moved ? unwritten(told) : told;
}

/**
 * Reads the slot of what was booked by an answer that held none: asked for by id, once before the order is written back
 * to. Where that tells nothing either, it stays booked without a time.
 */
export async function readSlots(ports: Ports, running: RunningOrder): Promise<void> {
  const { shop, orderId, known } = running;
  const without = known.deliveries.filter(
    ({ state, service, writtenBackAt }) => state === 'placed' && service?.slot === null && writtenBackAt === null,
  );
  for (const delivery of without) await refreshDelivery(ports, shop, delivery);
  if (without.length > 0) running.known = await ports.orders.load(shop.shop, orderId);
}
