import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** Rows that a table has gained at least: the statistics of a small one tell enough. */
const gained = 1_000;

/**
 * Takes the statistics of tables of ours that have doubled since they were taken last; which ones. An embedded database
 * never does so by itself, a server looks once a minute: until then the plans that connections keep are those of small
 * tables, and after a flood of webhooks each order reads all of them from end to end.
 */
export async function analyzeGrownTables(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and case when current_setting('server_version_num')::int4 >= 170000 then has_table_privilege(oid, 'MAINTAIN')
        else pg_has_role(relowner, 'usage') end
      and pg_stat_get_live_tuples(oid) > 2 * greatest(reltuples, 0) + ${gained}
    order by relname`.execute(db);
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db);
  return rows.map(({ name }) => name);
}
