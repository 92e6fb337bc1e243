import { placeAgain } from '#deliveries/actions/place-again.ts';
import { AppError } from '#deliveries/errors.ts';
import { noteHash, type WaitingWebhook } from '#deliveries/order.ts';
import type { Ports } from '#deliveries/ports/ports.ts';
import type { ShopifyAdmin } from '#deliveries/ports/shopify.ts';
import type { OrderStore } from '#deliveries/ports/stores.ts';
import { probeService } from '#deliveries/run/circuit-breaker.ts';
import { runOrder } from '#deliveries/run/run-order.ts';
import { writeBack } from '#deliveries/run/write-back.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { fingerprintOf } from './fingerprint.ts';
import { KnownInstants } from './known-instants.ts';
import { MemoryOrderStore } from './memory-order-store.ts';
import { ownDue } from './order-queries.ts';
import { promisesSettled, Scheduler, type SimProcess } from './scheduler.ts';
import { SeededRandom } from './seeded-random.ts';
import { SimEdits } from './sim-edits.ts';
import { bareTopics, idleMs, type SimWorldOptions, sweepMs, timing } from './sim-options.ts';
import { SimPeople } from './sim-people.ts';
import { type RunEnd, type SimRun, SimRuns } from './sim-runs.ts';
import { SimService } from './sim-service.ts';
import { SimShopify } from './sim-shopify.ts';
import { SimShops } from './sim-shops.ts';
import { sweepToEnd } from './sim-sweeps.ts';

/**
 * The production decision code with everything around it simulated: clock, random, rows, queue, Shopify, service, and
 * workers that can be killed or stopped at any step.
 */
export class SimWorld {
  readonly random: SeededRandom;
  readonly scheduler: Scheduler;
  readonly orders: MemoryOrderStore;
  readonly service: SimService;
  readonly shopify: SimShopify;
  readonly shops: SimShops;
  readonly runs: SimRuns;
  readonly trace: string[] = [];
  readonly people = new SimPeople(this);
  readonly edits = new SimEdits(this);
  /** The service is asked how far its drivers are, as their rows say. */
  followsDrivers = false;
  /** Two runs of an order may go on at once. */
  readonly rowdy: boolean;
  /** Orders that only a sweep found once everything had come to rest. */
  sweptAtRest = 0;
  /** Told when a run asks to go on at a time (epoch ms). */
  onGoesOn: (run: SimRun, at: number) => void = () => {};
  #resting = false;
  #probing = new Set<ShopDomain>();
  #sweptAt: number;
  readonly #options: SimWorldOptions;
  readonly #fault: (ports: Ports) => Ports;

  constructor(options: SimWorldOptions) {
    this.#options = options;
    const { seed, callMs, rowdy } = options;
    this.rowdy = rowdy;
    this.random = new SeededRandom(seed);
    this.scheduler = new Scheduler(this.random);
    this.#sweptAt = this.scheduler.now();
    this.orders = new MemoryOrderStore(this.scheduler);
    this.service = new SimService(this.scheduler, this.random, options.faults, callMs);
    this.shopify = new SimShopify(this.scheduler, this.random, callMs / 3);
    this.runs = new SimRuns(this.scheduler, this.random, {
      rowdy,
      mayRun: (shop) => this.shops.record(shop).uninstalledAt === null,
      run: (process, run) => this.#run(process, run),
      ownDue: (shop, orderId) => ownDue(this.orders.stored(shop, orderId), this.followsDrivers),
    });
    const { scheduler, random, orders, runs } = this;
    this.shops = new SimShops({ scheduler, random, orders, runs });
    this.orders.newestRun = (...run) => this.runs.isNewest(...run);
    this.orders.onWake = (shop, orderId, { at }) => this.runs.ask(shop, orderId, at);
    this.#fault = options.plant?.(this) ?? ((ports) => ports);
    for (let index = 0; index < options.workers; index += 1) this.runs.startWorker();
  }

  /** A webhook of this order is stored and handed on. It says what the order is when it was sent, unless it is of its goods, an edit or a risk. */
  notify(shop: ShopDomain, orderId: OrderId, topic: string, fraudRisk: WaitingWebhook['fraudRisk'] = null): void {
    const order = bareTopics.includes(topic) || fraudRisk ? null : this.shopify.order(shop, orderId);
    const shown = order && {
      payloadUpdatedAt: Date.parse(order.updatedAt),
      payloadNoteHash: noteHash(order.note),
      echoFingerprint: fingerprintOf(order),
    };
    this.orders.addWebhook(shop, orderId, { id: this.random.id(), topic, fraudRisk, ...shown });
    this.runs.ask(shop, orderId, null);
  }

  /** Runs for `ms`, with sweeps in their turn. */
  async runFor(ms: number, most: number): Promise<'ran' | 'endless'> {
    const end = this.scheduler.now() + ms;
    while (this.scheduler.now() < end) {
      const until = Math.min(end, this.scheduler.now() + idleMs / 2);
      if ((await this.scheduler.run(until, most)) === 'endless') return 'endless';
      if (this.scheduler.now() < until) this.scheduler.skip(until - this.scheduler.now());
      this.#sweep();
    }
    return 'ran';
  }

