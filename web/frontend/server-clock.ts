/** By how much the server's clock is ahead of the browser's, which may be hours wrong; on the server they are one. */
let aheadMs = 0;

/**
 * Takes over what the server's clock showed when the browser's showed `browserMs`; both in epoch ms.
 *
 * @param serverMs NaN where an answer does not say it
 */
export function setServerClock(serverMs: number, browserMs: number): void {
  if (serverMs) aheadMs = serverMs - browserMs;
}

/** What the server's clock showed when the browser's showed `browserMs`: the only one to hold against the API's times. */
export const byServerClock = (browserMs: number): number => browserMs + aheadMs;
