/** Longest wait between two tries. */
const capMs = 600_000;

/**
 * Exponential back-off with full jitter: uniform between nothing and base × 2^failures, clamped.
 *
 * @param failures fruitless tries in a row so far.
 * @param random uniform in [0, 1).
 * @returns milliseconds.
 */
export function backOffMs(failures: number, baseMs: number, random: number): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(failures, 20));
  return Math.round(random * ceiling);
}

/** When to try again: never before the service asked for. */
export function retryAt(now: number, backOffMs: number, retryAfterMs: number | null): number {
  return now + Math.max(backOffMs, retryAfterMs ?? 0);
}
