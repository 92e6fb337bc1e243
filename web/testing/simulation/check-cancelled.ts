import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { ServiceRow } from './service-row.ts';
import type { SimWorld } from './sim-world.ts';

/**
 * Of a cancelled order no driver comes without an alarm that says so; and where the service can be told and never said no,
 * none comes at all. What was cancelled there is not said to come: an answer that was lost is found out where the service
 * shows what it has, and is in doubt, in words, where it does not.
 */
export function checkCancelled(world: SimWorld, delivery: DeliveryRecord): string[] {
  const { orderReference: reference, shop, state, drift, reason, service, progress } = delivery;
  // What was handed over or came back is no driver that still comes.
  if (state !== 'placed' || (progress !== null && progress !== 'on_its_way')) return [];
  const found: string[] = [];
  if (drift.length === 0) found.push(`${reference} goes out in silence`);
  if (!reason?.code.startsWith('still_booked_')) found.push(`${reference} is booked and says ${reason?.code}`);
  const theirs = world.service.stored.get(reference);
  const isOurs = theirs !== undefined && theirs.deliveryId === service?.deliveryId;
  const canReach = world.shops.record(shop).accounts.live?.account === delivery.account;
  // What another account booked can be asked by nobody: all that is known is that its driver may still come.
  if (!isOurs || !canReach) return found;
  const { canLookup, deniesForMs } = world.service;
  // Who pressed "Cancel" was told at once that its answer was lost.
  const isTold = reason?.code === 'still_booked_in_doubt' || world.people.cancelled.has(`${shop} ${reference}`);
  if ((!canLookup || deniesForMs > 0) && isTold) return found;
  if (theirs.state === 'PENDING PICKUP' && !theirs.cancelRefused) found.push(`${reference} could have been cancelled`);
  if (theirs.state === 'CANCELLED') found.push(`${reference} was cancelled, and here it is ${reason?.code}`);
  return found;
}

/** Nobody's driver is sent home but of an order that is cancelled, or by a person's press. */
export function cancelViolations(world: SimWorld, { orderReference, customerIdentifier }: ServiceRow): string[] {
  const owner = world.orders.all().find(({ deliveries }) => {
    return deliveries.get(orderReference)?.request.customer_identifier === customerIdentifier;
  });
  if (!owner) return [`${orderReference} is cancelled and no row has it`];
  const { shop, orderId } = owner;
  const isEnded = owner.order?.cancelledAt != null || world.shopify.everEmpty.has(`${shop}/${orderId}`);
  return isEnded || world.people.cancelled.has(`${shop} ${orderReference}`)
    ? []
    : [`${orderReference} was cancelled for nobody`];
}
