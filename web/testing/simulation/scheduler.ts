import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '#deliveries/ports.ts';
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

  constructor(name: string) {
    this.name = name;
  }
}

/** Virtual time. One event at a time, in an order that the seed decides where times are equal. */
export class Scheduler implements Clock {
  #now = Date.UTC(2026, 10, 21, 7, 0, 0);
  #events: Event[] = [];
  readonly #random: SeededRandom;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  now(): number {
    return this.#now;
  }

  at(at: number, owner: SimProcess | null, run: () => void): void {
    this.#events.push({ at: Math.max(at, this.#now), order: this.#random.next(), owner, run });
  }

  /** Resolves after `ms` of virtual time, unless its owner is dead by then. */
  wait(ms: number, owner: SimProcess | null): Promise<void> {
    return new Promise((resolve) => this.at(this.#now + ms, owner, resolve));
  }

  /** Runs events until none is left or time passes `until`; `most` guards against a schedule that never rests. */
  async run(until: number, most: number): Promise<'rested' | 'endless'> {
    for (let count = 0; count < most; count += 1) {
      const next = this.#take(until);
      if (!next) return 'rested';
      next.run();
      await turn();
    }
    return 'endless';
  }

  #take(until: number): Event | null {
    for (;;) {
      let first = -1;
      for (let index = 0; index < this.#events.length; index += 1) {
        const event = this.#events[index] as Event;
        const best = this.#events[first];
        if (!best || event.at < best.at || (event.at === best.at && event.order < best.order)) first = index;
      }
      const event = this.#events[first];
      if (!event || event.at > until) return null;
      this.#events.splice(first, 1);
      if (event.owner && !event.owner.alive) continue;
      if (event.owner && event.owner.stoppedUntil > event.at) {
        this.#events.push({ ...event, at: event.owner.stoppedUntil });
        continue;
      }
      this.#now = Math.max(this.#now, event.at);
      return event;
    }
  }
}
