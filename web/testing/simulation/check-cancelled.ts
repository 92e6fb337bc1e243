import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { shownOf } from '#deliveries/transitions.ts';
import { comes, tells } from './delivery-rows.ts';
import type { StoredOrder } from './memory-order-store.ts';
import type { ServiceRow } from './service-row.ts';
import type { SimWorld } from './sim-world.ts';

/**
 * Of a cancelled order no driver comes without an alarm that says so; where the service can be told and never said no,
 * none comes at all; and where none can come any more, nobody is asked for a decision.
 */
export function checkCancelled(world: SimWorld, delivery: DeliveryRecord): string[] {
  const { orderReference: reference, state, drift, reason, progress } = delivery;
  if (state !== 'placed') return [];
  if (progress !== null && progress !== 'on_its_way') {
    const asked = shownOf(delivery).drift.map(({ about }) => about);
    return asked.length === 0 ? [] : [`${reference} is ${progress} and asks about ${asked.join(', ')}`];
  }
  const found: string[] = [];
  if (drift.length === 0) found.push(`${reference} goes out in silence`);
  // Nobody asked for an end of what had failed already, and goes out again.
  const isSecondTry = delivery.steps.some((step) => step.state === 'failed' || step.state === 'returned');
  if (!isSecondTry && !reason?.code.startsWith('still_booked_'))
    found.push(`${reference} is booked and says ${reason?.code}`);
  const theirs = reachable(world, delivery);
  if (theirs?.state === 'PENDING PICKUP' && !theirs.cancelRefused) found.push(`${reference} could have been cancelled`);
  return found;
}

/**
 * What was cancelled there, for whatever order and by whose word, is not said to come, and no cancelling goes on for ever: an
 * answer that was lost is found out where the service shows what it has, and is in doubt, in words, where it does not.
 */
export function checkCancelledThere(world: SimWorld, delivery: DeliveryRecord): string[] {
  const { orderReference: reference, shop, orderId, state, reason } = delivery;
  if (state === 'cancelled') {
    const theirs = reachable(world, delivery);
    // What the service tells nobody, nobody knows.
    return tells(delivery, 'not_cancelled') && theirs?.state === 'CANCELLED' && theirs.told
      ? [`${reference} was cancelled, and is said to go on all the same`]
      : [];
  }
  if (state !== 'placed') return [];
  if (reason?.code === 'cancelling') return [`${reference} is being cancelled for ever`];
  const theirs = reachable(world, delivery);
  if (theirs?.state === 'CANCELLED') return [`${reference} was cancelled, and here it is ${reason?.code}`];
  const presses = world.orders.stored(shop, orderId).audit.filter(({ action }) => action === 'cancel');
  const isWanted = presses.some(({ orderReference }) => orderReference === reference);
  const couldBe = isWanted && theirs?.state === 'PENDING PICKUP' && !theirs.cancelRefused;
  return couldBe ? [`${reference} was called off by a person, and its driver still comes`] : [];
}

/** The service's row of this delivery; undefined where nobody can ask for it, or a person was told that nobody learns it. */
function reachable(world: SimWorld, delivery: DeliveryRecord) {
  const { orderReference, reason, service } = delivery;
  const theirs = world.service.stored.get(orderReference);
  const { canLookup, deniesForMs } = world.service;
  const isTold = (!canLookup || deniesForMs > 0) && reason?.code.endsWith('_in_doubt');
  // What another account booked can be asked by nobody: all that is known is that its driver may still come.
  return theirs?.deliveryId === service?.deliveryId && world.shops.canAsk(delivery) && !isTold ? theirs : undefined;
}

/** Nobody's driver is sent home but of an order that is cancelled, or by a person's press. */
export function cancelViolations(world: SimWorld, { orderReference, customerIdentifier }: ServiceRow): string[] {
  const owner = world.orders.ownerOf(orderReference, customerIdentifier);
  if (!owner) return [`${orderReference} is cancelled and no row has it`];
  const { shop } = owner;
  const key = `${shop}/${owner.orderId}`;
  const isEnded = owner.order?.cancelledAt != null || world.edits.refunded.has(key) || world.shopify.everEmpty.has(key);
  return isEnded || world.people.calledOff({ shop, orderReference })
    ? []
    : [`${orderReference} was cancelled for nobody`];
}

/** An order that Shopify no longer shows waits for nothing. */
export function checkGone(world: SimWorld, stored: StoredOrder): string[] {
  if (world.shopify.order(stored.shop, stored.orderId) !== null || !stored.order) return [];
  const waiting = [stored.order, ...stored.deliveries.values()].filter(({ state }) =>
    ['queued', 'held'].includes(state),
  );
  const found = waiting.length > 0 ? [`${stored.shop}/${stored.orderId} is gone from Shopify and waits for ever`] : [];
  return [...found, ...[...stored.deliveries.values()].flatMap((delivery) => checkDriverOfGone(world, delivery))];
}

/** Nobody drives for it in silence, nor at all where it was cancelled before. */
function checkDriverOfGone(world: SimWorld, delivery: DeliveryRecord): string[] {
  const { shop, orderId, orderReference } = delivery;
  const end = world.edits.gone.get(`${shop}/${orderId}`);
  if (end === 'cancelled') return checkCancelled(world, delivery);
  if (end === undefined || !comes(delivery) || tells(delivery, 'order_ended')) return [];
  return [`${orderReference} comes for an order that was deleted, and nobody is told`];
}
