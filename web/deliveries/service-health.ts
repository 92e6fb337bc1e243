/**
 * The health of the service as a shop sees it: a circuit breaker and the hold for a refused account, one per shop and mode,
 * shared by all processes through its row. Pure transitions; instants are epoch ms.
 */
export interface ServiceHealth {
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

export const goodHealth: ServiceHealth = {
  hold: null,
  holdMessage: null,
  breaker: 'closed',
  failures: 0,
  probeAt: null,
  retryTokens: 10,
  retryTokensAt: 0,
};

/** A shop of which nothing bad is known. */
export const goodInBothModes = { live: goodHealth, test: goodHealth } as const;

/** Failures in a row that open the breaker. */
export const breakerThreshold = 5;
const bucketSize = 10;

/** `later`: the retry budget is spent for the moment; nothing is wrong with the shop. */
export type CallVerdict =
  | { kind: 'pass' }
  | { kind: 'probe' }
  | { kind: 'later'; until: number }
  | { kind: 'wait'; why: 'key' | 'address' | 'down' };

/**
 * May a call go out? While the breaker is open only one probe passes, after `probeAt`.
 *
 * @returns what to store (null: nothing) and the verdict.
 */
export function mayCall(
  health: ServiceHealth,
  now: number,
  probeMs: number,
): { health: ServiceHealth | null; result: CallVerdict } {
  if (isBlocked(health, now)) return { health: null, result: { kind: 'wait', why: health.hold ?? 'down' } };
  if (health.breaker === 'closed') return { health: null, result: { kind: 'pass' } };
  return { health: { ...health, breaker: 'half_open', probeAt: now + probeMs }, result: { kind: 'probe' } };
}

/** Whether nothing may go out before a probe that is not due yet, or a hold that has not ended. */
export function isBlocked(health: ServiceHealth, now: number): boolean {
  if (health.hold) return true;
  return health.breaker !== 'closed' && health.probeAt !== null && now < health.probeAt;
}

/** The service answered, whatever it said about the order: what waits behind a recovered service need not queue for retries. */
export function afterAnswer(health: ServiceHealth): ServiceHealth | null {
  const isWell = health.breaker === 'closed' && health.failures === 0 && health.hold === null;
  if (isWell) return returnRetry(health);
  const well = wellAgain(health);
  return returnRetry(well) ?? well;
}

/** Nothing stands in the way any more, as an answer or the check of the key told. */
export function wellAgain(health: ServiceHealth): ServiceHealth {
  return { ...health, breaker: 'closed', failures: 0, probeAt: null, hold: null, holdMessage: null };
}

/** A retry that succeeded gives its token back; null where none is missing. */
export function returnRetry(health: ServiceHealth): ServiceHealth | null {
  if (health.retryTokens >= bucketSize) return null;
  return { ...health, retryTokens: Math.min(bucketSize, health.retryTokens + 1) };
}

/** The service could not be reached or failed. A failed probe opens the breaker again. */
export function afterFailure(health: ServiceHealth, now: number, probeMs: number): ServiceHealth {
  const failures = health.failures + 1;
  if (health.breaker === 'half_open' || failures >= breakerThreshold) {
    return { ...health, breaker: 'open', failures, probeAt: now + probeMs };
  }
  return { ...health, failures };
}

/** The key or the address was refused: the whole shop waits until it works. */
export function afterRefusal(
  health: ServiceHealth,
  hold: 'key' | 'address',
  message: string,
  now: number,
  probeMs: number,
): ServiceHealth {
  return { ...health, hold, holdMessage: message, probeAt: now + probeMs };
}

/** Takes one retry from the bucket, refilled at one per `probeMs`; null when none is left. */
export function takeRetry(health: ServiceHealth, now: number, probeMs: number): ServiceHealth | null {
  const since = health.retryTokensAt === 0 ? Number.POSITIVE_INFINITY : Math.max(0, now - health.retryTokensAt);
  const tokens = Math.min(bucketSize, health.retryTokens + since / probeMs);
  if (tokens < 1) return null;
  return { ...health, retryTokens: tokens - 1, retryTokensAt: now };
}
