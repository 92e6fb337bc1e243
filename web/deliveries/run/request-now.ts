import type { DeliveryRecord, EarlierRequest } from '../delivery.ts';
import { dropoffOf, repeatRequest, saidOfRepeated } from './corrections.ts';
import { isInSpite } from './judge.ts';
import { frozen, type Plan } from './new-delivery.ts';
import { methodNow } from './other-method.ts';

/** The request as the order says it now, where it can be made from that. */
export function requestNow(plan: Plan, delivery: DeliveryRecord): Partial<DeliveryRecord> {
  const mapped = plan.goods.of(delivery);
  if (mapped?.waits !== null) return laidOver(plan, delivery);
  return mapped.request ? { ...frozen(plan, mapped, delivery.orderReference), earlier: earlierOf(delivery) } : {};
}

/** Nothing is left to collect by Shopify's books, and a person wants it sent in spite of that: to whom the order goes by now. */
function laidOver({ goods, order, snapshot, context }: Plan, delivery: DeliveryRecord): Partial<DeliveryRecord> {
  const there = goods.goTo(delivery.locationKey);
  if (!there || !isInSpite(delivery)) return {};
  const repeated = repeatRequest(delivery, delivery.orderReference, dropoffOf(there));
  if ('problems' in repeated) return {};
  const method = methodNow(delivery, snapshot, context.shop.settings.automation);
  return { ...repeated, said: saidOfRepeated(order, there, delivery, method), earlier: earlierOf(delivery) };
}

/** What may have gone out before the request is changed: a look-up may yet find it. */
function earlierOf({ everUnknown, earlier, ...delivery }: DeliveryRecord): EarlierRequest | null {
  if (!everUnknown) return null;
  const { locationKey, locationId, locationName, lines, request, said, body } = delivery;
  return earlier ?? { locationKey, locationId, locationName, lines, request, said, body };
}
