import type { OrderRecord, WaitingWebhook } from '../order.ts';

/** What is known of an order's newest state without reading it. */
type Known = Pick<OrderRecord, 'shopifyUpdatedAt' | 'echoFingerprint'>;
type SeenOrder = Known & Pick<OrderRecord, 'noteHash' | 'ownWrite' | 'fraudRisk'>;

/**
 * Takes webhooks in one after the other, oldest state first. They cost no read where each says nothing that is not known:
 * the echo of our writes, the second webhook of one action, an analysis for fraud that found nothing where nothing is known,
 * and a change that its tags explain where no rule asks for tags.
 *
 * @returns what is known after them; null where one brings news, so that the order must be read.
 */
export function knownAfter(order: SeenOrder, webhooks: readonly WaitingWebhook[], tagsMatter: boolean): Known | null {
  let known: SeenOrder = order;
  for (const webhook of webhooks.toSorted((a, b) => (a.payloadUpdatedAt ?? 0) - (b.payloadUpdatedAt ?? 0))) {
    const at = webhook.payloadUpdatedAt;
    if (webhook.fraudRisk === 'none' && known.fraudRisk === 'none') continue;
    if (at === null || !isKnown(known, at, webhook, tagsMatter)) return null;
    if (at >= known.shopifyUpdatedAt) {
      known = { ...known, shopifyUpdatedAt: at, echoFingerprint: webhook.echoFingerprint };
    }
  }
  return { shopifyUpdatedAt: known.shopifyUpdatedAt, echoFingerprint: known.echoFingerprint };
}

function isKnown(order: SeenOrder, at: number, webhook: WaitingWebhook, tagsMatter: boolean): boolean {
  if (at < order.shopifyUpdatedAt) return true;
  const isSameState = at <= Math.max(order.shopifyUpdatedAt, order.ownWrite?.updatedAt ?? 0);
  // What came between the reading and our note is somebody else's. A note in the second that was read left that a millisecond older.
  const isBetween = isSameState && at > order.shopifyUpdatedAt + 1;
  const notes = [null, isBetween ? null : order.noteHash, order.ownWrite?.noteHash];
  if (!notes.includes(webhook.payloadNoteHash)) return false;
  if (webhook.echoFingerprint === null || order.echoFingerprint === null) return false;
  const [told, seen] = [partsOf(webhook.echoFingerprint), partsOf(order.echoFingerprint)];
  if (told.core !== seen.core) return false;
  // Our note's echo that equals an older state than was read does not tell what the reading saw.
  if (at > order.shopifyUpdatedAt && seen.tags === null) return false;
  if (isSameState) return !tagsMatter || told.tags === seen.tags;
  // A later state in which nothing shows what was changed may differ in what payloads do not hold.
  return !tagsMatter && seen.tags !== null && told.tags !== seen.tags;
}

/**
 * The fingerprint to keep with a snapshot. Its tags stay only where it is of the very state that was read: then they tell
 * whether a later change was theirs. Null where an order that was read before has moved on from it: a change that this
 * reading saw, and that is taken back within the second, would equal it.
 */
export function fingerprintAfterRead(
  stored: Known | null,
  webhooks: readonly WaitingWebhook[],
  updatedAt: number,
): string | null {
  const known = webhooks.map((webhook) => ({ at: webhook.payloadUpdatedAt ?? 0, text: webhook.echoFingerprint }));
  if (stored) known.unshift({ at: stored.shopifyUpdatedAt, text: stored.echoFingerprint });
  const newest = known
    .filter(({ text }) => text !== null)
    .reduce((a, b) => (b.at >= a.at ? b : a), { at: 0, text: null as string | null });
  if (newest.text === null || newest.at === updatedAt) return newest.text;
  return stored ? null : partsOf(newest.text).core;
}

/** A fingerprint is `core|tags`; without the tags it is of a state that may be older than the one read. */
function partsOf(fingerprint: string): { core: string; tags: string | null } {
  const at = fingerprint.indexOf('|');
  return at < 0
    ? { core: fingerprint, tags: null }
    : { core: fingerprint.slice(0, at), tags: fingerprint.slice(at + 1) };
}
