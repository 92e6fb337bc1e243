import { AppError, shopifyErrorCodes } from '../errors.ts';

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
