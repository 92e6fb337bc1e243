import type { State } from '../schemas/record.ts';

/** Which state may follow which. A parcel that a driver holds can no longer be cancelled;
 * one that nobody took in is tried again or brought back. Whoever works there may take a cancellation back. */
export const TRANSITIONS: Readonly<Record<State, readonly State[]>> = {
  'PENDING PICKUP': ['PENDING DROPOFF', 'CANCELLED'],
  'PENDING DROPOFF': ['DELIVERED', 'FAILED'],
  DELIVERED: [],
  FAILED: ['PENDING DROPOFF', 'RETURNED'],
  RETURNED: [],
  CANCELLED: ['PENDING PICKUP'],
};

/** The states from which `to` can be reached in one step. */
export function statesBefore(to: State): State[] {
  return (Object.keys(TRANSITIONS) as State[]).filter((from) => TRANSITIONS[from].includes(to));
}
