import { setTimeout as pause } from 'node:timers/promises';
import { type OrderOfShop, startCannedShopify } from '../../chaos/canned-shopify.ts';
import { startFaultyCourier } from '../../chaos/faulty-courier.ts';
import { appEnvironment, install } from '../app-environment.ts';
import { type BenchDatabase, openDatabases } from '../databases.ts';
import { atMost, type Bench, type BenchOptions, type Figure } from '../figure.ts';
import { entryPoints, type ServerProcess, startServer } from '../server-process.ts';
import { spreadOf } from '../spread.ts';
import { processorFigures } from './processor.ts';
import { storeWebhooks } from './waiting-orders.ts';

const shops = Array.from({ length: 20 }, (_, index) => `bench-${index}.myshopify.com`);
const ordersPerSecond = 100;
const giveUpMs = 400_000;
/** After `ready`, before the memory is read. */
const idleMs = 5_000;

/** What stored webhooks become when workers start; memory, start and processor of these processes beside it. */
export const drain: Bench = {
  name: 'drain',
  title:
    'P3, P5 and P9: a backlog of stored webhooks until every order has its note; footprint and cost of the process',
  run: async (options) => {
    const databases = await openDatabases();
    try {
      const [server, embedded] = await databases.fresh();
      const [another] = await databases.fresh();
      const figures: Figure[] = [];
      if (server) figures.push(...(await measure(server, 1, options)));
      if (another) figures.push(...(await measure(another, 2, options)));
      if (embedded) figures.push(...(await measure(embedded, 1, options)));
      return figures;
    } finally {
      await databases.close();
    }
  },
};

async function measure(database: BenchDatabase, processes: number, { quick, say }: BenchOptions): Promise<Figure[]> {
  const count = backlog(database, quick);
  const [shopify, courier] = await Promise.all([startCannedShopify(), startFaultyCourier()]);
  const running: ServerProcess[] = [];
  const start = async (env: Record<string, string>): Promise<ServerProcess> => {
    const server = await startServer(entryPoints.app, env);
    running.push(server);
    return server;
  };
  const stopAll = async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  };
  try {
    const env = appEnvironment({ database, shopifyUrl: shopify.url, courierUrl: courier.url });
    const first = await start(env);
    await pause(idleMs);
    const idleMb = await first.rssMb();
    await stopAll();
    const web = await start({ ...env, ROLE: 'web' });
    for (const shop of shops) await install(web.url, shop);
    say(`${database.engine}, ${processes} process(es): storing ${count} webhooks`);
    const orders = await storeWebhooks(web.url, shopify, shops, count);
    await stopAll();
    say('draining');
    const workers = await Promise.all(Array.from({ length: processes }, () => start(env)));
    const drained = await untilDrained(orders, shopify.withoutNote, workers);
    const surplus = courier.deliveries.size - count;
    await stopAll();
    const servers = { shopifyUrl: shopify.url, courierUrl: courier.url };
    const name = `${count} orders, ${processes} process${processes > 1 ? 'es' : ''}, ${database.engine}`;
    const figures = drainFigures(name, count / drained.seconds / processes, surplus);
    if (processes > 1) return figures;
    const costs = await processorFigures({ database, ...servers, orders: count, spentMs: drained.processorMs });
    const readyMs = workers[0]?.readyMs ?? Number.NaN;
    return [...figures, ...costs, ...footprint(database, { idleMb, peakMb: drained.peakMb, readyMs })];
  } finally {
    await stopAll();
    await Promise.all([shopify.close(), courier.close()]);
  }
}

function backlog({ engine }: BenchDatabase, quick: boolean): number {
  if (quick) return 300;
  return engine === 'PGlite' ? 1_000 : 10_000;
}

async function untilDrained(
  orders: readonly OrderOfShop[],
  leftOf: (orders: readonly OrderOfShop[]) => OrderOfShop[],
  workers: readonly ServerProcess[],
): Promise<{ seconds: number; peakMb: number; processorMs: number }> {
  const startedAt = performance.now();
  const spent = async () => {
    const each = await Promise.all(workers.map((worker) => worker.processorMs()));
    return each.reduce((sum, ms) => sum + ms, 0);
  };
  const before = await spent();
  let left = leftOf(orders);
  let peakMb = 0;
  while (left.length > 0) {
    if (performance.now() - startedAt > giveUpMs) throw new Error(`${left.length} orders have no note`);
    await pause(250);
    left = leftOf(left);
    for (const worker of workers) peakMb = Math.max(peakMb, await worker.rssMb());
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, peakMb, processorMs: (await spent()) - before };
}

function drainFigures(name: string, rate: number, surplus: number): Figure[] {
  const value = spreadOf([rate]);
  return [
    {
      row: 'P3',
      what: `drain per process, ${name}`,
      unit: 'orders/s',
      value,
      goal: { text: `≥ ${ordersPerSecond} orders/s`, met: value.median >= ordersPerSecond },
    },
    {
      row: 'P3',
      what: `deliveries too many, ${name}`,
      unit: '',
      value: spreadOf([surplus]),
      goal: { text: '0', met: surplus === 0 },
    },
  ];
}

function footprint(
  { engine }: BenchDatabase,
  { idleMb, peakMb, readyMs }: { idleMb: number; peakMb: number; readyMs: number },
): Figure[] {
  const row = 'P5';
  const [idle, more, ready] = [spreadOf([idleMb]), spreadOf([peakMb - idleMb]), spreadOf([readyMs])];
  const isServer = engine === 'PostgreSQL';
  return [
    {
      row,
      what: `RSS idle, ${engine}`,
      unit: 'MB',
      value: idle,
      ...(isServer ? { goal: atMost(200, 'MB', idle) } : {}),
    },
    {
      row,
      what: `RSS above idle, at most while draining, ${engine}`,
      unit: 'MB',
      value: more,
      ...(isServer ? { goal: atMost(50, 'MB', more) } : {}),
    },
    { row, what: `ready on existing data, ${engine}`, unit: 'ms', value: ready, goal: atMost(3000, 'ms', ready) },
  ];
}
