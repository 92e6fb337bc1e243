import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import { deniesDriver } from '../denies-driver.ts';
import type { SimWorld } from './sim-world.ts';

/** Reasons that admit a driver may be on the way, or leave the question to a person. */
const honest = [
  ...['refused_after_unknown', 'fate_unknown', 'redirected', 'probably_placed'],
  ...['key_changed_in_doubt', 'replaced_in_doubt', 'goes_on_all_the_same'],
];
/** The last word after a look-up's denial: honest only where the service never tells what it has. */
const honestOfTheBlind = [
  ...['order_cancelled_in_doubt', 'too_late_in_doubt', 'attempts_used_up_in_doubt'],
  ...['order_ended_in_doubt', 'changed_in_doubt'],
];

/** No words deny a driver that the service has. */
export function checkWords(world: SimWorld, delivery: DeliveryRecord): string[] {
  const { orderReference: reference, state, reason, shop, orderId } = delivery;
  const isEnded = reason?.code === 'cancelled_with_order' || reason?.code.startsWith('still_booked_');
  if (isEnded && !hasEnded(world, `${shop}/${orderId}`))
    return [`${reference} says that its order ended, and it has not`];
  if (!goes(world, delivery)) return [];
  const isBlind = !world.service.canLookup || world.service.deniesForMs === Number.POSITIVE_INFINITY;
  const words = isBlind ? [...honest, ...honestOfTheBlind] : honest;
  const admitted = state === 'placed' || words.includes(reason?.code ?? '') || delivery.doubt !== null;
  return [
    ...(admitted ? [] : [`${reference} is there, and here ${state}/${reason?.code}`]),
    ...(deniesDriver(reason) ? [`${reference} is there, and here it says: ${reason?.message}`] : []),
  ];
}

/** Whether an order was cancelled or paid back at any time. */
function hasEnded({ shopify, edits }: SimWorld, key: string): boolean {
  return shopify.orders.get(key)?.cancelledAt != null || edits.refunded.has(key);
}

/** Nor do the order's own, beside those that it takes over from one of its deliveries. */
export function checkWordsOfOrder(
  world: SimWorld,
  { reason }: OrderRecord,
  deliveries: readonly DeliveryRecord[],
): string[] {
  const isTakenOver = deliveries.some((one) => one.reason?.code === reason?.code);
  if (isTakenOver || !deniesDriver(reason)) return [];
  return deliveries
    .filter((one) => goes(world, one))
    .map(({ orderReference }) => `${orderReference} is there, and its order says: ${reason?.message}`);
}

/** Whether the service has it, and has not ended it by its own word. */
function goes(world: SimWorld, delivery: DeliveryRecord): boolean {
  const { orderReference, request } = delivery;
  const { stored, dispatched } = world.service;
  const theirs = stored.get(orderReference);
  // Under another account's key nothing is found by its reference.
  if (dispatched.anew.has(orderReference) && !world.shops.canAsk(delivery)) return false;
  if (theirs?.customerIdentifier !== request.customer_identifier) return false;
  // What the service takes back, and does not tell, nobody knows.
  const isUntold = theirs.past.includes('CANCELLED') && !theirs.told;
  return !['CANCELLED', 'RETURNED'].includes(theirs.state ?? '') && !isUntold;
}

/** Nobody is told of a delivery under their reference where the service never had one. */
export function checkTaken({ orderReference, reason }: DeliveryRecord, wasThere: boolean): string[] {
  const isTold = reason?.code === 'reference_taken' || reason?.code === 'probably_placed';
  return isTold && !wasThere ? [`${orderReference} is said to be there, and is not: ${reason.code}`] : [];
}
