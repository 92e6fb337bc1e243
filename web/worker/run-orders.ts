import { setTimeout as pause } from 'node:timers/promises';
import type { ShopDomain } from '#placement/ids.ts';
import type { ClaimedRun } from '#storage/claim-orders.ts';
import type { OrderRuns } from '#storage/order-runs.ts';

/** Past so many shops with news, a claim looks at all. */
const mostNamed = 50;
/** Where more is due than there is room for, this much room comes free together: one claim instead of one for each order. */
const gatherForMs = 5;

/** The orders that one process runs side by side. */
export interface OrderRunner {
  /** Looks for due orders of this shop now; of all shops where none is named. */
  nudge(shop?: string): void;
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
 * gives the order back itself. A claim looks at the shops that news has named, and at those whose runs have ended: behind
 * one shop's flood it need not go through all the others.
 */
export function startOrderRunner(
  runs: Pick<OrderRuns, 'claim'>,
  { concurrency, onError, gatherMs = gatherForMs }: RunnerOptions,
  run: (order: ClaimedRun) => Promise<void>,
): OrderRunner {
  const underWay = new Map<ClaimedRun, Promise<void>>();
  const named = new Set<string>();
  let lookAtAll = false;
  let stopped = false;
  let claiming: Promise<void> | null = null;
  let again = false;

  /** The shops that a claim is to look at, null for all; they are named anew where it leaves something behind. */
  const takeNamed = (): ShopDomain[] | null => {
    const shops = lookAtAll || named.size > mostNamed ? null : ([...named] as ShopDomain[]);
    lookAtAll = false;
    named.clear();
    return shops;
  };
  const lookAgainAt = (shops: readonly ShopDomain[] | null): void => {
    lookAtAll ||= shops === null;
    for (const shop of shops ?? []) named.add(shop);
  };
  const claimOnce = async (): Promise<void> => {
    do {
      again = false;
      const room = concurrency - underWay.size;
      if (stopped || room <= 0) return;
      const shops = takeNamed();
      const claimed = await runs.claim(room, shops).catch((error: unknown) => {
        lookAgainAt(shops);
        throw error;
      });
      for (const order of claimed) begin(order);
      if (claimed.length < room) continue;
      lookAgainAt(shops);
      await pause(gatherMs);
    } while (again);
  };
  const nudge = (shop = ''): void => {
    lookAgainAt(shop === '' ? null : [shop as ShopDomain]);
    again = true;
    claimSoon();
  };
  const claimSoon = (): void => {
    if (stopped || claiming !== null) return;
    // Several notices come together: they share a claim.
    claiming = Promise.resolve()
      .then(claimOnce)
      .catch(onError)
      .finally(() => {
        claiming = null;
        if (again && !stopped && underWay.size < concurrency) claimSoon();
      });
  };
  const begin = (order: ClaimedRun): void => {
    const done = run(order)
      .catch(onError)
      .finally(() => {
        underWay.delete(order);
        nudge(order.shop);
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
