import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { tells, toCome } from './delivery-rows.ts';
import type { SimWorld } from './sim-world.ts';

/** However late a webhook comes, and however long a run stands still. */
const longestNewsMs = 600_000;

/** A driver who was sent before Shopify warned of the order is told of, and no other is; an order that is found harmless waits for nobody. */
export function checkRisks(
  { edits, service }: SimWorld,
  now: ShopOrder,
  order: OrderRecord,
  deliveries: readonly DeliveryRecord[],
): string[] {
  const key = `${order.shop}/${order.orderId}`;
  const last = edits.risks.get(key)?.at(-1);
  // What no webhook told of changes nothing of the order: nobody looks for it.
  if (!last?.isTold) return [];
  const isRisky = last.found === 'CANCEL';
  const asked = [order, ...deliveries].filter(({ reason }) => reason?.code === 'fraud_risk_high');
  const found = isRisky ? [] : asked.map(() => `${key} waits for a person by a warning that was taken back`);
  const ofDrivers = toCome(now, deliveries).flatMap((row) => {
    const { orderReference: reference, request, word } = row;
    if (tells(row, 'fraud_risk')) return isRisky ? [] : [`${reference} tells of a warning that was taken back`];
    const own = service.calls.filter((call) => call.kind === 'place' && call.reference === reference);
    const calls = own.filter(({ customer }) => customer === request.customer_identifier);
    const firstAt = calls[0]?.startedAt ?? 0;
    if (isRisky && word === null && firstAt > last.madeAt + longestNewsMs)
      return [`${reference} went by itself long after Shopify warned of it`];
    // Who sends it later knows of the warning.
    const wasBefore = calls.every(({ startedAt }) => startedAt < last.madeAt) && wasHarmlessUntil(edits, key);
    return isRisky && wasBefore ? [`${reference} comes for an order that Shopify warns of, and nobody is told`] : [];
  });
  return [...found, ...ofDrivers];
}

/** No earlier warning, which a person may have known of. */
const wasHarmlessUntil = ({ risks }: SimWorld['edits'], key: string): boolean =>
  (risks.get(key) ?? []).slice(0, -1).every(({ found }) => found !== 'CANCEL');
