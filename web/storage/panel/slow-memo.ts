/** Faster answers are never kept. */
const quickMs = 25;
/** A slow answer is kept this many times as long as it took. */
const keptFor = 20;
const keptAtMost = 500;

interface Kept<T> {
  value: Promise<T>;
  until: number;
  renewing: boolean;
}

/**
 * Keeps answers of figures over very many rows for a while, and shows the old one while a new one is made. What is
 * counted quickly is counted every time, so a shop of common size always sees exact figures.
 *
 * @param now monotonic milliseconds
 */
export function createSlowMemo(now: () => number) {
  const kept = new Map<string, Kept<unknown>>();

  const make = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = now();
    const value = await work();
    const tookMs = now() - startedAt;
    kept.delete(key);
    if (tookMs > quickMs) {
      kept.set(key, { value: Promise.resolve(value), until: now() + tookMs * keptFor, renewing: false });
      const oldest = kept.keys().next().value;
      if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest);
    }
    return value;
  };

  return async function remember<T>(key: string, work: () => Promise<T>): Promise<T> {
    const found = kept.get(key) as Kept<T> | undefined;
    if (!found) return make(key, work);
    if (found.until < now() && !found.renewing) {
      found.renewing = true;
      // The next reader meets the failure, if it lasts.
      make(key, work).catch(() => kept.delete(key));
    }
    return found.value;
  };
}

export type SlowMemo = ReturnType<typeof createSlowMemo>;
