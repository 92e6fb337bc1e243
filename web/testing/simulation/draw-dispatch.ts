import type { DeliveryId } from '#placement/ids.ts';
import { alsoWhen, later, pressNew } from './draw-events.ts';
import { hour, minute } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { type ServiceRow, setState } from './service-row.ts';
import { ownOf, sendDriver } from './sim-drivers.ts';
import type { SimWorld } from './sim-world.ts';

/**
 * In some, people at the service book jobs anew under their references, and delete one: where drivers are followed, and a
 * look-up shows whose a job is.
 */
export function drawDispatch(world: SimWorld, dispatch: SeededRandom): void {
  const { service, scheduler } = world;
  if (!dispatch.chance(0.4) || !world.followsDrivers) return;
  if (service.deniesForMs > 0 || service.shows === 'rewritten_without_customer') return;
  alsoWhen(service, 'onCancel', ({ deliveryId }) => service.dispatched.toldToCancel.add(deliveryId));
  alsoWhen(service, 'onStored', (row) => {
    const at = scheduler.now() + dispatch.below(5 * hour);
    if (dispatch.chance(0.6)) scheduler.at(at, () => change(world, dispatch, row));
  });
}

/** What a driver has had, or somebody wants called off, is left as it is. */
function change(world: SimWorld, dispatch: SeededRandom, row: ServiceRow): void {
  const { service } = world;
  const { dispatched, stored } = service;
  const { orderReference: reference, state, past } = row;
  const isOver = state === 'CANCELLED' && row.calledOff;
  const isIdle = (state === 'PENDING PICKUP' && past.length === 0) || isOver;
  const own = ownOf(world, row);
  if (!own || !isIdle || stored.get(reference) !== row || dispatched.toldToCancel.has(row.deliveryId)) return;
  // Of what another account booked nobody is told, and it is asked for a week.
  if (!world.shops.canAsk(own)) return;
  if (!isOver && dispatched.deleted.size === 0 && dispatch.chance(0.5)) {
    world.log(`service ${reference} deleted`);
    dispatched.deleted.add(reference);
    stored.delete(reference);
    return;
  }
  world.log(`service ${reference} booked anew`);
  bookAnew(world, row, isOver || dispatch.chance(0.5));
  if (isOver && dispatch.chance(0.7))
    later(world, 10 * minute, () => pressNew(world, { shop: own.shop, id: own.orderId }));
}

/** The former job is cancelled, or nobody knows it any more. */
function bookAnew(world: SimWorld, row: ServiceRow, isKept: boolean): void {
  const { dispatched, stored } = world.service;
  const deliveryId = `${row.deliveryId}-anew` as DeliveryId;
  const fresh = { state: 'PENDING PICKUP', storedAt: world.scheduler.now(), calledOff: false, told: false };
  const anew: ServiceRow = { ...row, ...fresh, deliveryId, past: [...row.past] };
  stored.set(row.orderReference, anew);
  dispatched.anew.set(row.orderReference, row.state === 'CANCELLED' ? 'late' : 'at_once');
  if (isKept) {
    if (row.state !== 'CANCELLED') setState(row, 'CANCELLED');
    dispatched.former.push(row);
  }
  sendDriver(world, anew);
}
