import type { AutomationSettings } from '#api-contract/settings.ts';
import { trustedGateway } from '#placement/order-rules.ts';
import { isPaid, type ShopOrder } from '#placement/shop-order.ts';
import type { OrderRecord, WaitingWebhook } from '../order.ts';

/**
 * When the whole of an order was paid (epoch ms); null where it never was. What an edit left unpaid is as new as an order
 * that was never paid once the rest comes.
 */
export function paidInFullAt(
  stored: Pick<OrderRecord, 'paid' | 'paidAt'> | null,
  snapshot: ShopOrder,
  webhooks: readonly WaitingWebhook[],
): number | null {
  const before = stored?.paidAt ?? null;
  if (!isPaid(snapshot) || (stored?.paid && before !== null)) return before;
  return Math.max(before ?? 0, toldAt(snapshot, webhooks));
}

/**
 * Since when its payment lets an order go, epoch ms: one that goes out before it is paid since it came. Marking it as paid
 * afterwards, as who was handed the cash does, makes it no newer.
 */
export const payableSince = (
  { paidAt, processedAt }: Pick<OrderRecord, 'paidAt' | 'processedAt'>,
  snapshot: ShopOrder,
  automation: AutomationSettings,
): number => (trustedGateway(snapshot, automation) === undefined ? (paidAt ?? processedAt) : processedAt);

/** Shopify's transaction, else the earliest notice of it, else when the order was processed. */
function toldAt(snapshot: ShopOrder, webhooks: readonly WaitingWebhook[]): number {
  if (snapshot.paidAt) return Date.parse(snapshot.paidAt);
  const notices = webhooks.filter(({ topic }) => topic === 'orders/paid').map(({ receivedAt }) => receivedAt);
  return notices.length > 0 ? Math.min(...notices) : Date.parse(snapshot.processedAt);
}
