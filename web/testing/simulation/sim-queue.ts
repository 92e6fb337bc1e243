import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { laneOf } from '#storage/lane.ts';
import { type Scheduler, SimProcess } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface Job {
  kind: 'advance' | 'write_back';
  shop: ShopDomain;
  orderId: OrderId;
  again?: boolean;
}

/** How long the job of a killed or stopped worker stays with it: its silence until the real queue takes it back, mostly before its lease ends. */
const jobReturnMs = 7_000;

export interface QueueOptions {
  /** Lanes are not kept: a job may run beside another of the same order. The rows must hold without the queue's help. */
  rowdy: boolean;
  run: (process: SimProcess, job: Job) => Promise<void>;
}

interface Running {
  job: Job;
  process: SimProcess;
}

/** The job queue as a model: lanes, one active job each; jobs of a dead worker come back. */
export class SimQueue {
  readonly #scheduler: Scheduler;
  readonly #random: SeededRandom;
  readonly #options: QueueOptions;
  readonly #waiting: Job[] = [];
  readonly #lanes = new Map<string, Running>();
  readonly processes: SimProcess[] = [];
  /** Jobs waiting, running or due later. */
  open = 0;

  constructor(scheduler: Scheduler, random: SeededRandom, options: QueueOptions) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#options = options;
  }

  startWorker(): SimProcess {
    const process = new SimProcess(`worker-${this.processes.length + 1}`);
    this.processes.push(process);
    return process;
  }

  enqueue(job: Job, at: number | null): void {
    this.open += 1;
    const due = at === null ? this.#scheduler.now() + this.#random.below(5) : at;
    this.#scheduler.at(due, null, () => {
      this.#waiting.push(job);
      this.#pump();
    });
  }

  /** Dead at once; a new one starts, and its jobs come back after the heartbeat. */
  kill(process: SimProcess): void {
    process.alive = false;
    this.#returnJobs(process);
    this.startWorker();
    this.#pump();
  }

  /** Stopped for a while; where that outlasts the heartbeat its jobs go to another, and then it goes on. */
  stop(process: SimProcess, ms: number): void {
    process.stoppedUntil = this.#scheduler.now() + ms;
    if (ms > jobReturnMs) this.#returnJobs(process);
    this.#scheduler.at(process.stoppedUntil, null, () => this.#pump());
  }

  #returnJobs(process: SimProcess): void {
    for (const [lane, running] of this.#lanes) {
      if (running.process !== process) continue;
      this.#scheduler.at(this.#scheduler.now() + jobReturnMs, null, () => {
        if (this.#lanes.get(lane) !== running) return;
        this.#lanes.delete(lane);
        this.#waiting.push({ ...running.job, again: true });
        this.#pump();
      });
    }
  }

  #pump(): void {
    for (let index = 0; index < this.#waiting.length; ) {
      const job = this.#waiting[index] as Job;
      const lane = this.#laneOf(job);
      const process = this.#lanes.has(lane) ? null : this.#idle();
      if (!process) {
        index += 1;
        continue;
      }
      this.#waiting.splice(index, 1);
      void this.#start(lane, { job, process });
    }
  }

  async #start(lane: string, running: Running): Promise<void> {
    this.#lanes.set(lane, running);
    await this.#options.run(running.process, running.job);
    if (!running.process.alive || this.#lanes.get(lane) !== running) return;
    this.#lanes.delete(lane);
    this.open -= 1;
    this.#pump();
  }

  #idle(): SimProcess | undefined {
    const now = this.#scheduler.now();
    const idle = this.processes.filter(({ alive, stoppedUntil }) => alive && stoppedUntil <= now);
    return idle[this.#random.below(idle.length)];
  }

  #laneOf({ shop, orderId }: Job): string {
    if (this.#options.rowdy) return `${this.#random.id()}`;
    return laneOf(shop, orderId);
  }
}
