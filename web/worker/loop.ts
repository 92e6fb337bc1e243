import { setTimeout as sleep } from 'node:timers/promises';

export interface Loop {
  /** Runs the work soon, once however often it is asked. */
  nudge(): void;
  /** Lets a run under way finish and starts no other. */
  stop(): Promise<void>;
}

/**
 * Runs `work` at once and then every `intervalMs`, never twice at a time; `work` returning true means there is more.
 * A failure is reported and costs one round. `stopping` tells a long round to end early.
 */
export function startLoop(
  intervalMs: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController();
  let wake: AbortController = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      wake = new AbortController();
      let more = false;
      try {
        more = (await work(stopping.signal)) === true;
      } catch (error) {
        onError(error);
      }
      if (more) continue;
      await sleep(intervalMs, undefined, { signal: AbortSignal.any([stopping.signal, wake.signal]) }).catch(
        () => undefined,
      );
    }
  };
  const running = run();
  return {
    nudge: () => wake.abort(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
