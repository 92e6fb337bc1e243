import type { AutomationSettings, LocationSettings } from '#api-contract/settings.ts';
import { wordCountsUntil } from '#placement/cut-off.ts';
import { type Decision, decide, failedRules } from '#placement/eligibility.ts';
import type { RuleId } from '#placement/rule.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { liveDeliveries, type OrderAggregate, type OrderRecord, type WaitingWebhook } from '../order.ts';
import type { Courier } from '../ports/courier.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { isEditable } from '../transitions.ts';
import { payableSince } from './paid-at.ts';

/** The rules that a person's word was given in spite of, beyond choice and time; null: nobody gave one. */
export type Word = readonly RuleId[] | null;

/** The rule that a second driver is sent in spite of, where Shopify's books have nothing left to collect. */
export const goodsRule: RuleId = 'goods_to_deliver';

/** Whether a person sends it, or may send it, in spite of that. */
export const isInSpite = (delivery: Pick<DeliveryRecord, 'word' | 'waitsFor'>): boolean =>
  isWaitingFor(delivery, 'person') || (delivery.word?.includes(goodsRule) ?? false);

type Known = Pick<OrderAggregate, 'order' | 'deliveries' | 'now'>;
type Target = { orderReference: string | null } | null;

/** Whether the person's action is about this delivery. */
export function isActedOn(delivery: DeliveryRecord, person: Target): boolean {
  return person !== null && (person.orderReference ?? delivery.orderReference) === delivery.orderReference;
}

/** The word under which a delivery is judged: that of this action, or the one that it was sent with and still waits under. */
export function wordOf(delivery: DeliveryRecord, person: Target): Word {
  return isActedOn(delivery, person) ? (delivery.word ?? (isInSpite(delivery) ? [goodsRule] : [])) : delivery.word;
}

/**
 * The word for goods that have no delivery yet: an action on the whole order, an earlier one that still waits for its
 * deliveries, or the one under which all that there is waits. Once something was sent, later goods need a word of their own.
 */
export const wordForNew = (known: Known, person: Target): Word => (givenForNew(known, person) ? [] : null);

/** Until when that word counts (epoch ms); null where there is none. */
export function wordForNewUntil(
  known: Known,
  person: Target,
  automation: Pick<AutomationSettings, 'maxAgeHours'>,
): number | null {
  const given = givenForNew(known, person);
  return given && (given.endsAt ?? wordCountsUntil(known.now, automation));
}

/** Where it was given before, and not to goods that wait in Shopify, it has an end already. */
function givenForNew({ order, deliveries, now }: Known, person: Target): { endsAt: number | null } | null {
  if (person?.orderReference === null) return { endsAt: null };
  const endsAt = order?.wordUntil ?? 0;
  if (endsAt > now) return { endsAt };
  const live = liveDeliveries(deliveries);
  if (!live.every(isEditable)) return null;
  const under = live.filter((one) => one.word !== null && goesByItself(one));
  return (
    under.map((one) => ({ endsAt: one.deadlineAt })).find((one) => one.endsAt === null || one.endsAt > now) ?? null
  );
}

/** Without another press: what only a person can put right is sent by a word of its own, however much later. */
const goesByItself = ({ state, waitsFor }: DeliveryRecord): boolean =>
  ['queued', 'held'].includes(state) ||
  (state === 'needs_attention' && waitsFor !== null && !isWaitingFor({ waitsFor }, 'person', 'reference'));

/** The word that the order as a whole is shown under: where none of its deliveries is left, which `after` says, that for its goods. */
export function wordOfOrder(aggregate: Known, person: Target, after = aggregate.deliveries): Word {
  const live = liveDeliveries(aggregate.deliveries);
  if (live.length === 0 || liveDeliveries(after).length === 0)
    return wordForNew({ ...aggregate, deliveries: after }, person);
  return live.map((delivery) => wordOf(delivery, person)).find((word) => word !== null) ?? null;
}

interface Installed {
  shop: Pick<ShopRecord, 'installedAt'>;
  webhooks?: readonly Pick<WaitingWebhook, 'receivedAt'>[];
}

/** Whether an installation before this one took the order in, and did not find it older than itself. */
export function wasTakenIn(order: OrderRecord | null, { shop: { installedAt }, webhooks = [] }: Installed): boolean {
  if (installedAt === null) return false;
  if (order === null) return webhooks.some(({ receivedAt }) => receivedAt < installedAt);
  return order.firstSeenAt < installedAt && !failedRules(order.rules).includes('since_install');
}

/** What the rules say of an order now, under a person's word or without one, where its goods opened at that time (epoch ms). */
export type Judge = (word: Word, openedAt: number | null) => Decision;

/** Judges an order by what is known of it. */
export function judgeOf(
  known: Known,
  snapshot: ShopOrder,
  { shop, courier, webhooks = [] }: Installed & { shop: ShopRecord; courier: Pick<Courier, 'timeZone'> },
  { paidAt, processedAt, prepared }: Pick<OrderRecord, 'paidAt' | 'processedAt' | 'prepared'>,
): Judge {
  const { settings, installedAt, accounts, timeZone } = withHoursThatCount(shop, known.deliveries);
  const facts = {
    now: known.now,
    installedAt,
    ...{ timeZone: courier.timeZone, shopTimeZone: timeZone },
    hasKey: { live: accounts.live !== null, test: accounts.test !== null },
    paidAt: payableSince({ paidAt, processedAt }, snapshot, settings.automation),
    prepared,
    takenIn: wasTakenIn(known.order, { shop, webhooks }),
  };
  const decisions = new Map<string, Decision>();
  return (word, openedAt) => {
    // Most of an order's deliveries have the same word and time.
    const key = JSON.stringify([word, openedAt]);
    const from = Math.max(openedAt ?? 0, couldGoSince(known));
    const given = { sentByPerson: word !== null, inSpiteOf: word ?? [] };
    const decision = decisions.get(key) ?? decide(snapshot, settings, { ...facts, ...given, openedAt: from });
    decisions.set(key, decision);
    return decision;
  };
}

/**
 * The shop as the rest of an order is judged by it: a location that has only a booked driver to expect is of no matter
 * for what else of the order waits.
 */
export function withHoursThatCount(shop: ShopRecord, deliveries: readonly DeliveryRecord[]): ShopRecord {
  const live = liveDeliveries(deliveries);
  const waiting = new Set(live.filter(({ placedAt }) => placedAt === null).map(({ locationId }) => locationId));
  const done = live.filter(({ placedAt, locationId }) => placedAt !== null && !waiting.has(locationId));
  if (waiting.size === 0 || done.length === 0) return shop;
  const isDone = (id: string) => done.some(({ locationId }) => locationId === id);
  const locations = Object.entries(shop.settings.locations).map(([id, own]): [string, LocationSettings] => [
    id,
    isDone(id) ? { ...own, hours: [], closedDays: [] } : own,
  ]);
  return { ...shop, settings: { ...shop.settings, locations: Object.fromEntries(locations) } };
}

/** Since when (epoch ms) an order could go of which a driver is booked: the rest of it could not go earlier. 0: none is. */
export function couldGoSince({ order, deliveries }: Pick<OrderAggregate, 'order' | 'deliveries'>): number {
  const isBooked = liveDeliveries(deliveries).some(({ placedAt }) => placedAt !== null);
  return isBooked ? (order?.sendableFrom ?? 0) : 0;
}
