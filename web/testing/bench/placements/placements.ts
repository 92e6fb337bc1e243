import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type Kysely, sql } from 'kysely';
import { basic } from '#courier-service/testing/client.ts';
import { openDatabase } from '#database/open-database.ts';
import { type BenchDatabase, openDatabases } from '../databases.ts';
import { type Bench, type BenchOptions, beside, type Figure, ratioAtLeast } from '../figure.ts';
import { entryPoints, type ServerProcess, startServer } from '../server-process.ts';
import { spreadOf } from '../spread.ts';
import { placementBody } from './placement-body.ts';

const row = 'P7';
const connections = 25;
const key = 'bench-key';
const authorization = basic(key);
/** Small enough that many slots fill up while it is measured. */
const capacityPerSlot = 500;

/** The delivery service: placements that take a place in a slot. */
export const placements: Bench = {
  name: 'courier',
  title: 'P7: the delivery service, placements with unique references, 25 connections',
  run: async (options) => {
    const databases = await openDatabases();
    const folder = await mkdtemp(join(tmpdir(), 'same-day-bench-courier-'));
    try {
      const config = join(folder, 'config.json');
      writeFileSync(config, JSON.stringify({ capacityPerSlot, daysAhead: 60 }));
      const figures: Figure[] = [];
      const [forService, forFloor] = [await databases.fresh(), await databases.fresh()];
      for (const [index, database] of forService.entries()) {
        figures.push(...(await measure({ database, floor: forFloor[index] ?? database, config }, options)));
      }
      return figures;
    } finally {
      await databases.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  { database, floor, config }: { database: BenchDatabase; floor: BenchDatabase; config: string },
  { quick, say }: BenchOptions,
): Promise<Figure[]> {
  const seconds = quick ? 3 : 5;
  const rounds = quick ? 1 : 3;
  const service = await startServer(entryPoints.courier, {
    COURIER_API_KEYS: key,
    COURIER_CONFIG: config,
    ...(database.url === null ? { COURIER_DATA_DIR: database.folder ?? '' } : { COURIER_DATABASE_URL: database.url }),
  });
  const seen: { placed: number[]; inserted: number[] } = { placed: [], inserted: [] };
  try {
    await place(service, 2);
    for (let round = 0; round < rounds; round += 1) {
      say(`${database.engine}, round ${round + 1}`);
      seen.placed.push(await place(service, seconds));
      seen.inserted.push(await insertRows(floor, seconds));
    }
    const value = spreadOf(seen.placed);
    const peer = beside('single-row durable insert, no HTTP', value, spreadOf(seen.inserted));
    const what = `placements, ${database.engine}`;
    return [
      { row, what, unit: 'requests/s', value, beside: peer, goal: ratioAtLeast(0.5, peer) },
      ...(database.url === null ? [] : await wrongsOf(database.url)),
    ];
  } finally {
    await service.stop();
  }
}

/** Placements per second. @throws Error where one was not created. */
async function place({ url }: ServerProcess, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${url}/v1/same-day-asap`,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: placementBody(randomUUID()) }),
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} placements failed`);
  return result['2xx'] / result.duration;
}

/** Rows per second that as many writers insert one by one, each in a transaction of its own. */
async function insertRows({ url, folder }: BenchDatabase, seconds: number): Promise<number> {
  const { db, close } = await openDatabase<unknown>({
    url: url ?? undefined,
    dataDir: folder ?? undefined,
    maxConnections: connections,
    migrations: {
      '0001': {
        up: async (schema: Kysely<unknown>) => {
          await sql`create table floor_row (reference text primary key, body text)`.execute(schema);
        },
      },
    },
  });
  try {
    let inserted = 0;
    const until = performance.now() + seconds * 1000;
    const write = async (): Promise<void> => {
      while (performance.now() < until) {
        const reference = randomUUID();
        await sql`insert into floor_row values (${reference}, ${placementBody(reference)})`.execute(db);
        inserted += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, write));
    return inserted / seconds;
  } finally {
    await close();
  }
}

/** Slots over their capacity and references used twice: none, on any run. */
async function wrongsOf(url: string): Promise<Figure[]> {
  const { db, close } = await openDatabase<unknown>({ url, migrations: {}, migrationTable: 'bench_migration' });
  try {
    const { rows } = await sql<{ over: number; twice: number }>`
      select
        (select count(*)::int4 from courier_slot s where s.taken > s.capacity or s.capacity <
          (select count(*) from courier_delivery d where d.area = s.area and d.slot_start = s.start_at)) as over,
        (select count(*)::int4 from (select 1 from courier_delivery group by order_reference having count(*) > 1) t)
          as twice`.execute(db);
    const none = (what: string, count: number): Figure => ({
      row,
      what,
      unit: '',
      value: spreadOf([count]),
      goal: { text: '0', met: count === 0 },
    });
    return [none('slots over capacity', rows[0]?.over ?? -1), none('references used twice', rows[0]?.twice ?? -1)];
  } finally {
    await close();
  }
}
