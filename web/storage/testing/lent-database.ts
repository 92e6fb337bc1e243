import type { PGlite } from '@electric-sql/pglite';
import { embeddedEngine } from '#database/embedded.ts';
import { migrateToLatest } from '#database/migrate.ts';
import { type OpenDatabase, openDatabase } from '#database/open-database.ts';
import { migrations } from '../open-storage.ts';
import type { Tables } from '../schema.ts';

interface Kept {
  pglite: PGlite;
  /** What `schemaOf` says of it as it was made. */
  schema: string;
}

const idle: Kept[] = [];
/** Opening one and making its tables takes a second of a processor, emptying one a twentieth. */
const keptAtMost = 2;

/**
 * An embedded database with empty tables of this version. Closing it empties it for the next test of this process, unless
 * the test has changed more than rows. Each has a Kysely of its own: what still asks after its end fails, as everywhere.
 */
export async function lendEmbedded(): Promise<OpenDatabase<Tables>> {
  const kept = idle.pop() ?? (await make());
  const { pglite } = kept;
  const stops = new Set<() => Promise<void>>();
  let closed = false;
  const close = async (): Promise<void> => {
    closed = true;
    for (const stop of stops) await stop();
    if (idle.length < keptAtMost && (await isEmptied(kept))) idle.push(kept);
    else await pglite.close();
  };
  const listen: PGlite['listen'] = async (...args) => {
    const stop = await pglite.listen(...args);
    stops.add(stop);
    return stop;
  };
  const lent = new Proxy(pglite, {
    get: (target, name) => {
      if (name === 'closed') return closed;
      if (name === 'close') return close;
      if (closed) throw new Error('PGlite is closed');
      if (name === 'listen') return listen;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return embeddedEngine<Tables>(lent);
}

async function make(): Promise<Kept> {
  const { db, pglite } = await openDatabase<Tables>({ dataDir: 'memory://' });
  if (!pglite) throw new Error('this is no embedded database');
  await migrateToLatest(db, migrations);
  return { pglite, schema: await schemaOf(pglite) };
}

/** Whether it is as it was made. */
async function isEmptied({ pglite, schema }: Kept): Promise<boolean> {
  const { rows } = await pglite.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'schema_migration%'`,
  );
  for (const statement of [
    'rollback',
    'discard all',
    `truncate ${rows.map(({ name }) => name).join()} restart identity`,
  ])
    await pglite.query(statement);
  return (await schemaOf(pglite)) === schema;
}

/** What a test may have changed beside rows: tables, columns, indexes, functions, triggers, statistics, migrations. */
async function schemaOf(pglite: PGlite): Promise<string> {
  const own = `'public'::regnamespace`;
  const { rows } = await pglite.query<{ schema: string }>(`
    select concat_ws(';',
      (select md5(string_agg(concat(relname, relkind, reloptions, relhastriggers), ',' order by relname))
        from pg_class where relnamespace = ${own}),
      (select md5(string_agg(concat(attrelid, attname, atthasdef, attisdropped, atttypid), ',' order by attrelid, attnum))
        from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = ${own}),
      (select md5(string_agg(concat(conname, pg_get_constraintdef(oid)), ',' order by conname))
        from pg_constraint where connamespace = ${own}),
      (select md5(string_agg(pg_get_indexdef(indexrelid), ',' order by indexrelid))
        from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = ${own}),
      (select count(*) from pg_proc), (select count(*) from pg_trigger), (select count(*) from pg_statistic),
      (select count(*) from pg_namespace), (select count(*) from pg_db_role_setting), (select count(*) from pg_roles),
      (select md5(string_agg(name, ',' order by name)) from schema_migration)) as schema`);
  return rows[0]?.schema ?? '';
}
