/** Over fewer rows every answer is made anew, so a shop of common size always sees exact figures. */
const manyRows = 2_000;
/** An answer is kept this many times as long as it took to make. */
const keptFor = 20;
const keptAtMostMs = 30_000;
const mostKept = 500;

interface Kept<T> {
  value: T;
  until: number;
  renewing: boolean;
}

/**
 * Keeps figures over very many rows for a while, and shows the old ones while new ones are made.
 *
 * @param now monotonic milliseconds
 */
export function createSlowMemo(now: () => number) {
  const kept = new Map<string, Kept<unknown>>();

  const make = async <T>(key: string, work: () => Promise<T>, rowsOf: (value: T) => number): Promise<T> => {
    const startedAt = now();
    const value = await work();
    kept.delete(key);
    if (rowsOf(value) >= manyRows) {
      const until = now() + Math.min(keptAtMostMs, (now() - startedAt) * keptFor);
      kept.set(key, { value, until, renewing: false });
      const oldest = kept.keys().next().value;
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    }
    return value;
  };

  /** @param rowsOf how many rows the figures are over */
  return async function remember<T>(key: string, work: () => Promise<T>, rowsOf: (value: T) => number): Promise<T> {
    const found = kept.get(key) as Kept<T> | undefined;
    // Nobody has asked for a long time: what was kept is of another hour.
    if (!found || found.until + keptAtMostMs < now()) return make(key, work, rowsOf);
    if (found.until < now() && !found.renewing) {
      found.renewing = true;
      // The next reader meets the failure, if it lasts.
      make(key, work, rowsOf).catch(() => kept.delete(key));
    }
    return found.value;
  };
}

export type SlowMemo = ReturnType<typeof createSlowMemo>;
