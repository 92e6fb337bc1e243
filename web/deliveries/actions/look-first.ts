import { type DeliveryRecord, tellsOf } from '../delivery.ts';
import { deliveryOf } from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import { hasKeyOf, type ShopRecord } from '../ports/stores.ts';
import { isEndedThere } from '../run/ask-about.ts';
import { refreshDelivery } from '../run/refresh-delivery.ts';
import { loadForPerson } from '../run/running-order.ts';
import { alreadyDone, conflictOf, type SendAction, type SendOutcome } from './send-action.ts';
import { targetOf } from './send-as-new.ts';

/**
 * Before another driver is sent for goods whose delivery the service ended by itself, or knows no more, it is asked once more: who
 * dispatches there may have booked it anew. Null: that is no news, or it cannot be asked.
 */
export async function lookFirst(
  ports: Ports,
  shop: ShopRecord,
  { orderId, body }: Pick<SendAction, 'orderId' | 'body'>,
): Promise<SendOutcome | null> {
  if (body.mode !== 'new') return null;
  const order = await loadForPerson(ports, shop, orderId);
  const target = targetOf(order.known.deliveries, body);
  if ('kind' in target || !(isEndedThere(target) || isDeniedThere(target)) || !hasKeyOf(shop, target)) return null;
  await refreshDelivery(ports, order, target);
  return newsOf(target, deliveryOf(order.known, target.orderReference));
}

/** What the person who pressed did not know; a press that comes after it is their own word. */
function newsOf(before: DeliveryRecord, after: DeliveryRecord | undefined): SendOutcome | null {
  const comes = (one: DeliveryRecord) =>
    (one.state === 'placed' && !isDeniedThere(one)) || (one.state === 'cancelled' && tellsOf(one, 'not_cancelled'));
  if (!after || comes(before) || !comes(after)) return null;
  return after.state === 'cancelled' && after.reason ? conflictOf(after.reason) : alreadyDone(false);
}

const isDeniedThere = ({ state, service }: DeliveryRecord): boolean =>
  state === 'placed' && service?.denied !== undefined;
