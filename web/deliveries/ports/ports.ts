import type { OrderId } from '#placement/ids.ts';
import type { Courier } from './courier.ts';
import type { ShopifyAdmin } from './shopify.ts';
import type { OrderStore, ShopStore, SweepStore } from './stores.ts';

/** Everything a use case may touch. */
export interface Ports {
  clock: Clock;
  startStopwatch: () => Stopwatch;
  random: Random;
  orders: OrderStore;
  shops: ShopStore;
  sweeps: SweepStore;
  courier: Courier;
  shopify: ShopifyAdmin;
  events: Events;
  timing: Timing;
}

/** Times that operators and tests may set, in milliseconds. */
export interface Timing {
  retryBaseMs: number;
  /** Longer than one attempt's time-out. */
  leaseMs: number;
  /** Breaker opening, probe interval and the probe of a refused key. */
  probeMs: number;
  /** Shortest pause between two readings of a booked delivery; the longer ones are multiples of it. */
  lookMs: number;
}

/** What happened, for metrics and logs: names and figures only. */
export interface Events {
  /** A run took up its order; `webhookId` is the first webhook that waited for it, null where none did. */
  taken(webhookId: string | null): void;
  attempt(outcome: string): void;
  placed(paidToPlacedMs: number | null): void;
  noteWritten(result: 'written' | 'unchanged' | 'too_long' | 'refused' | 'failed' | 'off'): void;
  /** A booked delivery was read from the service; `unknown_word`: its state is a word that the profile does not name. */
  looked(outcome: string): void;
  sweepFound(count: number): void;
  fenced(orderId: OrderId): void;
}

/** Time and chance come from outside, so that a simulation can steer them. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** Milliseconds since it was started, by whichever of the host's clocks says more: one may be set, one may stand still. */
export type Stopwatch = () => number;

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** A fresh unique id. */
  id(): string;
}
