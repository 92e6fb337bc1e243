const DAY_MS = 86_400_000;

/**
 * Milliseconds to wait before the attempt after `attempt` (1 = the first was made): full jitter under
 * `baseMs × 2^(attempt−1)`, at most `capMs`, on top of what the service asked for (clamped to 24 h), so that orders
 * held back together do not come back together. `random` is uniform in [0, 1).
 */
export function backOffMs(options: {
  attempt: number;
  baseMs: number;
  capMs: number;
  retryAfterMs: number | null;
  random: number;
}): number {
  const { attempt, baseMs, capMs, retryAfterMs, random } = options;
  const ceilingMs = Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt - 1, 0), 30));
  const askedMs = Math.min(Math.max(retryAfterMs ?? 0, 0), DAY_MS);
  return Math.round(askedMs + random * ceilingMs);
}
