import { defaultSettings } from '#api-contract/settings.ts';
import { advanceOrder } from '#deliveries/advance-order.ts';
import { type GateState, openGate } from '#deliveries/gate.ts';
import type { Ports, ShopRecord, ShopStore } from '#deliveries/shop-ports.ts';
import { probeGate } from '#deliveries/probe-gate.ts';
import { writeBack } from '#deliveries/write-back.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { OrderStore } from '#deliveries/order-aggregate.ts';
import { MemoryOrderStore } from './memory-order-store.ts';
import { Scheduler, SimProcess } from './scheduler.ts';
import { SeededRandom } from './seeded-random.ts';
import { type ServiceFaults, SimService } from './sim-service.ts';
import { SimShopify } from './sim-shopify.ts';

export const simShop = 'sim.myshopify.com' as ShopDomain;
/** How long a killed worker's job stays with it. */
const jobReturnMs = 15_000;
const idleMs = 60_000;

export interface SimWorldOptions {
  seed: number;
  workers: number;
  faults: ServiceFaults;
  /** Longest pause between two steps of a worker: a slow database, a busy loop. */
  stepMs: number;
}

interface Job {
  kind: 'advance' | 'write_back';
  orderId: OrderId;
}

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
  readonly processes: SimProcess[] = [];
  readonly trace: string[] = [];
  settings = defaultSettings;
  #gates = new Map<string, GateState>();
  #active = new Map<OrderId, SimProcess>();
  readonly #options: SimWorldOptions;

  constructor(options: SimWorldOptions) {
    this.#options = options;
    this.random = new SeededRandom(options.seed);
    this.scheduler = new Scheduler(this.random);
    this.orders = new MemoryOrderStore(this.scheduler);
    this.service = new SimService(this.scheduler, this.random, options.faults);
    this.shopify = new SimShopify(this.scheduler, this.random);
    this.orders.onWake = (_shop, orderId, wake) => this.enqueue({ kind: wake.kind, orderId }, wake.at);
    for (let index = 0; index < options.workers; index += 1) this.startWorker();
    this.scheduler.at(this.scheduler.now() + idleMs, null, () => this.#rescue());
  }

  startWorker(): SimProcess {
    const process = new SimProcess(`worker-${this.processes.length + 1}`);
    this.processes.push(process);
    return process;
  }

  /** Dead at once; a new one starts, and its job comes back after the heartbeat. */
  kill(process: SimProcess): void {
    if (!process.alive) return;
    process.alive = false;
    this.log(`kill ${process.name}`);
    for (const [orderId, owner] of this.#active) {
      if (owner !== process) continue;
      this.#active.delete(orderId);
      this.enqueue({ kind: 'advance', orderId }, this.scheduler.now() + jobReturnMs);
      this.enqueue({ kind: 'write_back', orderId }, this.scheduler.now() + jobReturnMs);
    }
    this.startWorker();
  }

  /** Stopped for a while, longer than its lease; its job goes to another, and then it goes on. */
  stop(process: SimProcess, ms: number): void {
    process.stoppedUntil = this.scheduler.now() + ms;
    this.log(`stop ${process.name} ${ms}`);
    for (const [orderId, owner] of this.#active) {
      if (owner !== process) continue;
      this.#active.delete(orderId);
      this.enqueue({ kind: 'advance', orderId }, this.scheduler.now() + jobReturnMs);
    }
  }

  /** A webhook of this order is stored and handed on. */
  notify(orderId: OrderId, topic: string): void {
    const now = this.scheduler.now();
    this.orders.addWebhook(simShop, orderId, {
      id: this.random.id(),
      topic,
      receivedAt: now,
      payloadUpdatedAt: null,
      payloadNoteHash: null,
      echoFingerprint: null,
    });
    this.enqueue({ kind: 'advance', orderId }, null);
  }

  enqueue(job: Job, at: number | null): void {
    const due = at === null ? this.scheduler.now() + this.random.below(5) : at;
    this.scheduler.at(due, null, () => this.#take(job));
  }

  log(line: string): void {
    this.trace.push(`${this.scheduler.now()} ${line}`);
  }

  #take(job: Job): void {
    if (this.#active.has(job.orderId)) return this.enqueue(job, this.scheduler.now() + 50);
    const idle = this.processes.filter((process) => process.alive && process.stoppedUntil <= this.scheduler.now());
    const process = idle[this.random.below(idle.length)];
    if (!process) return this.enqueue(job, this.scheduler.now() + 100);
    this.#active.set(job.orderId, process);
    void this.#run(process, job);
  }

  async #run(process: SimProcess, job: Job): Promise<void> {
    this.log(`${process.name} ${job.kind} ${job.orderId}`);
    const ports = this.#portsOf(process);
    let again: number | null = null;
    try {
      if (job.kind === 'write_back') await writeBack(ports, simShop, job.orderId);
      else again = await advanceOrder(ports, simShop, job.orderId);
    } catch (error) {
      this.log(`${process.name} failed ${error instanceof Error ? error.message : 'unknown'}`);
      again = this.scheduler.now() + 1_000;
    }
    if (!process.alive) return;
    if (this.#active.get(job.orderId) === process) this.#active.delete(job.orderId);
    if (again !== null) this.enqueue(job, again);
  }

  /** Every step of a worker takes a while, and is where it can die. */
  #portsOf(process: SimProcess): Ports {
    const step = () => this.scheduler.wait(this.random.below(this.#options.stepMs), process);
    const { orders } = this;
    const slow: OrderStore = {
      load: async (...args) => {
        await step();
        return orders.load(...args);
      },
      change: async (...args) => {
        await step();
        const outcome = await orders.change(...args);
        await step();
        return outcome;
      },
      attempts: (...args) => orders.attempts(...args),
      waitingWebhooks: (...args) => orders.waitingWebhooks(...args),
      quarantineWebhooks: (...args) => orders.quarantineWebhooks(...args),
      isRedacted: (...args) => orders.isRedacted(...args),
    };
    return {
      clock: this.scheduler,
      random: this.random,
      orders: slow,
      shops: this.#shops(),
      sweeps: { startSweep: async () => null, finishSweep: async () => {}, reconcile: async () => 0 },
      courier: this.service.courierOf(process),
      shopify: this.shopify.adminOf(process),
      events: {
        attempt: (outcome) => this.log(`${process.name} ${outcome}`),
        placed: () => {},
        noteWritten: (result) => this.log(`${process.name} note ${result}`),
        sweepFound: () => {},
        fenced: () => this.log(`${process.name} fenced`),
      },
      timing: { retryBaseMs: 500, leaseMs: 8_000, probeMs: 5_000 },
    };
  }

  #shops(): ShopStore {
    const { scheduler } = this;
    const gate = (mode: string): GateState => this.#gates.get(mode) ?? openGate;
    return {
      shop: async () => this.shopRecord(),
      gate: async (_shop, mode) => gate(mode),
      changeGate: async (_shop, mode, decide) => {
        const { gate: next, result } = decide(gate(mode), scheduler.now());
        if (next) this.#setGate(mode, next);
        return result;
      },
      wakeHeld: async (_shop, spreadMs) => this.#wakeHeld(spreadMs),
      wakeOneHeld: async () => this.#wakeHeld(0, 1) > 0,
      gatesDue: async () => [],
    };
  }

  #setGate(mode: 'live' | 'test', gate: GateState): void {
    const { scheduler } = this;
    this.#gates.set(mode, gate);
    if (gate.probeAt === null) return;
    const prober = new SimProcess('prober');
    this.scheduler.at(gate.probeAt, null, () => {
      const current = this.#gates.get(mode);
      if (current?.probeAt != null && current.probeAt <= scheduler.now()) {
        void probeGate(this.#portsOf(prober), simShop, mode);
      }
    });
  }

  #wakeHeld(spreadMs: number, most = Number.POSITIVE_INFINITY): number {
    const held = this.orders.all().filter(({ deliveries, order }) =>
      order?.state === 'held' || deliveries.some(({ state }) => state === 'held'));
    const chosen = held.slice(0, most);
    chosen.forEach(({ order }, index) => {
      if (order) this.enqueue({ kind: 'advance', orderId: order.orderId }, this.scheduler.now() + (spreadMs * index) / held.length);
    });
    return chosen.length;
  }

  /** The rescue of the real worker: rows that should move and stand still are woken up. */
  #rescue(): void {
    const since = this.scheduler.now() - idleMs;
    for (const { order, deliveries, waiting } of this.orders.all()) {
      const still = deliveries.some(
        ({ state, leaseUntil, dueAt, updatedAt }) =>
          ['queued', 'placing', 'confirming'].includes(state) && (leaseUntil ?? dueAt ?? updatedAt) < since,
      );
      if (order && (still || waiting > 0)) this.enqueue({ kind: 'advance', orderId: order.orderId }, null);
      if (order && deliveries.some((d) => d.placedAt !== null && d.writtenBackAt === null && d.updatedAt < since)) {
        this.enqueue({ kind: 'write_back', orderId: order.orderId }, null);
      }
    }
    this.scheduler.at(this.scheduler.now() + idleMs, null, () => this.#rescue());
  }

  shopRecord(): ShopRecord {
    return {
      shop: simShop,
      installedAt: Date.UTC(2026, 10, 20),
      uninstalledAt: null,
      reconnect: false,
      name: 'Sim',
      timeZone: 'Africa/Johannesburg',
      currency: 'ZAR',
      settings: this.settings,
      accounts: { live: { mode: 'live', apiKey: 'k', account: 'account', last4: 'k' }, test: null },
    };
  }
}
