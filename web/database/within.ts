/** Waits for `work` no longer than `limitMs`; `work` itself is not ended. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The database did not answer within ${limitMs} ms.`)), limitMs);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
