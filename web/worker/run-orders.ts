import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimedRun, OrderRuns } from '#storage/order-runs.ts';

/** Where more is due than there is room for, this much room comes free together: one claim instead of one for each order. */
const gatherForMs = 5;

/** The orders that one process runs side by side. */
export interface OrderRunner {
  /** Looks for due orders now. */
  nudge(): void;
  underWay(): ClaimedRun[];
  /** Takes up no more orders, and resolves when those under way are done. */
  stop(): Promise<void>;
}

interface RunnerOptions {
  concurrency: number;
  onError: (error: unknown) => void;
  gatherMs?: number;
}

/**
 * Claims due orders as long as there is room, one claim at a time, and gives each to `run`, which never throws: it
 * gives the order back itself.
 */
export function startOrderRunner(
  runs: Pick<OrderRuns, 'claim'>,
  { concurrency, onError, gatherMs = gatherForMs }: RunnerOptions,
  run: (order: ClaimedRun) => Promise<void>,
): OrderRunner {
  const underWay = new Map<ClaimedRun, Promise<void>>();
  let stopped = false;
  let claiming: Promise<void> | null = null;
  let again = false;

  const claimOnce = async (): Promise<void> => {
    do {
      again = false;
      const room = concurrency - underWay.size;
      if (stopped || room <= 0) return;
      const claimed = await runs.claim(room);
      for (const order of claimed) begin(order);
      if (claimed.length === room) await pause(gatherMs);
    } while (again);
  };
  const nudge = (): void => {
    again = true;
    if (stopped || claiming !== null) return;
    claiming = claimOnce()
      .catch(onError)
      .finally(() => {
        claiming = null;
        if (again && !stopped && underWay.size < concurrency) nudge();
      });
  };
  const begin = (order: ClaimedRun): void => {
    const done = run(order)
      .catch(onError)
      .finally(() => {
        underWay.delete(order);
        nudge();
      });
    underWay.set(order, done);
  };
  nudge();
  return {
    nudge,
    underWay: () => [...underWay.keys()],
    stop: async () => {
      stopped = true;
      await claiming;
      await Promise.all(underWay.values());
    },
  };
}
