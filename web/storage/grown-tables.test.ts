import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
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
