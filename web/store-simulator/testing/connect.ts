import type { StoreControls } from '../store-simulator.ts';

type Remote<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : Remote<Shape[Name]>;
};

/** The steering calls of a store in another process; each throws what the store refuses. */
export type RemoteStore = Remote<StoreControls>;

/** Steers a running store over HTTP. `url` is what the store printed or `StoreSimulator.url`. */
export function connectStoreSimulator(url: string): RemoteStore {
  const callOf =
    (name: string) =>
    async (...args: unknown[]) => {
      const response = await fetch(new URL(`/_store/${name}`, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      const answer = (await response.json()) as { result?: unknown; error?: string };
      if (!response.ok) {
        throw new Error(`the store refused ${name}: ${answer.error ?? response.status}`);
      }
      return answer.result;
    };
  const named = (prefix: string, nested: readonly string[]): object =>
    new Proxy(
      {},
      {
        get: (_target, key) => {
          // A proxy that is awaited must not look like a promise.
          if (typeof key !== 'string' || key === 'then') {
            return undefined;
          }
          return nested.includes(key) ? named(`${key}.`, []) : callOf(`${prefix}${key}`);
        },
      },
    );
  return named('', ['faults']) as RemoteStore;
}
