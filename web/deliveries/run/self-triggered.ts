import type { ShopOrder } from '#placement/shop-order.ts';
import type { OrderRecord, WaitingWebhook } from '../order.ts';

/** What is known of an order's newest state without reading it. */
type Known = Pick<OrderRecord, 'shopifyUpdatedAt' | 'echoFingerprint'>;
type SeenOrder = Known & Pick<OrderRecord, 'noteHash' | 'ownWrite'>;
type Seen = Pick<OrderRecord, 'shopifyUpdatedAt' | 'ownWrite' | 'processedAt'>;

/**
 * Takes webhooks in one after the other, oldest state first. They cost no read where each says nothing that is not known:
 * the echo of our writes, the second webhook of one action, and a change that its tags explain where no rule asks for tags.
 *
 * @returns what is known after them; null where one brings news, so that the order must be read.
 */
export function knownAfter(order: SeenOrder, webhooks: readonly WaitingWebhook[], tagsMatter: boolean): Known | null {
  let known: SeenOrder = order;
  for (const webhook of webhooks.toSorted((a, b) => (a.payloadUpdatedAt ?? 0) - (b.payloadUpdatedAt ?? 0))) {
    const at = webhook.payloadUpdatedAt;
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

/** How long a replica of Shopify's may be behind. */
const lagMs = 2_000;
/** For how long after an order was made, told of or written to a replica need not show that. */
const freshMs = 5_000;

/**
 * When to read an order once more that Shopify does not show, or that was read older than a webhook tells or than we wrote
 * to it ourselves, as a replica that lags answers; else null. A webhook of goods names no instant: where nothing newer was
 * read, it may tell of what was not seen.
 */
export function readAnewAt(
  read: Pick<ShopOrder, 'updatedAt'> | null,
  { stored, webhooks, now }: { stored: Seen | null; webhooks: readonly WaitingWebhook[]; now: number },
): number | null {
  const isWithin = (ms: number, at: number) => Math.abs(now - at) < ms;
  const readAt = read ? Date.parse(read.updatedAt) : 0;
  const { processedAt = 0, ownWrite = null, shopifyUpdatedAt = null } = stored ?? {};
  const isNews = ({ payloadUpdatedAt: told, receivedAt }: WaitingWebhook): boolean => {
    if (read !== null && told === null) return shopifyUpdatedAt === readAt && isWithin(lagMs, receivedAt);
    return (read === null || (told ?? 0) > readAt) && isWithin(freshMs, receivedAt);
  };
  const isMissing = read === null && isWithin(freshMs, processedAt);
  const isBefore = ownWrite !== null && ownWrite.updatedAt > readAt && isWithin(freshMs, ownWrite.updatedAt);
  return isMissing || isBefore || webhooks.some(isNews) ? now + lagMs : null;
}

/** A fingerprint is `core|tags`; without the tags it is of a state that may be older than the one read. */
function partsOf(fingerprint: string): { core: string; tags: string | null } {
  const at = fingerprint.indexOf('|');
  return at < 0
    ? { core: fingerprint, tags: null }
    : { core: fingerprint.slice(0, at), tags: fingerprint.slice(at + 1) };
}
