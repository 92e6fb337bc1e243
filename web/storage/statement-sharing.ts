/** Batches under way at a time, and the most that one carries. */
const batchesUnderWay = 2;
const batchSize = 100;
/** The longest that a batch collects what turn after turn brings. */
const collectMs = 3;

/**
 * Turns a statement for many into one for one: what arrives in turns of the event loop that follow one another, or while
 * batches are under way, shares the next one. None shares a statement that was begun before it came. An item whose
 * signal aborts before its batch began is dropped and rejects; a later abort changes nothing.
 *
 * @param runBatch resolves with one result per item, in order; a rejection fails all of its items.
 * @param isFaultOfOne tells a rejection for what an item carries: then each item is run alone, and fails alone.
 */
export function createStatementSharing<T, R>(
  runBatch: (batch: T[]) => Promise<R[]>,
  isFaultOfOne: (error: unknown) => boolean,
  nowMs: () => number = () => performance.now(),
): (item: T, signal?: AbortSignal) => Promise<R> {
  interface Waiting {
    item: T;
    resolve: (result: R) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let underWay = 0;
  let isPlanned = false;

  const planNext = (): void => {
    if (isPlanned || underWay >= batchesUnderWay || waiting.length === 0) return;
    isPlanned = true;
    collect(0, nowMs() + collectMs);
  };

  /**
   * Begins a batch when a turn of the event loop has brought nothing more. An embedded database works within this
   * thread: begun at once, each batch would carry one request, while the others wait in their sockets.
   */
  const collect = (seen: number, until: number): void => {
    setImmediate(() => {
      const isGrowing = waiting.length > seen && waiting.length < batchSize && nowMs() < until;
      if (isGrowing) return collect(waiting.length, until);
      isPlanned = false;
      if (waiting.length > 0) startNext();
      planNext();
    });
  };

  const startNext = (): void => {
    const batch = waiting.splice(0, batchSize);
    underWay += 1;
    void run(batch).finally(() => {
      underWay -= 1;
      planNext();
    });
  };

  const run = async (batch: Waiting[]): Promise<void> => {
    try {
      const results = await runBatch(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
    } catch (error) {
      if (batch.length > 1 && isFaultOfOne(error)) {
        for (const one of batch) await run([one]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  };

  const drop = (one: Waiting, why: unknown): void => {
    const place = waiting.indexOf(one);
    if (place < 0) return;
    waiting.splice(place, 1);
    one.reject(why);
  };

  return (item, signal) =>
    new Promise<R>((resolve, reject) => {
      const one = { item, resolve, reject };
      waiting.push(one);
      signal?.addEventListener('abort', () => drop(one, signal.reason));
      planNext();
    });
}
