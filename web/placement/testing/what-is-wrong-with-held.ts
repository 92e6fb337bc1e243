import type { Reason } from '#api-contract/order.ts';
import { mappingReasons } from '../mapping-reasons.ts';
import { timeOf, type WaitsFor } from '../waiting.ts';

/** Codes of `held` that only a person ends: nothing of the app or the service lets them go on. */
const endedByPerson = [
  ...['paused', 'test_mode', 'no_key', 'no_test_key', 'key_refused', 'address_wrong'],
  ...['fulfillment_on_hold', 'waiting_in_progress'],
];

/** What a change back in Shopify settles as well as a person's word. */
const asksUntilChanged = [
  ...['method_edited', 'fraud_risk_high', 'fraud_risk_medium'],
  ...['delivery_day_unreadable', 'delivery_day_too_far', 'delivery_day_passed'],
  ...[
    'implausible_weight',
    'implausible_quantity',
    'parcel_unreadable',
    'no_address_no_method',
    'never_open',
    'opens_too_late',
    'edit_window_too_late',
    'partly_handed_over',
  ],
  // Words of a driver in doubt stand in for any of these, as denying one would be untrue.
  ...['order_ended_in_doubt', 'order_cancelled_in_doubt', 'changed_in_doubt'],
  ...['too_late_in_doubt', 'attempts_used_up_in_doubt', 'key_changed_in_doubt', 'replaced_in_doubt'],
];

/**
 * What a reason of `held` leaves open: it says what ends the waiting, by an instant that is still to come, by going on
 * by itself, or by what a person is to do; and it promises nothing that only a person can keep.
 *
 * @param now epoch ms
 * @returns null where nothing is wrong
 */
export function whatIsWrongWithHeld(reason: Reason | null, now: number): string | null {
  if (reason === null) return 'held without a reason';
  const { code, until, retrying, nextStep } = reason;
  if (until !== null && !(Date.parse(until) > now)) return `${code} waits until ${until}, which is over`;
  if (!endedByPerson.includes(code)) {
    return until === null && !retrying && nextStep === null ? `${code} does not say what ends it` : null;
  }
  if (nextStep === null) return `${code} waits for a person and does not say for what`;
  return retrying || until !== null ? `${code} waits for a person and promises to go on by itself` : null;
}

/**
 * The same of a row, and whether its words tell of what it waits for: only what rests waits, and the time that a person
 * is told is the one that is waited for.
 */
export function whatIsWrongWithStanding(
  { state, reason, waitsFor }: { state: string; reason: Reason | null; waitsFor: WaitsFor | null },
  now: number,
): string | null {
  const kind = waitsFor?.kind ?? 'nothing';
  if (state !== 'held') {
    // A person was told, and the service is asked once it can be.
    const isTold = state === 'needs_attention' && reason?.code === 'fate_unknown';
    // What is lacking is entered, or what it is asked about is changed back, and the order goes on.
    const isOfOrder = reason !== null && (reason.code in mappingReasons || asksUntilChanged.includes(reason.code));
    const isLacking = state === 'needs_attention' && isOfOrder;
    if (state === 'skipped' && kind === 'rules') return null;
    const ends = isLacking ? ['order', 'lacking'] : ['reference'];
    const may = isTold ? ['nothing', 'service', 'settings'] : ['nothing', ...ends, 'person'];
    return may.includes(kind) ? null : `${state} and waits for ${kind}`;
  }
  const until = reason?.until ? Date.parse(reason.until) : null;
  if (waitsFor === null || until !== timeOf(waitsFor)) return `${reason?.code} waits for ${kind}`;
  return whatIsWrongWithHeld(reason, now);
}
