import { AppError, shopifyErrorCodes } from '../errors.ts';
/** Does `work` for every item, at most `width` at a time; results in the order of the items. The first failure ends it. */
export async function sideBySide<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

/** Waits for one call, each at most this long. */
const most = 8;
const longestWaitMs = 5_000;

/** Repeats `work` while Shopify asks to slow down: for reads of many orders, where a person waits for the whole. */
export async function waitOutThrottling<R>(sleep: (ms: number) => Promise<void>, work: () => Promise<R>): Promise<R> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await work();
    } catch (error) {
      const throttled = error instanceof AppError && error.code === shopifyErrorCodes.throttled;
      if (!throttled || waits >= most) throw error;
      await sleep(Math.min(longestWaitMs, error.retryAfterMs ?? 1_000));
    }
  }
}
