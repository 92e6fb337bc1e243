import { type DeliveryRecord, isOtherSlot, type ServiceState } from '../delivery.ts';
import { type Decided, deliveryOf, isReplacedIn, type OrderAggregate, readAnew } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import type { LookupOutcome } from '../ports/courier.ts';
import type { Ports } from '../ports/ports.ts';
import { askAbout, meaningOf, type Said } from './ask-about.ts';
import { attemptRow } from './attempt-row.ts';
import { isDeniedAlone, soonerWhileDenied, withDenial } from './denied.ts';
import { nextLookAt } from './next-look.ts';
import type { RunningOrder } from './running-order.ts';
import { mayTellOfSlot, type SlotContext } from './slot-drift.ts';
import { changesWhatIsTold, takeNews } from './take-news.ts';
import { asUnheard } from './unheard.ts';

/**
 * Reads a delivery from the service by its id; whatever comes of it, it stays what it is unless the service ended it.
 * `byItself`: nobody asked for it, so that only news leaves a row among the calls.
 *
 * @returns what went wrong, in words; null where the service answered.
 */
export async function refreshDelivery(
  ports: Ports,
  { shop, record, known }: RunningOrder,
  delivery: DeliveryRecord,
  { byItself = false } = {},
): Promise<string | null> {
  const { now } = known;
  const account = shop.accounts[delivery.mode];
  const attempt = { id: ports.random.id(), startedAt: now };
  const said = account && delivery.service ? await askAbout(ports.courier, account, delivery) : saysNothing;
  const { outcome } = said;
  const means = meaningOf(ports.courier, said);
  const word = outcome.kind === 'found' ? outcome.delivery.state : null;
  ports.events.looked(word !== null && means === null ? 'unknown_word' : outcome.kind);
  const { timing, courier } = ports;
  const isAlone = await isDeniedAlone(ports, { shop, account, now }, delivery, said);
  const reading = {
    said,
    means,
    isAlone,
    attempt,
    delivery,
    byItself,
    lookMs: timing.lookMs,
    shop,
    timeZone: courier.timeZone,
  };
  const written = await record((aggregate) => settleReading(aggregate, reading));
  if (said.isAnew && written.kind === 'delivery_id_taken') {
    const ofOurs = { ...said, outcome: said.ofOurs, isAnew: false };
    const again = { ...reading, said: ofOurs, means: meaningOf(courier, ofOurs) };
    await record((aggregate) => settleReading(aggregate, again));
  }
  // Some services forget what was cancelled.
  return delivery.state === 'cancelled' && outcome.kind === 'not_found' ? null : failureOf(outcome);
}

/** What the service has booked, or has cancelled: it may take that back. */
export const mayHaveNews = ({ state, service }: DeliveryRecord): boolean =>
  state === 'placed' || (state === 'cancelled' && service !== null);

interface Reading extends SlotContext {
  said: Said;
  /** The service denies it, and others not. */
  isAlone: boolean;
  means: ServiceState | null;
  attempt: { id: string; startedAt: number };
  /** As it was known before. */
  delivery: DeliveryRecord;
  byItself: boolean;
  lookMs: number;
}

function settleReading(aggregate: OrderAggregate, reading: Reading): Decided<undefined> {
  const { attempt, delivery, byItself } = reading;
  const { outcome } = reading.said;
  const { now } = aggregate;
  const current = deliveryOf(aggregate, delivery.orderReference);
  if (!current) return { change: null, result: undefined };
  const heard = toldBy(aggregate, current, reading);
  const isOver = nextLookAt(heard, now, reading.lookMs) === null;
  const told = isOver ? asUnheard(heard, isReplacedIn(aggregate.deliveries, heard)) : heard;
  const isNews = told.writtenBackAt === null || told.state !== current.state || differs(told, current);
  // News that was announced while this was read is read anew.
  const lookAt = current.lookAt === delivery.lookAt ? lookAgainAt(told, reading, now) : current.lookAt;
  const next = { ...told, lookAt, updatedAt: isNews ? now : current.updatedAt };
  if (byItself && !isNews) return { change: { deliveries: [next] }, result: undefined };
  const later = isEarlier(lookAt, current.lookAt) ? lookAt : null;
  // A run writes back itself what it found, and is due again by its rows.
  const wakeAt = isNews ? now : later;
  const row = attemptRow(current, 'lookup', { attempt, fence: current.fence }, now, outcome);
  const change = { ...withOrderState(aggregate, [next], byItself ? null : wakeAt), attempts: [row] };
  const isMoved = isOtherSlot(next.service?.slot, current.service?.slot);
  const mayTell = isMoved && mayTellOfSlot(next, reading, now);
  return {
    change: mayTell || changesWhatIsTold(current, next) ? readAnew(change, now) : change,
    result: undefined,
  };
}

