import { vi } from 'vitest';

/** Polls until `read` gives something. */
export const until = <T>(read: () => Promise<T>, timeout = 10_000) => vi.waitUntil(read, { timeout, interval: 10 });
