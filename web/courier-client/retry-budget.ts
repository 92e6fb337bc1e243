import { z } from 'zod';

/** A shop's token bucket for retries, as stored in its row. `refilledAtMs` is epoch milliseconds. */
export const retryBudgetState = z.strictObject({ tokens: z.number().nonnegative(), refilledAtMs: z.number() });
export type RetryBudgetState = z.infer<typeof retryBudgetState>;

export interface RetryBudgetLimits {
  /** Most retries in a burst. */
  capacity: number;
  /** Time in which one token comes back. */
  refillMs: number;
}

/** A full bucket. */
export function fullRetryBudget(nowMs: number, limits: RetryBudgetLimits): RetryBudgetState {
  return { tokens: limits.capacity, refilledAtMs: nowMs };
}

/** Takes one token for a retry (first attempts need none); without one, `retryAtMs` tells when there will be. */
export function takeRetry(
  state: RetryBudgetState,
  nowMs: number,
  limits: RetryBudgetLimits,
): { state: RetryBudgetState; granted: true } | { state: RetryBudgetState; granted: false; retryAtMs: number } {
  const elapsedMs = Math.max(0, nowMs - state.refilledAtMs);
  const tokens = Math.min(limits.capacity, state.tokens + elapsedMs / limits.refillMs);
  // A clock that steps back neither refills nor, once it catches up, refills twice.
  const refilledAtMs = Math.max(nowMs, state.refilledAtMs);
  // Fractions of a token are sums of floats: what is due within a microsecond is due.
  if (tokens >= 1 - 1e-9) return { state: { tokens: Math.max(0, tokens - 1), refilledAtMs }, granted: true };
  const retryAtMs = refilledAtMs + Math.ceil((1 - tokens) * limits.refillMs);
  return { state: { tokens, refilledAtMs }, granted: false, retryAtMs };
}
