import type { Plant } from './port-fault.ts';
import type { SimProcess } from './scheduler.ts';
import type { ServiceFaults } from './service-faults.ts';

export const timing = { retryBaseMs: 500, leaseMs: 8_000, probeMs: 5_000, lookMs: 45_000 };
/** Shopify tells of where goods stand, and whether they may go, by webhooks that name no instant. */
export const goodsTopic = 'fulfillment_orders/hold_released';
/** An edit's own webhook says which order it was of, and nothing of it. */
export const editTopic = 'orders/edited';
/** Webhooks that show no order. */
export const bareTopics: readonly string[] = [goodsTopic, editTopic];
/** A run goes on under the settings it began with: this many milliseconds, unless its process was stopped. */
export const runMs = 15_000;
/** How long everything stands still before it counts as at rest. */
export const idleMs = 60_000;
export const sweepMs = 300_000;

export interface SimWorldOptions {
  seed: number;
  workers: number;
  faults: ServiceFaults;
  /** Longest pause between two steps of a worker: a slow database, a busy loop. */
  stepMs: number;
  /** Longest answer of Shopify and of the service. */
  callMs: number;
  /** Leases of runs are not kept. */
  rowdy: boolean;
  /** Called before each step of a worker, with the step's name: where a test kills it. */
  onStep?: (process: SimProcess, step: string) => void;
  /** A fault of the ports that everything is given. */
  plant?: Plant;
}

/** A world without chance: one worker, no faults, and no pauses; for tests of one course of things. */
export const calm = {
  seed: 1,
  workers: 1,
  stepMs: 0,
  callMs: 0,
  rowdy: false,
  faults: { place: () => 'none', lookup: () => 'none' },
} satisfies SimWorldOptions;
