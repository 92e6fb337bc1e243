import { endOf } from '#placement/drift.ts';
import { type FraudRisk, fraudRiskOf, isGraver } from '#placement/fraud-risk.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { OrderRecord, WaitingWebhook } from '../order.ts';
import { mayGetGoods } from './look-again.ts';

/** What is known of an order's newest state without reading it. */
type Known = Pick<OrderRecord, 'shopifyUpdatedAt' | 'echoFingerprint'>;
type SeenOrder = Known & Pick<OrderRecord, 'noteHash' | 'ownWrite' | 'fraudRisk'>;
type Seen = Pick<OrderRecord, 'shopifyUpdatedAt' | 'ownWrite' | 'firstSeenAt' | 'fraudRisk' | 'updatedAt'>;

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

/** How long a replica of Shopify's may be behind. */
export const lagMs = 2_000;
/** For how long after an order was made, told of or written to a replica need not show that. */
export const freshMs = 5_000;

interface Told {
  stored: Seen | null;
  webhooks: readonly WaitingWebhook[];
  now: number;
}
type Read = Pick<ShopOrder, 'updatedAt' | 'riskRecommendation' | 'fulfillmentOrders' | 'createdAt'>;

/**
 * When to read an order once more that Shopify does not show, or not as it is by now, as a replica that lags answers;
 * else null.
 */
export function readAnewAt(read: Read | null, told: Told): number | null {
  const isMissing = read === null && isWithin(freshMs, told.now, told.stored?.firstSeenAt ?? 0);
  const isBehind = isReadBehind(read, told) || unseenWebhooks(read, told).length > 0;
  return isMissing || isBehind ? told.now + lagMs : null;
}

/**
 * Whether goods that were first seen just now are not shown at all: a replica may not have them yet. Later they are a third
 * party's, whose fulfilment orders the app does not see.
 */
export const hidesGoods = (read: ShopOrder, seen: readonly { createdAt: number }[], now: number): boolean =>
  read.fulfillmentOrders.length === 0 &&
  seen.some(({ createdAt }) => isWithin(freshMs, now, createdAt)) &&
  endOf(read) === null;

/** Whether an order was read older than a webhook tells, or than we wrote to it ourselves; of all analyses for fraud the gravest counts. */
export function isReadBehind(read: Read | null, { stored, webhooks, now }: Told): boolean {
  const readAt = read ? Date.parse(read.updatedAt) : 0;
  const isFresh = ({ receivedAt }: WaitingWebhook) => isWithin(freshMs, now, receivedAt);
  // What tells of goods that come into being after the order may be taken in during this reading.
  if (read && mayGetGoods(read, now) && webhooks.some(isFresh)) return true;
  const writtenAt = stored?.ownWrite?.updatedAt ?? 0;
  if (writtenAt > readAt && isWithin(freshMs, now, writtenAt)) return true;
  const risk = read ? fraudRiskOf(read) : 'none';
  if (read && stored && isOtherRisk(risk, { stored, webhooks, now }) && stored.shopifyUpdatedAt === readAt) return true;
  const isNewer = ({ payloadUpdatedAt, fraudRisk }: WaitingWebhook) =>
    (payloadUpdatedAt ?? 0) > readAt || (fraudRisk && isGraver(fraudRisk, risk));
  return webhooks.some((webhook) => isNewer(webhook) && isFresh(webhook));
}

/** Whoever still shows an order after it does not know of it yet. */
const isOfDeletion = (topic: string): boolean => topic === 'orders/delete';

/** An analysis changes no instant: where none is told of, another risk than was just written down may be an older one. */
function isOtherRisk(risk: FraudRisk, { stored, webhooks, now }: Told): boolean {
  const isTold = webhooks.some(({ fraudRisk }) => fraudRisk);
  return !isTold && stored !== null && stored.fraudRisk !== risk && isWithin(freshMs, now, stored.updatedAt);
}

/**
 * The webhooks without an instant that may tell of what was not read: of goods, where nothing newer than is known was, or
 * several tell of them; of an analysis for fraud, which changes no instant, where a risk was read.
 */
export function unseenWebhooks(read: Read | null, { stored, webhooks, now }: Told): readonly WaitingWebhook[] {
  const knownAt = Math.max(stored?.shopifyUpdatedAt ?? 0, ...webhooks.map(({ payloadUpdatedAt: at }) => at ?? 0));
  const isOneOfSeveral =
    webhooks.filter(({ payloadUpdatedAt, fraudRisk }) => payloadUpdatedAt === null && !fraudRisk).length > 1;
  const isUnseen = ({ topic, fraudRisk }: WaitingWebhook): boolean => {
    if (!read || isOfDeletion(topic)) return true;
    if (fraudRisk) return fraudRiskOf(read) !== 'none';
    return isOneOfSeveral || knownAt === Date.parse(read.updatedAt);
  };
  const isRecent = ({ topic, receivedAt }: WaitingWebhook): boolean =>
    isWithin(read && !isOfDeletion(topic) ? lagMs : freshMs, now, receivedAt);
  return webhooks.filter((one) => one.payloadUpdatedAt === null && isRecent(one) && isUnseen(one));
}

/** Whether the note was read older than the order is known to be by now: what it says may not be written on from. */
export function isNoteBehind(
  note: Pick<Read, 'updatedAt'> | null,
  { shopifyUpdatedAt, ownWrite }: Pick<Seen, 'shopifyUpdatedAt' | 'ownWrite'>,
  now: number,
): boolean {
  const knownAt = Math.max(shopifyUpdatedAt, ownWrite?.updatedAt ?? 0);
  return knownAt > (note ? Date.parse(note.updatedAt) : 0) && isWithin(freshMs, now, knownAt);
}

const isWithin = (ms: number, now: number, at: number): boolean => Math.abs(now - at) < ms;

/** A fingerprint is `core|tags`; without the tags it is of a state that may be older than the one read. */
function partsOf(fingerprint: string): { core: string; tags: string | null } {
  const at = fingerprint.indexOf('|');
  return at < 0
    ? { core: fingerprint, tags: null }
    : { core: fingerprint.slice(0, at), tags: fingerprint.slice(at + 1) };
}
