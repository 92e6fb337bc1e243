/**
 * The gate between a shop and the service: a circuit breaker and the hold for a refused account, one per shop and mode,
 * shared by all processes through its row. Pure transitions; instants are epoch ms.
 */
export interface GateState {
  /** Why everything of this shop waits; null while calls may go out. */
  hold: 'key' | 'address' | null;
  /** The service's words about the hold. */
  holdMessage: string | null;
  breaker: 'closed' | 'open' | 'half_open';
  /** Failures in a row while closed. */
  failures: number;
  /** When an open breaker or a hold may be probed; in half-open, when the probe counts as lost. */
  probeAt: number | null;
  /** Retries that may still be sent (token bucket). */
  retryTokens: number;
  retryTokensAt: number;
}

export const openGate: GateState = {
  hold: null,
  holdMessage: null,
  breaker: 'closed',
  failures: 0,
  probeAt: null,
  retryTokens: 10,
  retryTokensAt: 0,
};

/** Failures in a row that open the breaker. */
export const breakerThreshold = 5;
const bucketSize = 10;

/** `later`: the retry budget is spent for the moment; nothing is wrong with the shop. */
export type GateVerdict =
  | { kind: 'pass' }
  | { kind: 'probe' }
  | { kind: 'later'; until: number }
  | { kind: 'wait'; why: 'key' | 'address' | 'down' };

/**
 * May a call go out? While the breaker is open only one probe passes, after `probeAt`.
 *
 * @returns the gate to store (null: unchanged) and the verdict.
 */
export function enterGate(
  gate: GateState,
  now: number,
  probeMs: number,
): { gate: GateState | null; result: GateVerdict } {
  if (isShut(gate, now)) return { gate: null, result: { kind: 'wait', why: gate.hold ?? 'down' } };
  if (gate.breaker === 'closed') return { gate: null, result: { kind: 'pass' } };
  return { gate: { ...gate, breaker: 'half_open', probeAt: now + probeMs }, result: { kind: 'probe' } };
}

/** Whether nothing may go out before a probe that is not due yet, or a hold that has not ended. */
export function isShut(gate: GateState, now: number): boolean {
  if (gate.hold) return true;
  return gate.breaker !== 'closed' && gate.probeAt !== null && now < gate.probeAt;
}

/** The service answered, whatever it said about the order: what waits behind a recovered service need not queue for retries. */
export function gateAnswered(gate: GateState): GateState | null {
  const isWell = gate.breaker === 'closed' && gate.failures === 0 && gate.hold === null;
  if (isWell) return returnRetry(gate);
  const well: GateState = { ...gate, breaker: 'closed', failures: 0, probeAt: null, hold: null, holdMessage: null };
  return returnRetry(well) ?? well;
}

/** A retry that succeeded gives its token back; null where none is missing. */
export function returnRetry(gate: GateState): GateState | null {
  if (gate.retryTokens >= bucketSize) return null;
  return { ...gate, retryTokens: Math.min(bucketSize, gate.retryTokens + 1) };
}

/** The service could not be reached or failed. A failed probe opens the breaker again. */
export function gateFailed(gate: GateState, now: number, probeMs: number): GateState {
  const failures = gate.failures + 1;
  if (gate.breaker === 'half_open' || failures >= breakerThreshold) {
    return { ...gate, breaker: 'open', failures, probeAt: now + probeMs };
  }
  return { ...gate, failures };
}

/** The key or the address was refused: the whole shop waits until it works. */
export function gateRefused(
  gate: GateState,
  hold: 'key' | 'address',
  message: string,
  now: number,
  probeMs: number,
): GateState {
  return { ...gate, hold, holdMessage: message, probeAt: now + probeMs };
}

/** Takes one retry from the bucket, refilled at one per `probeMs`; null when none is left. */
export function takeRetry(gate: GateState, now: number, probeMs: number): GateState | null {
  const since = gate.retryTokensAt === 0 ? Number.POSITIVE_INFINITY : Math.max(0, now - gate.retryTokensAt);
  const tokens = Math.min(bucketSize, gate.retryTokens + since / probeMs);
  if (tokens < 1) return null;
  return { ...gate, retryTokens: tokens - 1, retryTokensAt: now };
}
