import { CompiledQuery, type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import { openDatabase } from './open-database.ts';
import { preparing } from './prepared.ts';
import { startSharedBackends } from './testing/shared-backends.ts';

async function openOneConnection() {
  const database = await openDatabase<Record<string, never>>({
    url: await freshServerDatabase(),
    maxConnections: 1,
    migrations: {},
    log: () => undefined,
  });
  onTestFinished(() => database.close());
  return database;
}

test('what is asked often is prepared once per connection; what changes its length each time is not', async () => {
  const { db } = await openOneConnection();
  for (let value = 0; value < 5; value += 1) await sql`select ${value}::int4 as often`.execute(db);
  const lengths = Array.from({ length: 5 }, (_, index) => Array.from({ length: index + 1 }, (_, value) => value));
  const long = `select 'long' as ${'x'.repeat(50)} where 'nobody' <> '${'y'.repeat(200)}'`;
  for (let times = 0; times < 5; times += 1) await db.executeQuery(CompiledQuery.raw(long));
  for (let times = 0; times < 5; times += 1) await db.executeQuery(CompiledQuery.raw(`${long}; ${long}`));
  for (const values of lengths) await sql`select 1 where 1 in (${sql.join(values)})`.execute(db);
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  expect(rows.map(({ statement }) => statement).sort()).toEqual([long, 'select $1::int4 as often'].sort());
});

test('a statement that no longer fits its table is asked anew, and its connection given up', async () => {
  const { db } = await openOneConnection();
  const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0];
  await sql`create table thing (id int4)`.execute(db);
  await sql`insert into thing values (${1})`.execute(db);
  const read = (from: Kysely<Record<string, never>>) => sql`select * from thing where id = ${1}`.execute(from);
  for (let times = 0; times < 4; times += 1) await read(db);
  const first = await backend();
  await sql`alter table thing add column name text`.execute(db);
  expect((await read(db)).rows).toEqual([{ id: 1, name: null }]);
  expect(await backend()).not.toEqual(first);
});

test('a transaction that such a statement has ended fails, and the next one works', async () => {
  const { db } = await openOneConnection();
  await sql`create table thing (id int4)`.execute(db);
  const write = () =>
    db.transaction().execute(async (trx) => {
      await sql`insert into thing values (${1})`.execute(trx);
      return sql`select * from thing where id = ${1}`.execute(trx);
    });
  for (let times = 0; times < 4; times += 1) await write();
  await sql`alter table thing add column name text`.execute(db);
  await expect(write()).rejects.toMatchObject({ code: '0A000' });
  expect((await write()).rows).toHaveLength(5);
});

test('a statement that fails costs no connection', async () => {
  const { db } = await openOneConnection();
  const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0];
  const first = await backend();
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
  expect(await backend()).toEqual(first);
});

test('no process runs what another prepared on a backend that a pooler shares', async () => {
  const pooler = await startSharedBackends(await freshServerDatabase());
  const pools: pg.Pool[] = [];
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await pooler.close();
  });
  /** Asks often enough for a name, and answers the last time; a code where it was refused. */
  const createProcess = (text: string) => {
    const pool = new pg.Pool({ connectionString: pooler.url, max: 1 });
    pools.push(pool);
    const prepared = preparing(pool);
    return async (times: number): Promise<unknown> => {
      let answer: unknown;
      for (let time = 0; time < times; time += 1) {
        const client = await prepared.connect();
        const query = client.query as unknown as (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;
        answer = await query(text, ['x']).then(
          ({ rows }) => rows[0],
          ({ code }: { code?: string }) => code,
        );
        client.release();
      }
      return answer;
    };
  };
  const [a, b, c] = [1, 2, 3].map((own) => createProcess(`select $1::text as of, ${own} as own`)) as [
    ReturnType<typeof createProcess>,
    ReturnType<typeof createProcess>,
    ReturnType<typeof createProcess>,
  ];
  pooler.give(0);
  expect(await a(3)).toEqual({ of: 'x', own: 1 });
  // The first that either of them names.
  expect(await b(3)).toEqual({ of: 'x', own: 2 });
  pooler.give(1);
  expect(await c(3)).toEqual({ of: 'x', own: 3 });
  // Refused where it was never prepared, and asked anew on another connection.
  pooler.give(0);
  expect(await c(1)).toBe('26000');
  expect(await c(1)).toEqual({ of: 'x', own: 3 });
});

test('a connection whose backend has a statement of that name already is given up, and the next one works', async () => {
  const [{ db }, other] = [await openOneConnection(), await openOneConnection()];
  const read = (from: typeof db) => sql`select ${1}::int4 as often`.execute(from);
  for (let times = 0; times < 3; times += 1) await read(db);
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db);
  await sql`prepare ${sql.ref(rows[0]?.name ?? '')} (int4) as select $1 as often`.execute(other.db);
  for (let times = 0; times < 2; times += 1) await read(other.db);
  await expect(read(other.db)).rejects.toMatchObject({ code: '42P05' });
  expect((await read(other.db)).rows).toEqual([{ often: 1 }]);
});
