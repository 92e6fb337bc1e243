import type { OrderRecord } from './delivery.ts';
import type { WaitingWebhook } from './order-aggregate.ts';

/**
 * Whether a webhook says nothing that is not known: an older state than the one last read, or the very state that was
 * read or that our own write made, with the same note and nothing different that matters for placing. The echo of our
 * writes and the second webhook of one action therefore cost no read.
 */
export function isKnown(order: OrderRecord, webhook: WaitingWebhook): boolean {
  const { payloadUpdatedAt, payloadNoteHash, echoFingerprint } = webhook;
  if (payloadUpdatedAt === null) return false;
  if (payloadUpdatedAt < order.shopifyUpdatedAt) return true;
  if (payloadUpdatedAt > Math.max(order.shopifyUpdatedAt, order.ownWrite?.updatedAt ?? 0)) return false;
  const notes = [null, order.noteHash, order.ownWrite?.noteHash];
  return notes.includes(payloadNoteHash) && echoFingerprint !== null && echoFingerprint === order.echoFingerprint;
}
