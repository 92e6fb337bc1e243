import type { Decision } from '#placement/eligibility.ts';
import { notedReference } from '#placement/note-line.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import { type DeliveryRecord, forPerson, type Standing } from '../delivery.ts';
import { currentDeliveries, type OrderRecord } from '../order.ts';
import { speaksForOrder, stateOfDeliveries } from '../order-state.ts';
import type { SnapshotContext } from './snapshot-context.ts';

/** What waited, for its time or a person, is decided again once the rules are changed that may have taken it out; by hand, each waits for a press. */
export function underRules(stored: OrderRecord | null, { failed }: Decision, standing: Standing): Standing {
  if (standing.state !== 'skipped' || failed[0]?.id === 'automatic') return standing;
  const waited = stored && (stored.state !== 'skipped' || isWaitingFor(stored, 'rules'));
  return waited ? { ...standing, waitsFor: { kind: 'rules' } } : standing;
}

/**
 * Where an order stands: with the deliveries that speak for their goods; else, unless it has goods that no delivery has, with
 * one that was replaced; else where it is `left`.
 */
export function standingOfOrder(all: readonly DeliveryRecord[], left: Standing, hasFreshGoods: boolean): Standing {
  const replaced = hasFreshGoods ? null : stateOfDeliveries(all.filter(speaksForOrder));
  return stateOfDeliveries(currentDeliveries(all).filter(speaksForOrder)) ?? replaced ?? left;
}

/** Where an order stands that has no delivery to speak for it: where its goods went, if none of them are left to send. */
export function standingBy(decision: Decision, ended: readonly DeliveryRecord[]): Standing {
  if (decision.verdict === 'place')
    return stateOfDeliveries(ended) ?? { state: 'queued', reason: null, waitsFor: null };
  const { verdict: state, reason } = decision;
  const waitsFor = 'waitsFor' in decision ? (decision.waitsFor ?? null) : null;
  const inDoubt = stateOfDeliveries(ended.filter(({ everUnknown, placedAt }) => everUnknown && placedAt === null));
  // Words that deny a driver are untrue where one may have been booked; what is held only waits.
  if (!inDoubt || state === 'held') return { state, reason, waitsFor };
  const isOver = ['not_cancelled', 'test_orders', 'paid', 'goods_to_deliver'].includes(decision.failed[0]?.id ?? '');
  return isOver ? inDoubt : { state, reason: inDoubt.reason, waitsFor };
}

/** A driver of whom nothing is stored, as after a restore, and whom the order's own note names: nothing may say that there is none. */
export function notedByUs(snapshot: ShopOrder, { shop }: SnapshotContext): Standing | null {
  const reference = notedReference(snapshot.note, snapshot.number);
  // What the note of an older order tells is of an installation before.
  if (reference === null || Date.parse(snapshot.processedAt) < (shop.installedAt ?? 0)) return null;
  return forPerson(placementReason('cancelled_but_noted', { reference }));
}

/** What rests for good by a rule that no action overrides takes the word with it: paid again, it is judged anew. */
export const mayStillGo = ({ state }: Standing): boolean => state !== 'skipped' && state !== 'cancelled';
