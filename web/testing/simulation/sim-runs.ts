import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { type Scheduler, SimProcess } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';
import { timing } from './sim-options.ts';

/** One run of an order, as the worker is given it. */
export interface SimRun {
  shop: ShopDomain;
  orderId: OrderId;
  fence: string;
  /** The run before failed, or died with its worker. */
  again: boolean;
}

/** What a run leaves: when the order goes on (epoch ms), and whether it failed. */
export interface RunEnd {
  at: number | null;
  failed: boolean;
}

export interface RunOptions {
  /** Leases are not kept: a run may begin beside another of the same order. The rows must hold without their help. */
  rowdy: boolean;
  /** Whether the shop's orders may run at all. */
  mayRun: (shop: ShopDomain) => boolean;
  run: (process: SimProcess, run: SimRun) => Promise<RunEnd>;
  /** When an order's own rows want it to go on (epoch ms). */
  ownDue: (shop: ShopDomain, orderId: OrderId) => number | null;
}

interface Row {
  shop: ShopDomain;
  orderId: OrderId;
  nextRunAt: number | null;
  leasedTo: SimProcess | null;
  fence: number;
  again: boolean;
}

const runsPerShop = 4;
const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** The rows that say when orders run, by the rules of the real table: a time, a lease, a fence. */
export class SimRuns {
  readonly processes: SimProcess[] = [];
  readonly #rows = new Map<string, Row>();
  /** Rows under a lease, by shop. */
  readonly #leased = new Map<ShopDomain, number>();
  readonly #scheduler: Scheduler;
  readonly #random: SeededRandom;
  readonly #options: RunOptions;

  constructor(scheduler: Scheduler, random: SeededRandom, options: RunOptions) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#options = options;
  }

  startWorker(): SimProcess {
    const process = new SimProcess(`worker-${this.processes.length + 1}`);
    this.processes.push(process);
    return process;
  }

  /** One that is up and can take something on. */
  anyProcess(): SimProcess | undefined {
    const now = this.#scheduler.now();
    const up = this.processes.filter(({ alive, stoppedUntil }) => alive && stoppedUntil <= now);
    return up[this.#random.below(up.length)];
  }

  /** Makes an order due at `at` (epoch ms; null: now). */
  ask(shop: ShopDomain, orderId: OrderId, at: number | null): void {
    const key = `${shop}/${orderId}`;
    const row = this.#rows.get(key) ?? { shop, orderId, nextRunAt: null, leasedTo: null, fence: 0, again: false };
    this.#rows.set(key, row);
    this.#due(row, at ?? this.#scheduler.now());
  }

  /** Dead at once; a new one starts, and its orders are due again when its leases are over. */
  kill(process: SimProcess): void {
    process.alive = false;
    for (const follow of process.atDeath) follow();
    this.#loseLeases(process);
    this.startWorker();
    this.look();
  }

  /** Stopped for a while; where that outlasts its leases its orders are another's, and then it goes on. */
  stop(process: SimProcess, ms: number): void {
    process.stoppedUntil = Math.max(process.stoppedUntil, this.#scheduler.now() + ms);
    if (ms > timing.leaseMs) this.#loseLeases(process);
    this.#scheduler.at(process.stoppedUntil, () => this.look());
  }

  /** Whether no other run of the order has begun since the one of this fence. */
  isNewest(shop: ShopDomain, orderId: OrderId, fence: string): boolean {
    return String(this.#rows.get(`${shop}/${orderId}`)?.fence) === fence;
  }

  /** Takes up what is due: a few orders of each shop. */
  look(): void {
    for (const row of this.#rows.values()) {
      const { nextRunAt, leasedTo, shop } = row;
      if (nextRunAt === null || nextRunAt > this.#scheduler.now()) continue;
      if (!this.#options.rowdy && (leasedTo !== null || this.#leasedOf(shop) >= runsPerShop)) continue;
      if (!this.#options.mayRun(shop)) continue;
      const process = this.anyProcess();
      if (process) void this.#start(row, process);
    }
  }

  async #start(row: Row, process: SimProcess): Promise<void> {
    row.fence += 1;
    this.#lease(row, process);
    row.nextRunAt = null;
    const { shop, orderId, fence, again } = row;
    const { at, failed } = await this.#options.run(process, { shop, orderId, again, fence: String(fence) });
    // Whoever is dead gives nothing back, and whoever stood still too long gives back another's.
    if (!process.alive || row.fence !== fence) return;
    this.#lease(row, null);
    row.again = failed;
    const own = this.#options.ownDue(shop, orderId);
    const next = earlier(at, own === null ? null : Math.max(own, this.#scheduler.now() + 1_000));
    if (next !== null) this.#due(row, next);
    this.look();
  }

  #due(row: Row, at: number): void {
    row.nextRunAt = earlier(row.nextRunAt, at);
    this.#scheduler.at(Math.max(at, this.#scheduler.now() + this.#random.below(5)), () => this.look());
  }

  #loseLeases(process: SimProcess): void {
    for (const row of this.#rows.values()) {
      if (row.leasedTo !== process) continue;
      const { fence } = row;
      this.#scheduler.after(timing.leaseMs, () => {
        if (row.fence !== fence || row.leasedTo === null) return;
        this.#lease(row, null);
        row.again = true;
        this.#due(row, this.#scheduler.now());
      });
    }
  }

  #leasedOf(shop: ShopDomain): number {
    return this.#leased.get(shop) ?? 0;
  }

  #lease(row: Row, process: SimProcess | null): void {
    const change = Number(process !== null) - Number(row.leasedTo !== null);
    this.#leased.set(row.shop, this.#leasedOf(row.shop) + change);
    row.leasedTo = process;
  }
}
