import type { Reason } from '#api-contract/order.ts';
import { cleanText, clip } from './clean-text.ts';
import { placementReason } from './placement-reasons.ts';
import type { FulfillmentOrder } from './shop-order.ts';

/**
 * What something that rests waits for. What the app does hangs on this, never on the reason that is shown beside it. `at`:
 * epoch ms; null where nobody knows the time, so that it is looked at now and then.
 */
export type WaitsFor =
  /** A time by the merchant's rules: edit window, day of the delivery, opening hours. */
  | { kind: 'time'; at: number | null }
  /** Shopify opens the goods by itself. */
  | { kind: 'opening'; at: number | null }
  /** Somebody releases the goods in Shopify. */
  | { kind: 'release' }
  /** The merchant packs the goods. */
  | { kind: 'packing' }
  /** The merchant's settings: a pause, test mode, a missing key. */
  | { kind: 'settings' }
  /** The delivery service: it is down, or refuses the account. */
  | { kind: 'service' }
  /** What the order, or a location, lacks so far: a person enters it, there or in the settings. Or an edit of the order, until it is taken back. */
  | { kind: 'order' }
  /** The same, of what was a person's before: once it lacks nothing, it goes only where that makes another request of it. */
  | { kind: 'lacking' }
  /** The merchant's rules: it waited until it was skipped, and goes on once they let it through. */
  | { kind: 'rules' }
  /** A reference that nobody else holds. */
  | { kind: 'reference' }
  /** A person's word: what was cancelled to be booked again could not be, and nothing else sends it. */
  | { kind: 'person' };

/** What is held, as the app and as people know it. */
export interface Waiting {
  waitsFor: WaitsFor;
  reason: Reason;
}

/** Held until somebody or something ends it, at no time that can be known. */
export function waitingFor(kind: Exclude<WaitsFor, { at: unknown }>['kind'], reason: Reason): Waiting {
  return { waitsFor: { kind }, reason };
}

/** Held until `at` (epoch ms): the words promise the time that is waited for. Null and what is no instant: nobody knows. */
export function waitingUntil(kind: 'time' | 'opening', at: number | null, reason: Reason): Waiting {
  const date = new Date(at ?? Number.NaN);
  const isKnown = !Number.isNaN(date.getTime());
  return {
    waitsFor: { kind, at: isKnown ? at : null },
    reason: { ...reason, until: isKnown ? date.toISOString() : null, retrying: !isKnown },
  };
}

/**
 * What goods that cannot be collected yet wait for. Holds first, for a person can release them; else the earliest
 * opening, as long as it is still to come.
 *
 * @param now epoch ms
 * @param shownUntil until when Shopify shows their order, epoch ms
 */
export function whyWaiting(fulfillmentOrders: readonly FulfillmentOrder[], now: number, shownUntil: number): Waiting {
  const hold = holdWords(fulfillmentOrders);
  if (hold !== null) return waitingFor('release', placementReason('fulfillment_on_hold', { hold }));
  const openings = fulfillmentOrders.map(({ fulfillAt }) => Date.parse(fulfillAt ?? '')).filter((at) => at > now);
  const next = openings.length === 0 ? null : Math.min(...openings);
  const isShown = next === null || next <= shownUntil;
  const code = isShown ? 'fulfillment_scheduled' : 'fulfillment_scheduled_unshown';
  return waitingUntil('opening', next, placementReason(code));
}

/** Why Shopify holds goods, in the words of whoever put them on hold; null where none are held. */
export function holdWords(fulfillmentOrders: readonly FulfillmentOrder[]): string | null {
  const held = fulfillmentOrders.filter(({ status }) => status === 'ON_HOLD');
  if (held.length === 0) return null;
  const words = held.flatMap(({ holds }) => holds.map(cleanText)).filter((text) => text !== '');
  return clip([...new Set(words)].join(', ') || 'no reason given', 200);
}

/** Whether it waits for one of these. */
export function isWaitingFor(
  { waitsFor }: { waitsFor: WaitsFor | null },
  ...kinds: readonly WaitsFor['kind'][]
): boolean {
  return waitsFor !== null && kinds.includes(waitsFor.kind);
}

/** When goods opened that were kept back: at the time that Shopify gave for it, else when it was seen (epoch ms). */
export function openedAtOf(waitsFor: WaitsFor | null, now: number): number {
  return Math.min(timeOf(waitsFor) ?? now, now);
}

/** When what is waited for comes, epoch ms; null where no time is known. */
export function timeOf(waitsFor: WaitsFor | null): number | null {
  return waitsFor !== null && 'at' in waitsFor ? waitsFor.at : null;
}
