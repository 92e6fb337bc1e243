import type { Settings } from '#api-contract/settings.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { OrderStore } from '../order.ts';
import type { GateState } from '../service-health.ts';
import type { Clock, Courier, CourierAccount, OrderSummary, Random, ShopifyAdmin } from './courier.ts';

/** A shop as the domain needs it. Instants are epoch ms. */
export interface ShopRecord {
  shop: ShopDomain;
  installedAt: number | null;
  uninstalledAt: number | null;
  /** Shopify refuses our token: the merchant must open the app once. */
  reconnect: boolean;
  name: string | null;
  timeZone: string;
  currency: string;
  settings: Settings;
  accounts: { live: ShopAccount | null; test: ShopAccount | null };
}

export interface ShopAccount extends CourierAccount {
  /** Keyed hash of key and mode: the name of the service account in our rows. */
  account: string;
  last4: string;
}

/** What becomes of a gate; null leaves it. */
export interface GateChange<R> {
  gate: GateState | null;
  result: R;
  /** Held orders of the shop go on within so many milliseconds: asked for in the same transaction, so that none is forgotten. */
  wakesWithinMs?: number;
}

export interface ShopStore {
  shop(shop: ShopDomain): Promise<ShopRecord | null>;
  gate(shop: ShopDomain, mode: 'live' | 'test'): Promise<GateState>;
  /** Locks the gate's row and writes what `decide` returns; null leaves it. */
  changeGate<R>(
    shop: ShopDomain,
    mode: 'live' | 'test',
    decide: (gate: GateState, now: number) => GateChange<R>,
  ): Promise<R>;
  /** Wakes up every order of the shop that is held, spread over `spreadMs`. */
  wakeHeld(shop: ShopDomain, spreadMs: number): Promise<number>;
  /** Wakes up the order whose delivery of this mode has been held longest: the probe of an open breaker. False: none is held. */
  wakeOneHeld(shop: ShopDomain, mode: 'live' | 'test'): Promise<boolean>;
  /** Gates whose time to be probed has come. */
  gatesDue(): Promise<{ shop: ShopDomain; mode: 'live' | 'test' }[]>;
}

/** What the sweep needs to remember. */
export interface SweepStore {
  /** Claims the shop's sweep; null while another process has it, or while it pauses. */
  startSweep(shop: ShopDomain, leaseMs: number): Promise<StartedSweep | null>;
  /** Gives the claim back; nobody gets it for `pauseMs`. */
  endSweep(shop: ShopDomain, pauseMs: number): Promise<void>;
  /**
   * Notes what Shopify has as paid, puts every order that is missing or older here into the inbox, and keeps how far the
   * comparison has come, all in one transaction; how many orders.
   */
  reconcile(shop: ShopDomain, orders: readonly OrderSummary[], page: ComparedPage): Promise<number>;
}

export interface StartedSweep {
  /** Start of the last completed comparison; epoch ms. */
  sweptAt: number | null;
  now: number;
  /** Where the one under way stopped. */
  progress: SweepProgress | null;
}

/** How far a comparison with Shopify's list has come. */
export interface SweepProgress {
  /** Epoch ms, as is `since`. */
  startedAt: number;
  since: number;
  list: 'payments' | 'changes';
  cursor: string | null;
}

export interface ComparedPage {
  /** Orders whose payment is pending are missed, too: the shop sends some of them. */
  pendingToo?: boolean;
  startedAt: number;
  /** What comes next; null where the comparison is completed. */
  next: SweepProgress | null;
  leaseMs: number;
}

/** Everything a use case may touch. */
export interface Ports {
  clock: Clock;
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
}

/** What happened, for metrics and logs: names and figures only. */
export interface Events {
  attempt(outcome: string): void;
  placed(paidToPlacedMs: number | null): void;
  noteWritten(result: 'written' | 'unchanged' | 'too_long' | 'refused' | 'failed' | 'off'): void;
  sweepFound(count: number): void;
  fenced(orderId: OrderId): void;
}
