import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { tells } from './delivery-rows.ts';
import { type ServiceRow, stateOf } from './service-row.ts';
import { isOver } from './sim-edits.ts';
import type { SimWorld } from './sim-world.ts';

/** Whom the service sent home by itself is no driver any more, and a person is told of it unless nobody wants one. */
function checkCalledOff(world: SimWorld, delivery: DeliveryRecord, isReplaced: boolean): string[] {
  const { orderReference: reference, shop, orderId, state } = delivery;
  if (state !== 'cancelled') return [`${reference} was called off there, and here it is ${state}`];
  const { shopify } = world;
  const now = shopify.order(shop, orderId);
  const hasEnded = (now !== null && isOver(now)) || shopify.everEmpty.has(`${shop}/${orderId}`);
  const isUnwanted = hasEnded || world.people.calledOff(delivery);
  const isTold = isReplaced || tells(delivery, 'not_delivered');
  return isTold || isUnwanted ? [] : [`${reference} was called off, and nobody is told`];
}

/** Whom the service sends out again though it had cancelled him may come: a person is told, once the service has told of it. */
function checkTakenBack({ state, told }: ServiceRow, delivery: DeliveryRecord): string[] {
  const comes = state !== 'CANCELLED' && state !== 'RETURNED';
  const isSilent = comes && told && !tells(delivery, 'not_cancelled');
  return isSilent ? [`${delivery.orderReference} was cancelled, its driver comes, and nobody is told`] : [];
}

/** What is booked here says of its driver what the service says, in an order that can be, and tells a person what failed. */
export function checkDriver(world: SimWorld, delivery: DeliveryRecord, isReplaced: boolean): string[] {
  const { orderReference: reference, state, progress, steps } = delivery;
  const theirs = world.service.stored.get(reference);
  if (!world.followsDrivers || !theirs || theirs.deliveryId !== delivery.service?.deliveryId) return [];
  if (theirs.calledOff) return checkCalledOff(world, delivery, isReplaced);
  if (state === 'cancelled') return checkTakenBack(theirs, delivery);
  if (state !== 'placed') return [];
  const found: string[] = [];
  const means = stateOf(theirs.state);
  const expected = means === 'booked' ? null : means;
  if (progress !== expected) found.push(`${reference} is ${theirs.state} there, and here ${progress}`);
  if (delivery.lookAt !== null) found.push(`${reference} is over, and is asked after again`);
  const happened = theirs.past.map(stateOf);
  const times = (states: readonly string[], one: string) => states.filter((state) => state === one).length;
  const told = steps.map((step) => step.state);
  if (told.some((one) => times(told, one) > times(happened, one))) found.push(`${reference} was told twice`);
  const isTold = tells(delivery, 'not_delivered');
  if (progress === 'returned' && !isReplaced && !isTold) found.push(`${reference} came back, and nobody is told`);
  const isDecided = isTold || tells(delivery, 'order_ended');
  if (progress === 'on_its_way' && !isReplaced && !isDecided) found.push(`${reference} never came, and nobody is told`);
  if (progress === 'delivered' && isTold) found.push(`${reference} was delivered, and the alarm that it failed stands`);
  return found;
}
