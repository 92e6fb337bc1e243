/** One whose Shopify or service does not answer takes the place of none of the others for long. */
const shopsAtATime = 8;

/**
 * Does `work` for each of the items, which are of different shops, few at a time: one that hangs keeps no other waiting.
 * A failure is the business of `work`; the first one that it lets through ends the whole. None is begun once `stopping`
 * is told.
 */
export async function fewAtATime<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: Math.min(shopsAtATime, items.length) }, async () => {
    for (const item of waiting) {
      if (stopping?.aborted) return;
      await work(item);
    }
  });
  await Promise.all(workers);
}
