import { z } from 'zod';
import type { PlaceOutcome } from '#deliveries/ports.ts';

/** The breaker of one shop and service, as stored in its row. Instants are epoch milliseconds. */
export const circuitState = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('closed'), failures: z.int().nonnegative() }),
  z.strictObject({ status: z.literal('open'), until: z.number() }),
  /** One probe is out; should its process die, the next may follow at `until`. */
  z.strictObject({ status: z.literal('half_open'), until: z.number() }),
]);
export type CircuitState = z.infer<typeof circuitState>;

export interface CircuitLimits {
  /** Failures in a row that open it. */
  failures: number;
  /** How long it stays open, e.g. 10 × the retry base. */
  openMs: number;
}

export const closedCircuit: CircuitState = { status: 'closed', failures: 0 };

/** May a request go out now? Store `state` before sending; `retryAtMs` tells when to ask again. */
export function admit(
  state: CircuitState,
  nowMs: number,
  limits: CircuitLimits,
): { state: CircuitState; admitted: 'normal' | 'probe' } | { state: CircuitState; admitted: null; retryAtMs: number } {
  if (state.status === 'closed') return { state, admitted: 'normal' };
  if (nowMs < state.until) return { state, admitted: null, retryAtMs: state.until };
  return { state: { status: 'half_open', until: nowMs + limits.openMs }, admitted: 'probe' };
}

/** The state after a request ended. An answer closes; a failure counts, and re-opens after a probe. */
export function settle(
  state: CircuitState,
  result: 'answered' | 'failed',
  nowMs: number,
  limits: CircuitLimits,
): CircuitState {
  if (result === 'answered') return closedCircuit;
  // A straggler sent before the opening must not put off the probe.
  if (state.status === 'open') return state;
  const failures = state.status === 'closed' ? state.failures + 1 : limits.failures;
  if (failures < limits.failures) return { status: 'closed', failures };
  return { status: 'open', until: nowMs + limits.openMs };
}

/** What an outcome tells about the service's health; null where it tells nothing (it answers, but asks to wait). */
export function healthOf(outcome: PlaceOutcome): 'answered' | 'failed' | null {
  switch (outcome.kind) {
    case 'unsent':
    case 'unknown':
      return 'failed';
    case 'rate_limited':
    case 'redirected':
      return null;
    default:
      return 'answered';
  }
}
