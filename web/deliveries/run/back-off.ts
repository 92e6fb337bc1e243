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

/** How long after the deadline an unanswered question is still asked before a person is told. */
const graceMs = 3_600_000;

/** Whether a person is told now, where the service leaves the question unanswered. */
export function isPastGrace({ deadlineAt }: { deadlineAt: number | null }, now: number): boolean {
  return deadlineAt !== null && now > deadlineAt + graceMs;
}

/** When a question is asked again that the service would hear at `at`: the last one comes as the grace ends, for a person waits for it. */
export function orLastAsked({ deadlineAt }: { deadlineAt: number | null }, at: number): number {
  return deadlineAt === null ? at : Math.min(at, deadlineAt + graceMs + 1);
}

/** When a delivery that nothing is sent of before `at` is looked at again: once it is too late a person is asked, not then. */
export function orTooLate({ deadlineAt }: { deadlineAt: number | null }, at: number): number {
  return deadlineAt === null ? at : Math.min(at, deadlineAt + 1);
}