function toldBy(
  aggregate: OrderAggregate,
  current: DeliveryRecord,
  { said, means, isAlone, attempt, delivery }: Reading,
): DeliveryRecord {
  const { outcome, isAnew } = said;
  // Of another job than the one that was asked about, this tells nothing.
  if (!mayHaveNews(current) || current.service?.deliveryId !== delivery.service?.deliveryId) return current;
  const { now } = aggregate;
  if (said.isDenied) return withDenial(current, { readAt: attempt.startedAt, isAlone }, now);
  if (outcome.kind !== 'found') return current;
  const news = { found: outcome.delivery, means, readAt: attempt.startedAt, isAnew };
  return takeNews(current, { ...news, isReplaced: isReplacedIn(aggregate.deliveries, current) }, now);
}

function isEarlier(at: number | null, before: number | null): boolean {
  return at !== null && (before === null || at < before);
}

const noKey: LookupOutcome = {
  kind: 'failed',
  message: 'There is no API key for this delivery.',
  retryAfterMs: null,
  account: null,
};
const saysNothing: Said = { outcome: noKey, ofOurs: noKey, isAnew: false, isOpen: false, isDenied: false };

function differs(told: DeliveryRecord, before: DeliveryRecord): boolean {
  const { progress, service, drift } = before;
  const isOther = told.service?.deliveryId !== service?.deliveryId || told.service?.state !== service?.state;
  return isOther || told.progress !== progress || told.drift.length !== drift.length;
}

function lookAgainAt(delivery: DeliveryRecord, { said, means, lookMs }: Reading, now: number): number | null {
  const { outcome } = said;
  const at = nextLookAt(delivery, now, lookMs);
  if (!mayHaveNews(delivery) || outcome.kind === 'unsupported' || at === null) return null;
  const notBefore = outcome.kind === 'failed' ? now + (outcome.retryAfterMs ?? 0) : now;
  if (delivery.state === 'placed') return Math.max(soonerWhileDenied(delivery, at, now + 2 * lookMs), notBefore);
  // It may lag behind what it has cancelled, or take that back: while it says otherwise it is asked, ever more rarely.
  const isOver = means === null || means === 'cancelled' || means === 'delivered';
  const isOpen = outcome.kind === 'failed' || said.isOpen || !isOver;
  return isOpen ? Math.max(notBefore, now + Math.max(lookMs, (now - delivery.updatedAt) / 4)) : null;
}

function failureOf(outcome: LookupOutcome): string | null {
  switch (outcome.kind) {
    case 'found':
    case 'unsupported':
      return null;
    case 'not_found':
      return 'The delivery service no longer knows this delivery.';
    case 'failed':
      return outcome.message;
  }
}

/**
 * Asks the service for news, where that is due. The order is not read from Shopify for it, unless its driver's day or
 * what he brought is in question.
 */
export async function askForNews(ports: Ports, running: RunningOrder): Promise<void> {
  const { now } = running.known;
  const due = running.known.deliveries.filter(
    (delivery) => mayHaveNews(delivery) && delivery.lookAt !== null && delivery.lookAt <= now,
  );
  for (const delivery of due) await refreshDelivery(ports, running, delivery, { byItself: true });
}

/**
 * Reads the slot of what was booked by an answer that held none: asked for by id, once before the order is written back
 * to. Where that tells nothing either, it stays booked without a time.
 */
export async function readSlots(ports: Ports, running: RunningOrder): Promise<void> {
  const without = running.known.deliveries.filter(
    ({ state, service, writtenBackAt }) => state === 'placed' && service?.slot === null && writtenBackAt === null,
  );
  // A wake-up would come before the due time of a write that fails.
  for (const delivery of without) await refreshDelivery(ports, running, delivery, { byItself: true });
}
