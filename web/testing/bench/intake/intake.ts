import { startCannedShopify } from '../../chaos/canned-shopify.ts';
import { appEnvironment, databaseEnvironment, install } from '../app-environment.ts';
import { type BenchDatabase, onEachEngine } from '../databases.ts';
import { atMost, type Bench, type BenchOptions, beside, type Figure, ratioAtLeast, ratioAtMost } from '../figure.ts';
import { entryPoints, type ServerProcess, startServer } from '../server-process.ts';
import { spreadOf } from '../spread.ts';
import { type LoadResult, sendWebhooks } from './load.ts';
import { shop } from './order-paid.ts';

const row = 'P1';
const burst = 2000;
const atConnections = [25, 100] as const;
/** Of the app to `processWebhooks`, by engine and connections. */
const ratioGoals = { PostgreSQL: { 25: 1.1, 100: 1.3 }, PGlite: { 25: 0.25, 100: 0.25 } } as const;

/** Webhooks that are answered only when they are stored durably. */
export const intake: Bench = {
  name: 'intake',
  title: 'P1: webhook intake, 8 kB signed orders/paid',
  run: (options) => onEachEngine((database) => measure(database, options)),
};

interface Contestant {
  name: 'app' | 'processWebhooks' | 'floor';
  server: ServerProcess;
}

async function measure(database: BenchDatabase, { quick, say }: BenchOptions): Promise<Figure[]> {
  const shopify = await startCannedShopify();
  const started: Contestant[] = [];
  try {
    const env = appEnvironment({ database, shopifyUrl: shopify.url, courierUrl: shopify.url });
    const app = await startServer(entryPoints.app, { ...env, ROLE: 'web' });
    started.push({ name: 'app', server: app });
    await install(app.url, shop);
    started.push({ name: 'processWebhooks', server: await startServer(entryPoints.shopifyAppExpress, {}) });
    const ownFolder = database.folder === null ? database : { ...database, folder: `${database.folder}-floor` };
    const floor = await startServer(entryPoints.floor, databaseEnvironment(ownFolder));
    started.push({ name: 'floor', server: floor });

    const seconds = quick ? 3 : 4;
    const rounds = quick ? 1 : 3;
    for (const { server } of started) await sendWebhooks(server.url, { connections: 25, seconds: 2 });
    const figures: Figure[] = [];
    for (const connections of atConnections) {
      const seen: Record<Contestant['name'], LoadResult[]> = { app: [], processWebhooks: [], floor: [] };
      for (let round = 0; round < rounds; round += 1) {
        say(`${database.engine}, ${connections} connections, round ${round + 1}`);
        for (const { name, server } of started) {
          seen[name].push(allAnswered(await sendWebhooks(server.url, { connections, seconds })));
        }
      }
      figures.push(...throughput(database, connections, seen));
    }
    return [...figures, ...(await bursts(database, { app, floor }, rounds))];
  } finally {
    for (const { server } of started) await server.stop();
    await shopify.close();
  }
}

function throughput(
  { engine }: BenchDatabase,
  connections: (typeof atConnections)[number],
  seen: Record<Contestant['name'], LoadResult[]>,
): Figure[] {
  const rate = (results: LoadResult[]) => spreadOf(results.map(({ requestsPerSecond }) => requestsPerSecond));
  const value = rate(seen.app);
  const peer = beside('processWebhooks, stores nothing', value, rate(seen.processWebhooks));
  const floor = beside('floor', value, rate(seen.floor));
  const common = { row, what: `intake, ${connections} connections, ${engine}`, unit: 'requests/s', value };
  const p99 = spreadOf(seen.app.map(({ p99Ms }) => p99Ms));
  return [
    { ...common, beside: peer, goal: ratioAtLeast(ratioGoals[engine][connections], peer) },
    { ...common, beside: floor, goal: ratioAtLeast(0.8, floor) },
    { row, what: `p99, ${connections} connections, ${engine}`, unit: 'ms', value: p99 },
  ];
}

/** Two thousand connections that each bring one webhook at the same moment, to the app and to the floor in turns. */
async function bursts(
  { engine }: BenchDatabase,
  { app, floor }: Record<'app' | 'floor', ServerProcess>,
  rounds: number,
): Promise<Figure[]> {
  const results: LoadResult[] = [];
  const floors: LoadResult[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push(await sendWebhooks(app.url, { connections: burst, amount: burst }));
    floors.push(await sendWebhooks(floor.url, { connections: burst, amount: burst }));
  }
  const slowestOf = (of: LoadResult[]) => spreadOf(of.map(({ maxMs }) => maxMs));
  const slowest = slowestOf(results);
  const peer = beside('floor', slowest, slowestOf(floors));
  const failed = spreadOf(results.map((result) => result.failed));
  const name = `${burst} at once, ${engine}`;
  return [
    { row, what: `slowest answer, ${name}`, unit: 'ms', value: slowest, beside: peer, goal: ratioAtMost(1.2, peer) },
    { row, what: `not answered with 200, ${name}`, unit: '', value: failed, goal: atMost(0, '', failed) },
  ];
}

function allAnswered(result: LoadResult): LoadResult {
  if (result.failed > 0) throw new Error(`${result.failed} webhooks were not answered with 200`);
  return result;
}
