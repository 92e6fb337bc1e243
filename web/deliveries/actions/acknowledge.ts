import type { OrderId } from '#placement/ids.ts';
import { alarmOf, closeAll, openDrift } from '../alarm.ts';
import { type Decided, deliveryOf, type OrderAggregate, readAnew } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { shownOf } from '../transitions.ts';

export interface Acknowledgement {
  orderId: OrderId;
  orderReference: string;
  /** The alarm as the person saw it. */
  alarm: string;
  actor: string;
}

/** `changed`: the order differs in another way by now, or in none, from what the person saw; nothing was closed. */
export type Acknowledged = { kind: 'closed' } | { kind: 'not_found' } | { kind: 'changed' };

/** "Done": a person has dealt with what changed after placing. Closes exactly the alarm that the person saw. */
export async function acknowledge(ports: Ports, shop: ShopRecord, action: Acknowledgement): Promise<Acknowledged> {
  const outcome = await ports.orders.change(shop.domain, action.orderId, (aggregate) => closeAlarm(aggregate, action));
  if (outcome.kind !== 'done') throw new Error('closing an alarm writes no reference');
  return outcome.result;
}

/** Safe to do twice: what is closed keeps the person who closed it first. */
function closeAlarm(
  aggregate: OrderAggregate,
  { orderReference, alarm, actor }: Acknowledgement,
): Decided<Acknowledged> {
  const { now } = aggregate;
  const delivery = deliveryOf(aggregate, orderReference);
  if (!delivery) return { change: null, result: { kind: 'not_found' } };
  const shown = shownOf(delivery);
  if (alarmOf(shown.drift) !== alarm) return { change: null, result: { kind: 'changed' } };
  const open = openDrift(shown);
  if (open.length === 0) return { change: null, result: { kind: 'closed' } };
  const detail = open.map(({ field }) => field).join(', ');
  const dealtWith = { ...delivery, closed: closeAll(shown, now, actor), updatedAt: now };
  const audit = [{ actor, action: 'acknowledge', orderReference: delivery.orderReference, detail }];
  // Where it was a second driver who was called off, the first one speaks for the goods from now on.
  const change =
    delivery.state === 'cancelled' && delivery.replaces !== null
      ? readAnew(withOrderState(aggregate, [dealtWith]), now)
      : { deliveries: [dealtWith] };
  return { change: { ...change, audit }, result: { kind: 'closed' } };
}
