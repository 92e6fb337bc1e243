import { isDeepStrictEqual } from 'node:util';

/** A sentence of the contract that a service did not keep. */
class Broken extends Error {}

/** Says what was expected and what came; never a key. */
export function must(holds: boolean, sentence: string, seen?: unknown): asserts holds {
  if (!holds) {
    throw new Broken(seen === undefined ? sentence : `${sentence}; got ${shorten(seen)}`);
  }
}

export function mustEqual(seen: unknown, expected: unknown, sentence: string): void {
  must(isDeepStrictEqual(seen, expected), `${sentence}: expected ${shorten(expected)}`, seen);
}

export function object(value: unknown, sentence: string): Record<string, unknown> {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), sentence, value);
  return value as Record<string, unknown>;
}

function shorten(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}
