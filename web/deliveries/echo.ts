import type { OrderRecord } from './delivery.ts';
import type { WaitingWebhook } from './order-aggregate.ts';

/**
 * Whether a webhook only tells us of our own note or metafield write: it says nothing newer than that write, shows the
 * note as we wrote it, and nothing that matters for placing differs from what was seen before. Such a webhook costs no read.
 */
export function isEcho(order: OrderRecord, webhook: WaitingWebhook): boolean {
  if (webhook.topic !== 'orders/updated' || !order.ownWrite || webhook.payloadUpdatedAt === null) return false;
  return (
    webhook.payloadUpdatedAt <= order.ownWrite.updatedAt &&
    (webhook.payloadNoteHash === null || webhook.payloadNoteHash === order.ownWrite.noteHash) &&
    (webhook.echoFingerprint === null ||
      order.echoFingerprint === null ||
      webhook.echoFingerprint === order.echoFingerprint)
  );
}
