import type { Clock, Stopwatch } from '#deliveries/ports/ports.ts';
import type { SeededRandom } from './seeded-random.ts';

interface Event {
  at: number;
  order: number;
  /** The process it belongs to; null: nobody's, it happens whatever dies. */
  owner: SimProcess | null;
  run: () => void;
}

/** A process that can be killed or stopped: killed, nothing of it ever goes on; stopped, it goes on later. */
export class SimProcess {
  readonly name: string;
  alive = true;
  stoppedUntil = 0;
  /** How far its host's clock is ahead of the database's, ms. */
  clockAheadMs = 0;
  /** What follows for the world from its death, of work under way. */
  readonly atDeath = new Set<() => void>();

  constructor(name: string) {
    this.name = name;
  }

  clock(time: Clock): Clock {
    return { now: () => time.now() + this.clockAheadMs };
  }

  /** The clock that is never set goes on while the process stands still. */
  startStopwatch(time: Clock): Stopwatch {
    const [since, byItsClock] = [time.now(), this.clock(time).now()];
    return () => Math.max(time.now() - since, this.clock(time).now() - byItsClock);
  }
}

/** When every schedule begins, epoch ms: a Saturday morning. */
export const beginning = Date.UTC(2026, 10, 21, 7, 0, 0);

/** Virtual time. One event at a time, in an order that the seed decides where times are equal. */
export class Scheduler implements Clock {
  #now = beginning;
  /** A binary heap, the next event first. */
  readonly #events: Event[] = [];
  readonly #random: SeededRandom;
  /** Events that have run. */
  count = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  now(): number {
    return this.#now;
  }

  /** @param owner the process whose it is; nobody's happens whatever dies. */
  at(at: number, run: () => void, owner: SimProcess | null = null): void {
    this.#push({ at: Math.max(at, this.#now), order: this.#random.next(), owner, run });
  }

  after(ms: number, run: () => void): void {
    this.at(this.#now + ms, run);
  }

  /** Resolves after `ms` of virtual time, unless its owner is dead by then. */
  wait(ms: number, owner: SimProcess | null): Promise<void> {
    return new Promise((resolve) => this.at(this.#now + ms, resolve, owner));
  }

  /** Runs events until none is left or the next lies past `until`; `most` guards against a schedule that never rests. */
  async run(until: number, most: number): Promise<'empty' | 'until' | 'endless'> {
    // What was begun just before has its first event by then.
    await promisesSettled();
    for (;;) {
      const next = this.#take(until);
      if (!next) break;
      this.count += 1;
      if (this.count > most) return 'endless';
      next.run();
      await promisesSettled();
    }
    if (this.#events.length === 0) return 'empty';
    this.#now = until;
    return 'until';
  }

  /** Lets time pass with nothing happening in it. */
  skip(ms: number): void {
    this.#now += ms;
  }

  #take(until: number): Event | null {
    for (;;) {
      const event = this.#events[0];
      if (!event || event.at > until) return null;
      this.#pop();
      if (event.owner && !event.owner.alive) continue;
      if (event.owner && event.owner.stoppedUntil > event.at) {
        this.#push({ ...event, at: event.owner.stoppedUntil });
        continue;
      }
      this.#now = Math.max(this.#now, event.at);
      return event;
    }
  }

  #push(event: Event): void {
    const heap = this.#events;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(event, heap[parent] as Event)) break;
      heap[index] = heap[parent] as Event;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): void {
    const heap = this.#events;
    const last = heap.pop() as Event;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1] as Event, heap[child] as Event)) child += 1;
      if (!before(heap[child] as Event, last)) break;
      heap[index] = heap[child] as Event;
      index = child;
    }
    heap[index] = last;
  }
}

const before = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Resolves when every promise that could settle has settled: Node takes up the next tick once no microtask is left. */
export function promisesSettled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
