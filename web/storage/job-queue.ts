import { type Kysely, sql, type Transaction } from 'kysely';
import { type ConstructorOptions, fromKysely, fromPglite, PgBoss } from 'pg-boss';
import type { OpenDatabase } from '#database/open-database.ts';
import type { Wake } from '#deliveries/order-aggregate.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { laneOf } from './lane.ts';
import type { Tables } from './schema.ts';

export interface OrderJob {
  kind: Wake['kind'];
  shop: ShopDomain;
  orderId: OrderId;
  /** A run of it failed or died before. */
  again?: boolean;
  rank?: Rank;
}

/** What an order's turn is about, where it is not its own next step: a payment goes before, news of an order that rests behind. */
export type Rank = 'paid' | 'resting';

export interface OrderToWake {
  shop: ShopDomain;
  orderId: OrderId;
  rank?: Rank | undefined;
}

/** Shops that have as many turns ready as the queue should hold of one: more would only be looked past. */
export interface CrowdedShops {
  /** For anything but a payment. */
  all: ShopDomain[];
  /** For payments too. */
  paid: ShopDomain[];
}

/** Jobs are wake-ups only: the truth about an order is in our own tables. */
export interface JobQueue {
  /** Enqueues within the transaction of the rows the wake-up is about. */
  wake(db: Kysely<Tables> | Transaction<Tables>, shop: ShopDomain, orderId: OrderId, wake: Wake): Promise<void>;
  wakeMany(db: Kysely<Tables> | Transaction<Tables>, jobs: (OrderJob & { at: number | null })[]): Promise<void>;
  /** Wakes orders now, within the transaction of what is new about them: those that nothing waiting will wake anyway. */
  wakeOnce(trx: Transaction<Tables>, orders: readonly OrderToWake[]): Promise<void>;
  crowdedShops(db: Kysely<Tables> | Transaction<Tables>): Promise<CrowdedShops>;
  /** Gives the work of processes that died back to the queue; how many jobs. */
  takeBack(): Promise<number>;
  /** Starts `concurrency` workers; resolves once they listen. */
  work(concurrency: number, handler: (job: OrderJob) => Promise<void>): Promise<void>;
  stop(graceMs: number): Promise<void>;
}

const queue = 'orders';
/** The slot belongs in the note before anything else of its order has its turn. */
const priorities = { resting: 0, next: 1, paid: 2, write_back: 3 };
/**
 * Turns of one shop that stand ready at a time. Whoever looks for a job looks past all those of a shop whose lanes are
 * busy: what is more waits in the inbox.
 */
const readyPerShop = 100;
/** pg-boss allows no less, and would give a job back after another minute: `takeBack` is quicker. */
const heartbeatSeconds = 10;
const heartbeatRefreshSeconds = 1.5;
/** A worker that has not said for so long that it is at work is taken for dead: four heartbeats. */
const silentMs = 6_000;
const newJobChannel = 'order_job';
/** How often jobs for a later time are looked for. */
const dueJobsMs = 1_000;

