import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { Change, Decided, OrderAggregate } from '#deliveries/order.ts';
import type { Ports } from '#deliveries/ports/ports.ts';
import type { OrderStore } from '#deliveries/ports/stores.ts';
import type { SimWorld } from './sim-world.ts';

/** What a fault makes of the ports that each run, press, probe or sweep of a world is given. */
export type Plant = (world: SimWorld) => (ports: Ports) => Ports;

/** A port of which some methods are other ones. */
export const at =
  <P extends 'courier' | 'shopify' | 'shops' | 'orders'>(
    port: P,
    fault: (port: Ports[P], world: SimWorld, ports: Ports) => Partial<Ports[P]>,
  ): Plant =>
  (world) =>
  (ports) => ({ ...ports, [port]: { ...ports[port], ...fault(ports[port], world, ports) } });

/** How a store decides: it may show another order, and write something else than what was decided. */
type Decides = <R>(order: OrderAggregate, decide: (order: OrderAggregate) => Decided<R>) => Decided<R>;

const deciding =
  (orders: OrderStore, decides: Decides): OrderStore['change'] =>
  (shop, orderId, decide, options) =>
    orders.change(shop, orderId, (order) => decides(order, decide), options);

/** A store that decides in its own way; made anew for each run. */
export const decides = (begin: () => Decides): Plant =>
  at('orders', (orders) => ({ change: deciding(orders, begin()) }));

/** A store that shows something else than what it holds. */
export const shows = (show: <A extends OrderAggregate>(order: A) => A): Plant =>
  at('orders', (orders) => ({
    load: async (...args) => show(await orders.load(...args)),
    change: async (...args) => {
      const outcome = await deciding(orders, (order, decide) => decide(show(order)))(...args);
      return outcome.kind === 'done' ? { ...outcome, after: show(outcome.after) } : outcome;
    },
  }));

/** A store that shows other rows than those it holds. */
export const showsRows = (row: (delivery: DeliveryRecord, order: OrderAggregate) => DeliveryRecord): Plant =>
  shows((order) => ({ ...order, deliveries: order.deliveries.map((delivery) => row(delivery, order)) }));

/** A store that writes something else than what was decided. */
export const writes = (write: (change: Change, order: OrderAggregate) => Change): Plant =>
  decides(() => (order, decide) => {
    const { change, result } = decide(order);
    return { change: change && write(change, order), result };
  });

/** A store that writes other rows; `before` is the row as it was. */
export const writesRows = (
  write: (delivery: DeliveryRecord, before: DeliveryRecord | undefined) => DeliveryRecord,
): Plant =>
  writes(({ deliveries = [], ...change }, order) => ({
    ...change,
    deliveries: deliveries.map((delivery) => write(delivery, rowOf(order, delivery))),
  }));

/** A store that forgets these differences between a delivery and its order. */
export const forgetsDrift = (isForgotten: (item: DriftItem, delivery: DeliveryRecord) => boolean): Plant =>
  writesRows((delivery) => ({ ...delivery, drift: delivery.drift.filter((item) => !isForgotten(item, delivery)) }));

/** A store that goes on telling of these differences once they are no more. */
export const keepsDrift = (isKept: (item: DriftItem) => boolean): Plant =>
  writesRows((delivery, before) => {
    const kept = before?.drift.filter(isKept) ?? [];
    return kept.length === 0
      ? delivery
      : { ...delivery, drift: [...delivery.drift.filter((one) => !isKept(one)), ...kept] };
  });

/** A store in which a claim stands otherwise than it was decided, and that tells the claimer so. */
export const claims = (claim: (delivery: DeliveryRecord, order: OrderAggregate) => DeliveryRecord): Plant =>
  decides(() => (order, decide) => {
    const decided = decide(order);
    const { deliveries = [], attempts = [] } = decided.change ?? {};
    const open = new Set(attempts.filter(({ outcome }) => outcome === 'open').map((one) => one.orderReference));
    if (open.size === 0) return decided;
    const claimed = (one: DeliveryRecord) => (open.has(one.orderReference) ? claim(one, order) : one);
    const change = { ...decided.change, deliveries: deliveries.map(claimed) };
    return { change, result: withDelivery(decided.result, claimed) };
  });

function withDelivery<R>(result: R, claimed: (delivery: DeliveryRecord) => DeliveryRecord): R {
  const { delivery } = result as { delivery?: DeliveryRecord };
  return delivery ? { ...result, delivery: claimed(delivery) } : result;
}

export const rowOf = ({ deliveries }: Pick<OrderAggregate, 'deliveries'>, { orderReference }: DeliveryRecord) =>
  deliveries.find((one) => one.orderReference === orderReference);
