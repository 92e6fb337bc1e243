import type { OrderId } from '#placement/ids.ts';
import type { DeliveryRecord, ServiceDelivery } from '../delivery.ts';
import { type Wake, withOrderState } from '../order.ts';
import type { LookupOutcome } from '../ports/courier.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { reason } from '../reasons.ts';
import { rest } from '../transitions.ts';
import { attemptRow } from './record-answer.ts';
import { unwritten } from './record-write-back.ts';
import { applyNow } from './run-order.ts';

/** `failed`: what the service said, or that it could not be asked; the order was read from Shopify all the same. */
export type RefreshResult = { kind: 'refreshed' } | { kind: 'not_found' } | { kind: 'failed'; message: string };

/**
 * Reads an order anew on a person's word: from Shopify, so that what changed shows as drift, and each booked delivery
 * from the service. A slot that moved, an end, and what Shopify refused before are written again; what the service says
 * of the driver wakes what follows it.
 *
 * @throws AppError where Shopify cannot be read.
 */
export async function refreshOrder(
  ports: Ports,
  shop: ShopRecord,
  press: { orderId: OrderId; actor: string },
): Promise<RefreshResult> {
  const { orderId, actor } = press;
  const known = await ports.orders.load(shop.shop, orderId);
  if (known.erased) return { kind: 'not_found' };
  const webhooks = await ports.orders.waitingWebhooks(shop.shop, orderId);
  const snapshot = await ports.shopify.readOrder(shop.shop, orderId, shop.settings.parcel);
  if (!snapshot && !known.order) return { kind: 'not_found' };
  if (snapshot) await applyNow(ports, snapshot, { shop, courier: ports.courier, webhooks, person: null, wake: true });
  await ports.orders.change(shop.shop, orderId, ({ deliveries: stored }) => {
    const owed = stored.filter(isOwed).map((delivery) => ({ ...unwritten(delivery), refusals: [] }));
    const audit = [{ actor, action: 'refresh', orderReference: null, detail: '' }];
    const wakes: Wake[] = owed.length > 0 ? [{ at: null }] : [];
    return { change: { deliveries: owed, wakes, audit }, result: undefined };
  });
  const { deliveries } = await ports.orders.load(shop.shop, orderId);
  const failures: string[] = [];
  for (const delivery of deliveries.filter(({ state, service }) => state === 'placed' && service !== null)) {
    const failure = await refreshDelivery(ports, shop, delivery);
    if (failure !== null) failures.push(failure);
  }
  return failures[0] === undefined ? { kind: 'refreshed' } : { kind: 'failed', message: failures[0] };
}

/** Whether something that follows placing was not done, for a reason that a person may have mended. */
function isOwed({ placedAt, note, refusals }: DeliveryRecord): boolean {
  return placedAt !== null && (note !== 'written' || refusals.length > 0);
}

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
    const current = aggregate.deliveries.find(({ orderReference }) => orderReference === delivery.orderReference);
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
    return { ...unwritten(rest(delivery, 'cancelled', reason('cancelled_at_service', {}), now)), service };
  }
  const moved = service.slot?.start !== before?.slot?.start || service.slot?.end !== before?.slot?.end;
  const told = { ...delivery, service, reason: service.slot ? null : delivery.reason, updatedAt: now };
  return moved ? unwritten(told) : told;
}
