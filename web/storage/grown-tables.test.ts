import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#database/open-database.ts';
import { startPostgresServer } from '#testing/postgres-server.ts';
import { analyzeGrownTables } from './grown-tables.ts';
import type { Tables } from './schema.ts';
import { engines, openTestStorage } from './testing/engines.ts';

/** One connection, which tells the counters of its rows at once, not within ten seconds. */
async function flood(db: Kysely<Tables>, first: number, count: number): Promise<void> {
  await sql`insert into order_run (shop, order_id, next_run_at)
    select 'flooded.myshopify.com', n::text, now() from generate_series(${first}::int, ${first + count - 1}::int) as n`.execute(
    db,
  );
  await sql`select pg_stat_force_next_flush()`.execute(db);
}

/** How a connection that has kept the statement goes about it. */
async function planOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<Record<string, string>>`explain execute leased`.execute(db);
  return rows.map((row) => Object.values(row).join()).join('\n');
}

// Neither database takes statistics by itself here: the embedded one never does.
test.each(engines)(
  'a flood changes kept plans, and a table is looked through once a doubling, on %s',
  async (engine) => {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close());
    await storage.db.connection().execute(async (db) => {
      await sql`set plan_cache_mode = force_generic_plan`.execute(db);
      await sql`prepare leased as select shop from order_run where lease_until > clock_timestamp()`.execute(db);
      await flood(db, 1, 3_000);
      expect(await planOf(db)).toContain('Seq Scan');
      await expect.poll(() => analyzeGrownTables(db)).toEqual(['order_run']);
      expect(await planOf(db)).toContain('order_run_leased');
      expect(await analyzeGrownTables(db)).toEqual([]);
      await flood(db, 3_001, 5_000);
      await expect.poll(() => analyzeGrownTables(db)).toEqual(['order_run']);
    });
  },
);

// Servers before 17 let nobody but the owner, and the machine's own may be one of those.
test('a role that owns no table takes statistics of those that it may maintain', async () => {
  const server = await startPostgresServer({ fromPackage: true });
  onTestFinished(() => server.stop());
  const url = new URL(await server.createDatabase());
  const owner = new pg.Client(url.href);
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query(`create role app login; create table kept (n int); create table other (n int);
    grant select, insert on kept, other to app; grant maintain on kept to app`);
  url.username = 'app';
  const { db, close } = await openDatabase<Tables>({ url: url.href });
  onTestFinished(close);
  await db.connection().execute(async (one) => {
    for (const name of ['kept', 'other'])
      await sql`insert into ${sql.table(name)} select generate_series(1, 3000)`.execute(one);
    await sql`select pg_stat_force_next_flush()`.execute(one);
    await expect.poll(() => analyzeGrownTables(one)).toEqual(['kept']);
    expect(await analyzeGrownTables(one)).toEqual([]);
  });
});
