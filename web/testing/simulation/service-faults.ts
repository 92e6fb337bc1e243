import type { PlaceOutcome } from '#deliveries/ports/courier.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What can become of a placing call: whether the service stored it, and what the caller learns. */
const placeFaults = [
  'none',
  'unsent',
  'reset_before',
  'reset_after',
  'time_out_landing_late',
  'server_error_before',
  'server_error_after',
  'unreadable_after',
  'rate_limited',
  'unavailable_after',
  'refused',
  'key_refused',
  'address_refused',
  'redirected',
  'redirected_after',
  'no_slot',
] as const;
export type PlaceFault = (typeof placeFaults)[number];

/** They leave a person to decide, and so end an order's journey. */
const rare: readonly PlaceFault[] = ['refused', 'redirected', 'redirected_after', 'key_refused', 'address_refused'];
/** One after the other they leave a driver who may come, and a delivery that a person may press. */
const riskyForStaff: readonly PlaceFault[] = ['refused', 'time_out_landing_late'];

/** How often each becomes of a call that fails; `isBusy`: staff press a lot. */
export const weightedFaults = (isBusy: boolean): (readonly [PlaceFault, number])[] =>
  placeFaults.map((fault) => {
    if (isBusy && riskyForStaff.includes(fault)) return [fault, 3] as const;
    return [fault, rare.includes(fault) ? 0.2 : 1] as const;
  });

const message = 'as the schedule wants it';
const lost = { kind: 'unknown', httpStatus: null, retryAfterMs: null, message } as const;
const redirected = { kind: 'redirected', httpStatus: 302, message } as const;

/** A call that fails: whether the service has carried it out, and what the caller learns. */
interface FaultyAnswer {
  isStored: boolean;
  outcome: PlaceOutcome;
}

const before = (outcome: PlaceOutcome): FaultyAnswer => ({ isStored: false, outcome });
const after = (outcome: PlaceOutcome): FaultyAnswer => ({ isStored: true, outcome });

/** Those faults that come to the same whatever is asked. */
export const faultyAnswers: Readonly<Record<Exclude<PlaceFault, 'none' | 'refused' | 'no_slot'>, FaultyAnswer>> = {
  unsent: before({ kind: 'unsent', httpStatus: null, message }),
  reset_before: before({ ...lost, why: 'reset' }),
  reset_after: after({ ...lost, why: 'reset' }),
  time_out_landing_late: before({ ...lost, why: 'time_out' }),
  server_error_before: before({ ...lost, why: 'server_error', httpStatus: 500 }),
  server_error_after: after({ ...lost, why: 'server_error', httpStatus: 502 }),
  unreadable_after: after({ ...lost, why: 'unreadable', httpStatus: 200 }),
  rate_limited: before({ kind: 'rate_limited', retryAfterMs: 3_000, httpStatus: 429, message }),
  unavailable_after: after({ ...lost, why: 'server_error', retryAfterMs: 4_000, httpStatus: 503 }),
  key_refused: before({ kind: 'account_refused', cause: 'key', httpStatus: 401, message }),
  address_refused: before({ kind: 'account_refused', cause: 'address', httpStatus: 404, message }),
  redirected: before(redirected),
  redirected_after: after(redirected),
};

/** A refusal for good, as the `calls`th answer: each second one names the reference, as words do that call it taken. */
export function refusalOf(calls: number): PlaceOutcome {
  const refusal = { kind: 'refused', field: 'dropoff_address', httpStatus: 422, message: 'refused' } as const;
  return calls % 2 === 0 ? { ...refusal, field: null, mayBeTaken: true } : refusal;
}

export type LookupFault = 'none' | 'failed' | 'key_refused';

/** What becomes of look-ups, by weight. */
export const lookupFaults = [
  ['failed', 9],
  ['key_refused', 1],
] as const;

/** What can become of a call to cancel: told no, lost on the way there, or lost on the way back. */
const cancelFaults = ['refused', 'lost_before', 'lost_after'] as const;
export type CancelFault = 'none' | (typeof cancelFaults)[number];

export interface ServiceFaults {
  place: (random: SeededRandom, now: number) => PlaceFault;
  lookup: (random: SeededRandom, now: number) => LookupFault;
  cancel?: (random: SeededRandom, now: number) => CancelFault;
}

/** What becomes of calls to cancel, at the rate of the other faults and until they end. */
export function cancelFaultsOf({
  faultRate,
  end,
  isOut,
}: {
  faultRate: number;
  end: number;
  isOut: (now: number) => boolean;
}): NonNullable<ServiceFaults['cancel']> {
  return (random, now) => {
    if (isOut(now)) return 'lost_before';
    return now < end && random.chance(faultRate)
      ? random.pick(cancelFaults.map((fault) => [fault, 1] as const))
      : 'none';
  };
}
