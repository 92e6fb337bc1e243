import { hintNews } from '#deliveries/actions/hint-news.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { later } from './draw-events.ts';
import { isOver } from './draw-refunds.ts';
import { minute } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { type ServiceRow, setState, stateOf } from './service-row.ts';
import type { SimWorld } from './sim-world.ts';

const hour = 60 * minute;
/** Until a driver is home. */
const driveMs = 9 * hour;

/** What a driver does next, by the service's words: goods are handed over, or they come back. */
const next: Readonly<Record<string, readonly string[]>> = {
  'PENDING PICKUP': ['PENDING DROPOFF'],
  'PENDING DROPOFF': ['DELIVERED', 'DELIVERED', 'FAILED'],
  FAILED: ['RETURNED', 'PENDING DROPOFF'],
};

/** The same of a service that sends drivers home by itself, gives goods to another driver, and takes words back. */
const fickle: typeof next = {
  'PENDING PICKUP': ['PENDING DROPOFF', 'PENDING DROPOFF', 'CANCELLED'],
  'PENDING DROPOFF': ['DELIVERED', 'FAILED', 'CANCELLED', 'PENDING PICKUP'],
  FAILED: ['RETURNED', 'PENDING DROPOFF', 'PENDING PICKUP', 'DELIVERED'],
  DELIVERED: ['DELIVERED', 'FAILED'],
  CANCELLED: ['CANCELLED', 'CANCELLED', 'PENDING PICKUP'],
};

/**
 * From now on drivers drive and the app follows them: each delivery goes its way within some hours, and the service tells
 * of it once, twice, late, or not at all.
 */
export function letDriversDrive(world: SimWorld): void {
  // Where a look-up tells nothing there is nothing to follow.
  if (!world.service.canLookup || world.service.deniesForMs === Number.POSITIVE_INFINITY) return;
  world.followsDrivers = true;
  world.service.onStored = (row) => sendDriver(world, row);
}

const straysOf = new WeakMap<SimWorld, SeededRandom>();

/** Some drivers never say that they are done, or go out again with what came back, drawn apart. */
export function letDriversStray(world: SimWorld, strays: SeededRandom): void {
  if (world.followsDrivers && strays.chance(0.3)) straysOf.set(world, strays);
}

/** Whenever it was booked: also what waited for the next day is brought. */
export function sendDriver(world: SimWorld, row: ServiceRow): void {
  const end = world.scheduler.now() + driveMs;
  const step = () => {
    // It was deleted, or booked anew.
    if (world.service.stored.get(row.orderReference) !== row) return;
    const isLast = world.scheduler.now() > end;
    if (isLast) finish(world, row);
    else if (world.random.chance(0.4)) goOn(world, row);
    if (!isLast && statesAfter(world, row)) world.scheduler.after(hour, step);
  };
  world.scheduler.after(hour, step);
}

const statesAfter = ({ service }: SimWorld, { state }: ServiceRow) => (service.isFickle ? fickle : next)[state ?? ''];

function goOn(world: SimWorld, row: ServiceRow): void {
  const states = statesAfter(world, row);
  const state = states?.[world.random.below(states.length)];
  if (state && state !== row.state) become(world, row, state);
}

function finish(world: SimWorld, row: ServiceRow): void {
  const strays = straysOf.get(world)?.chance(0.5) ?? false;
  if (row.state === 'PENDING DROPOFF' && strays) world.log(`service ${row.orderReference} is heard of no more`);
  else if (row.state === 'FAILED') {
    become(world, row, 'RETURNED');
    // Well within the day for which the service is asked about what came back.
    if (strays) world.scheduler.after(2 * hour, () => goOutAgain(world, row));
  } else if (next[row.state ?? '']) become(world, row, 'DELIVERED');
}

/** The same goods under the same id; nobody is notified of it. */
function goOutAgain(world: SimWorld, row: ServiceRow): void {
  if (row.state !== 'RETURNED') return;
  row.told = false;
  setState(row, 'PENDING DROPOFF');
  world.log(`service ${row.orderReference} goes out again`);
  if (straysOf.get(world)?.chance(0.5)) world.scheduler.after(hour, () => setState(row, 'DELIVERED'));
}