  /** Runs until nothing happens by itself any more. */
  async runToRest(mostMs: number, most: number): Promise<'rested' | 'endless'> {
    const end = this.scheduler.now() + mostMs;
    // A sweep that died with its process gives way only after its lease.
    for (let quiet = 0; quiet < 3; ) {
      const before = this.trace.length;
      if ((await this.scheduler.run(end, most)) === 'endless' || this.scheduler.now() >= end) return 'endless';
      const probe = this.shops.nextProbe();
      this.scheduler.skip(idleMs + 1_000);
      this.#sweptAt = 0;
      this.#resting = true;
      this.#sweep();
      if (probe !== null) this.#scheduleProbes();
      await promisesSettled();
      quiet = this.trace.length === before ? quiet + 1 : 0;
    }
    return 'rested';
  }

  log(line: string): void {
    this.trace.push(`${this.scheduler.now()} ${line}`);
  }

  async #run(process: SimProcess, run: SimRun): Promise<RunEnd> {
    const { shop, orderId, again } = run;
    this.log(`${process.name} run ${shop} ${orderId}`);
    const ports = this.portsOf(process, run);
    let at: number | null | undefined;
    try {
      const { order, ...end } = await runOrder(ports, run);
      if (end.at !== null) this.onGoesOn(run, end.at);
      if (order) await placeAgain(ports, order);
      at = end.at;
      if (order) await writeBack(ports, order, { again });
      return { at, failed: false };
    } catch (error) {
      this.log(`${process.name} failed ${error instanceof Error ? error.message : 'unknown'}`);
      // As the worker has it: what Shopify may take later has its due time in the rows.
      if (at !== undefined && error instanceof AppError) return { at, failed: true };
      return { at: this.scheduler.now() + 1_000, failed: true };
    }
  }

  /** Every step of a worker takes a while, and is where it can die. */
  portsOf(process: SimProcess, run?: SimRun): Ports {
    const [{ orders }, known] = [
      this,
      new KnownInstants(() => !run || this.runs.isNewest(run.shop, run.orderId, run.fence)),
    ];
    const { stepMs, onStep } = this.#options;
    const step = (name: string): Promise<void> => {
      onStep?.(process, name);
      return this.scheduler.wait(stepMs === 0 ? 0 : this.random.below(stepMs), process);
    };
    const store: OrderStore = {
      ...orders,
      load: (...args) => orders.load(...args),
      isNewestRun: (...args) => step('fence').then(() => orders.isNewestRun(...args)),
      change: async (...args) => {
        await step('before commit');
        const outcome = await orders.change(...args);
        await step('after commit');
        return outcome;
      },
      markWebhooksKnown: async (...args) => {
        await step('before commit');
        await orders.markWebhooksKnown(...args);
        await step('after commit');
      },
      quarantineWebhooks: (...args) => orders.quarantineWebhooks(...args),
    };
    const shops = this.shops.port(() => step('health'), process);
    return this.#fault({
      clock: process.clock(this.scheduler),
      startStopwatch: () => process.startStopwatch(this.scheduler),
      random: this.random,
      orders: known.keptFrom(store),
      shops: {
        ...shops,
        changeHealth: async (shop, mode, decide) => {
          const result = await shops.changeHealth(shop, mode, decide);
          this.#scheduleProbes();
          return result;
        },
      },
      sweeps: this.shops.sweeps(),
      courier: this.service.courierOf(process),
      shopify: this.#shopifyOf(process, known),
      events: {
        taken: () => {},
        attempt: (outcome) => this.log(`${process.name} ${outcome}`),
        placed: () => {},
        noteWritten: (result) => this.log(`${process.name} note ${result}`),
        looked: () => {},
        sweepFound: (count) => {
          if (this.#resting) this.sweptAtRest += count;
        },
        fenced: () => this.log(`${process.name} fenced`),
      },
      timing,
    });
  }

  #shopifyOf(process: SimProcess, known: KnownInstants): ShopifyAdmin {
    const admin = this.shopify.adminOf(process, known);
    const { onStep } = this.#options;
    if (!onStep) return admin;
    return {
      ...admin,
      writeNote: async (...args) => {
        onStep(process, 'before the note');
        const written = await admin.writeNote(...args);
        onStep(process, 'after the note');
        return written;
      },
    };
  }

  /** The probes' loop: probes the service when its time has come, and again while it is due. */
  #scheduleProbes(): void {
    for (const shop of this.shops.domains()) {
      const { probeAt } = this.shops.health(shop);
      if (probeAt === null || this.#probing.has(shop)) continue;
      this.#probing.add(shop);
      this.scheduler.at(Math.max(probeAt, this.scheduler.now() + timing.probeMs / 4), () => {
        this.#probing.delete(shop);
        const process = this.runs.anyProcess();
        const due = this.shops.probesDue().some((health) => health.shop === shop);
        if (due && process) probeService(this.portsOf(process), shop, 'live').catch(() => this.log('probe failed'));
        this.#scheduleProbes();
      });
    }
  }

  #sweep(): void {
    if (this.scheduler.now() < this.#sweptAt + sweepMs) return;
    this.#sweptAt = this.scheduler.now();
    const process = this.runs.anyProcess();
    if (!process) return;
    for (const shop of this.shops.domains()) sweepToEnd(this, process, this.portsOf(process), shop);
  }
}
