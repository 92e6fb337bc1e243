import { hintNews } from '#deliveries/actions/hint-news.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { later } from './draw-events.ts';
import { hour, minute } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { type ServiceRow, setState } from './service-row.ts';
import type { SimWorld } from './sim-world.ts';

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

/** Some drivers never say that they are done, or go out again with what came back, drawn apart. */
export function letDriversStray(world: SimWorld, strays: SeededRandom): void {
  if (world.followsDrivers && strays.chance(0.3)) world.service.strays = strays;
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
  const strays = world.service.strays?.chance(0.5) ?? false;
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
  if (world.service.strays?.chance(0.5)) world.scheduler.after(hour, () => setState(row, 'DELIVERED'));
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
