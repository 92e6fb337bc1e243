import { setImmediate as nextTurn } from 'node:timers/promises';
import { unavailable } from './refusal.ts';
import { type NewDelivery, type Placed, placeTogether } from './store/place.ts';
import type { Database } from './store/statements.ts';

const MAX_TOGETHER = 64;
const MAX_WAITING = 2_000;
const QUIET_TURNS = 3;

type Window = { fromMs: number; untilMs: number };

interface Waiting {
  delivery: NewDelivery;
  settle: (placed: Placed) => void;
  fail: (error: unknown) => void;
}

interface Queue {
  areaId: string;
  windowAt: (nowMs: number) => Window;
  waiting: Waiting[];
}

export interface PlacementQueues {
  /** `startMs` names one slot; null takes the nearest. */
  place(delivery: NewDelivery, startMs: number | null, windowAt: (nowMs: number) => Window): Promise<Placed>;
}

/**
 * Placements of one area want the same slot row. Instead of queueing for its lock one commit at a time, those that arrive
 * while a statement is under way share the next one. An idle service makes nobody wait.
 */
export function placementQueues(database: Database, now: () => number): PlacementQueues {
  const queues = new Map<string, Queue>();

  async function runQueue(key: string, queue: Queue): Promise<void> {
    while (queue.waiting.length > 0) {
      await gather(queue);
      const together = takeTogether(queue);
      await placeAll(queue, together).catch((error: unknown) => {
        for (const { fail } of together) {
          fail(error);
        }
      });
    }
    queues.delete(key);
  }

  async function placeAll(queue: Queue, together: Waiting[]): Promise<void> {
    const nowMs = now();
    const deliveries = together.map(({ delivery }) => delivery);
    const placed = await placeTogether(database, queue.areaId, deliveries, queue.windowAt(nowMs), nowMs);
    for (const [index, { settle }] of together.entries()) {
      settle(placed[index] ?? { kind: 'no_room' });
    }
  }

  return {
    place(delivery, startMs, windowAt) {
      const key = `${delivery.pickup.area.id} ${startMs ?? 'nearest'}`;
      const known = queues.get(key);
      const queue = known ?? { areaId: delivery.pickup.area.id, windowAt, waiting: [] };
      if (queue.waiting.length >= MAX_WAITING) {
        return Promise.reject(unavailable());
      }
      const { promise, resolve, reject } = Promise.withResolvers<Placed>();
      queue.waiting.push({ delivery, settle: resolve, fail: reject });
      if (!known) {
        queues.set(key, queue);
        void runQueue(key, queue);
      }
      return promise;
    },
  };
}

/**
 * Lets requests that have already arrived be read, for as long as there are more: the embedded database works on this very
 * thread, so that while a statement runs nobody reads them.
 */
async function gather(queue: Queue): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS && queue.waiting.length < MAX_TOGETHER; ) {
    const before = queue.waiting.length;
    await nextTurn();
    quiet = queue.waiting.length > before ? 0 : quiet + 1;
  }
}

/** The first that wait, each reference once: a repeat waits for the next statement and finds the first one there. */
function takeTogether(queue: Queue): Waiting[] {
  const taken: Waiting[] = [];
  const left: Waiting[] = [];
  const references = new Set<string>();
  for (const waiting of queue.waiting) {
    const reference = waiting.delivery.placement.order_reference;
    if (taken.length < MAX_TOGETHER && (reference === null || !references.has(reference))) {
      taken.push(waiting);
      references.add(reference ?? '');
    } else {
      left.push(waiting);
    }
  }
  queue.waiting = left;
  return taken;
}