function become(world: SimWorld, row: ServiceRow, state: string): void {
  // What nobody asks for any more is told.
  const leastTold = row.state === 'DELIVERED' || row.state === 'CANCELLED' ? 1 : 0;
  // Of each end, and of each end that is taken back, something has to be told anew.
  if ((state === 'CANCELLED') !== (row.state === 'CANCELLED')) row.told = false;
  setState(row, state);
  row.calledOff = state === 'CANCELLED';
  world.log(`service ${row.orderReference} ${state}`);
  if ((state === 'FAILED' || state === 'RETURNED') && world.random.chance(0.2))
    later(world, 2 * hour, () => cancelOrder(world, row));
  for (let times = leastTold + world.random.below(3); times > 0; times -= 1)
    later(world, 10 * minute, () => tell(world, row));
}

/** What a shop may do about goods that nobody took in. */
function cancelOrder(world: SimWorld, row: ServiceRow): void {
  const own = ownOf(world, row);
  if (!own) return;
  const cancelledAt = new Date(world.scheduler.now()).toISOString();
  world.shopify.edit(own.shop, own.orderId, { cancelledAt });
}

/** A notification of the service: that there is news, not which. */
function tell(world: SimWorld, row: ServiceRow): void {
  const process = world.runs.anyProcess();
  const own = ownOf(world, row);
  if (!process || !own) return;
  hintNews(world.portsOf(process), own.shop, own).then(
    () => {
      row.told = true;
    },
    () => world.log('a notification was not taken'),
  );
}

/** Our delivery that is booked as this one. */
export function ownOf({ orders }: SimWorld, { orderReference, deliveryId }: ServiceRow): DeliveryRecord | undefined {
  const named = orders.all().flatMap(({ deliveries }) => deliveries.get(orderReference) ?? []);
  return named.find(({ service }) => service?.deliveryId === deliveryId);
}

/** Whom the service sent home by itself is no driver any more, and a person is told of it unless nobody wants one. */
function checkCalledOff(world: SimWorld, delivery: DeliveryRecord, isReplaced: boolean): string[] {
  const { orderReference: reference, shop, orderId, state, drift } = delivery;
  if (state !== 'cancelled') return [`${reference} was called off there, and here it is ${state}`];
  const { shopify } = world;
  const now = shopify.order(shop, orderId);
  const hasEnded = (now !== null && isOver(now)) || shopify.everEmpty.has(`${shop}/${orderId}`);
  const isUnwanted = hasEnded || world.people.cancelled.has(`${shop} ${reference}`);
  const isTold = isReplaced || drift.some(({ about }) => about === 'not_delivered');
  return isTold || isUnwanted ? [] : [`${reference} was called off, and nobody is told`];
}

/** Whom the service sends out again though it had cancelled him may come: a person is told, once the service has told of it. */
function checkTakenBack({ state, told }: ServiceRow, { orderReference, drift }: DeliveryRecord): string[] {
  const comes = state !== 'CANCELLED' && state !== 'RETURNED';
  const isTold = drift.some(({ about }) => about === 'not_cancelled');
  return comes && told && !isTold ? [`${orderReference} was cancelled, its driver comes, and nobody is told`] : [];
}

/** What is booked here says of its driver what the service says, in an order that can be, and tells a person what failed. */
export function checkDriver(world: SimWorld, delivery: DeliveryRecord, isReplaced: boolean): string[] {
  const { orderReference: reference, state, progress, steps, drift } = delivery;
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
  const isTold = drift.some(({ about }) => about === 'not_delivered');
  if (progress === 'returned' && !isReplaced && !isTold) found.push(`${reference} came back, and nobody is told`);
  const isDecided = isTold || drift.some(({ about }) => about === 'order_ended');
  if (progress === 'on_its_way' && !isReplaced && !isDecided) found.push(`${reference} never came, and nobody is told`);
  if (progress === 'delivered' && drift.some(({ about }) => about === 'not_delivered')) {
    found.push(`${reference} was delivered, and the alarm that it failed stands`);
  }
  return found;
}