/** Opens pg-boss on the app's own database. `role` decides whether this process also supervises the queue. */
export async function openJobQueue(options: {
  database: OpenDatabase<Tables>;
  supervise: boolean;
  onError: (error: unknown) => void;
}): Promise<JobQueue> {
  const { database } = options;
  const boss = new PgBoss({
    ...queueDatabase(database),
    schema: 'job_queue',
    schedule: false,
    supervise: options.supervise,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
  boss.on('error', options.onError);
  await boss.start();
  await boss.createQueue(queue, {
    policy: 'singleton',
    heartbeatSeconds,
    expireInSeconds: 300,
    retryLimit: 1000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    deleteAfterSeconds: 3600,
    retentionSeconds: 30 * 86_400,
  });
  await boss.getQueue(queue);
  // An embedded database has one process at a time: whoever was working when this one starts is dead.
  if (database.pglite) await takeBack(boss, database.db, 0);
  return createJobQueue(boss, database);
}

/** Ends the runs of workers that have been silent; their jobs are repeated at once, before what waits in their lanes. */
async function takeBack(boss: PgBoss, db: Kysely<Tables>, silentForMs: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; retryCount: number }>`
      select id, retry_count as "retryCount" from job_queue.job
      where name = ${queue} and state = 'active' and heartbeat_on <= now() - ${silentForMs} * interval '1 millisecond'
      for update skip locked`.execute(trx);
    if (rows.length === 0) return 0;
    await boss.fail(queue, rows, null, { db: fromKysely(trx) });
    await sql`update job_queue.job set start_after = now()
      where name = ${queue} and state = 'retry' and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(trx);
    await announce(trx);
    return rows.length;
  });
}

/** On a server the app's own pool, whose connections prepare what is asked often. */
function queueDatabase({ pglite, run }: OpenDatabase<Tables>): Pick<ConstructorOptions, 'db' | 'backend'> {
  if (pglite) return { db: fromPglite(pglite), backend: 'pglite' };
  if (!run) throw new Error('a database is embedded or on a server');
  return { db: { executeSql: run } };
}

function createJobQueue(boss: PgBoss, database: OpenDatabase<Tables>): JobQueue {
  const stops: (() => Promise<void>)[] = [];
  const insert = async (db: Kysely<Tables> | Transaction<Tables>, jobs: (OrderJob & { at: number | null })[]) => {
    if (jobs.length === 0) return;
    await boss.insert(
      queue,
      jobs.map(({ at, ...data }) => ({
        data,
        singletonKey: laneOf(data.shop, data.orderId),
        priority: priorityOf(data),
        ...(at === null ? {} : { startAfter: new Date(at) }),
      })),
      { db: fromKysely(db) },
    );
    if (jobs.some(({ at }) => at === null || at <= Date.now())) await announce(db);
  };
  return {
    wake: async (db, shop, orderId, wake) => {
      await insert(db, [{ ...wake, shop, orderId }]);
    },
    wakeMany: insert,
    wakeOnce: async (trx, orders) => {
      if (orders.length === 0) return;
      const waiting = await lockWaiting(trx, orders);
      const jobs = orders
        .map((order) => ({ ...rankedJob(order), at: null }))
        .filter((job) => (waiting.get(`${job.shop}/${job.orderId}`) ?? -1) < priorityOf(job));
      await insert(trx, jobs);
      // A worker that looked meanwhile found the waiting jobs locked, and would not look again by itself at once.
      if (jobs.length === 0) await announce(trx);
    },
    crowdedShops,
    takeBack: () => takeBack(boss, database.db, silentMs),
    work: async (concurrency, handler) => {
      stops.push(await startWorkers(boss, database, concurrency, handler));
    },
    stop: async (graceMs) => {
      for (const stop of stops) await stop();
      await boss.stop({ graceful: true, timeout: graceMs, close: true });
    },
  };
}

const priorityOf = ({ kind, rank }: OrderJob): number =>
  kind === 'write_back' ? priorities.write_back : priorities[rank ?? 'next'];

const rankedJob = ({ shop, orderId, rank }: OrderToWake): OrderJob => ({
  ...{ kind: 'advance', shop, orderId },
  ...(rank && { rank }),
});

async function announce(db: Kysely<Tables> | Transaction<Tables>): Promise<void> {
  await sql`select pg_notify(${newJobChannel}, '')`.execute(db);
}

/**
 * Orders that a waiting job will wake, with its priority. Their jobs stay locked until the end of the transaction: no worker takes one up
 * before it can see what the transaction writes, and a job that a worker is just taking up does not count.
 */
async function lockWaiting(trx: Transaction<Tables>, orders: readonly OrderToWake[]): Promise<Map<string, number>> {
  const lanes = [...new Set(orders.map(({ shop, orderId }) => laneOf(shop, orderId)))];
  const ids = orders.map(({ orderId }) => orderId);
  const { rows } = await sql<{ shop: string; order_id: string; priority: number }>`
    select data ->> 'shop' as shop, data ->> 'orderId' as order_id, priority from job_queue.job
    where name = ${queue} and state < 'active' and start_after <= now() and singleton_key = any(${lanes}::text[])
      and data ->> 'kind' = 'advance' and data ->> 'orderId' = any(${ids}::text[])
    for update skip locked`.execute(trx);
  // Where an order has several, the last one stands: the one that goes first.
  const byPriority = rows.toSorted((a, b) => a.priority - b.priority);
  return new Map(byPriority.map(({ shop, order_id, priority }) => [`${shop}/${order_id}`, priority]));
}

async function crowdedShops(db: Kysely<Tables> | Transaction<Tables>): Promise<CrowdedShops> {
  const { rows } = await sql<{ shop: ShopDomain; paid: boolean }>`
    select split_part(singleton_key, '#', 1) as shop,
      count(*) filter (where priority = ${priorities.paid}) >= ${readyPerShop} as paid
    from job_queue.job
    where name = ${queue} and state < 'active' and start_after <= now()
    group by 1 having count(*) >= ${readyPerShop}`.execute(db);
  const shopsOf = (crowded: typeof rows) => crowded.map(({ shop }) => shop);
  return { all: shopsOf(rows), paid: shopsOf(rows.filter(({ paid }) => paid)) };
}

/**
 * Workers that wake each other: a new job wakes one idle worker, and whoever gets a job wakes the next. Were all of
 * them woken for each job, most would ask the database for nothing.
 *
 * @returns what stops the wake-ups.
 */
async function startWorkers(
  boss: PgBoss,
  database: OpenDatabase<Tables>,
  concurrency: number,
  handler: (job: OrderJob) => Promise<void>,
): Promise<() => Promise<void>> {
  const idle = new Set<string>();
  const wakeOne = (): void => {
    const [next] = idle;
    if (next === undefined) return;
    // To the end of the line: another one is woken the next time.
    idle.delete(next);
    idle.add(next);
    boss.notifyWorker(next);
  };
  for (let index = 0; index < concurrency; index += 1) {
    let worker = '';
    worker = await boss.work<OrderJob>(
      queue,
      { batchSize: 1, includeMetadata: true, pollingIntervalSeconds: 30, heartbeatRefreshSeconds },
      async ([job]) => {
        idle.delete(worker);
        wakeOne();
        try {
          if (job) await handler(job.retryCount > 0 ? { ...job.data, again: true } : job.data);
        } finally {
          idle.add(worker);
          boss.notifyWorker(worker);
        }
      },
    );
    idle.add(worker);
  }
  const unlisten = await database.listen(newJobChannel, wakeOne);
  // Jobs whose time has come announce themselves to nobody.
  const timer = setInterval(wakeOne, dueJobsMs);
  wakeOne();
  return async () => {
    clearInterval(timer);
    await unlisten();
  };
}
