import { setTimeout as pause } from 'node:timers/promises';

/** Polls until `read` gives something; fails after `limitMs`. */
export async function until<T>(read: () => Promise<T | null | undefined | false>, limitMs = 10_000): Promise<T> {
  for (const deadline = Date.now() + limitMs; ; await pause(10)) {
    const value = await read();
    if (value) {
      return value;
    }
    if (Date.now() > deadline) {
      throw new Error(`Nothing within ${limitMs} ms.`);
    }
  }
}
