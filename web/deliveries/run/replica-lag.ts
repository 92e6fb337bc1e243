import { endOf } from '#placement/drift.ts';
import { type FraudRisk, fraudRiskOf, isGraver } from '#placement/fraud-risk.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { OrderRecord, WaitingWebhook } from '../order.ts';
import { mayGetGoods } from './look-again.ts';

/** How long a replica of Shopify's may be behind. */
export const lagMs = 2_000;
/** For how long after an order was made, told of or written to a replica need not show that. */
export const freshMs = 5_000;

type Seen = Pick<OrderRecord, 'shopifyUpdatedAt' | 'ownWrite' | 'firstSeenAt' | 'fraudRisk' | 'updatedAt'>;

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
