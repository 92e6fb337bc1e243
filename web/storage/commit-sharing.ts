/** Batches under way at a time, and the most that one carries. */
const batchesUnderWay = 2;
const batchSize = 100;

/**
 * Turns a batch write into a write of one: what arrives while batches are under way shares the next one. The first
 * waits for nobody.
 *
 * @param writeBatch resolves with one result per item, in order; a rejection fails all of its items.
 */
export function createCommitSharing<T, R>(writeBatch: (batch: T[]) => Promise<R[]>): (item: T) => Promise<R> {
  interface Waiting {
    item: T;
    resolve: (result: R) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let underWay = 0;

  const startNext = (): void => {
    if (underWay >= batchesUnderWay || waiting.length === 0) return;
    const batch = waiting.splice(0, batchSize);
    underWay += 1;
    writeBatch(batch.map(({ item }) => item))
      .then(
        (results) => {
          for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
        },
        (error: unknown) => {
          for (const { reject } of batch) reject(error);
        },
      )
      .finally(() => {
        underWay -= 1;
        startNext();
      });
  };

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      startNext();
    });
}
