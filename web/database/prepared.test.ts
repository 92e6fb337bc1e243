import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import { openDatabase } from './open-database.ts';

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
  const database = await openOneConnection();
  const { db } = database;
  for (let value = 0; value < 5; value += 1) await sql`select ${value}::int4 as often`.execute(db);
  const lengths = Array.from({ length: 5 }, (_, index) => Array.from({ length: index + 1 }, (_, value) => value));
  const long = `select 'long' as ${'x'.repeat(50)} where 'nobody' <> '${'y'.repeat(200)}'`;
  for (let times = 0; times < 5; times += 1) await database.run?.(long);
  for (let times = 0; times < 5; times += 1) await database.run?.(`${long}; ${long}`);
  for (const values of lengths) await sql`select 1 where 1 in (${sql.join(values)})`.execute(db);
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  expect(rows.map(({ statement }) => statement).sort()).toEqual([long, 'select $1::int4 as often'].sort());
});

test('a connection whose prepared statement no longer fits its table is given up, and the next one works', async () => {
  const database = await openOneConnection();
  const { db } = database;
  await sql`create table thing (id int4)`.execute(db);
  const read = () => sql`select * from thing where id = ${1}`.execute(db);
  for (let times = 0; times < 4; times += 1) await read();
  await sql`alter table thing add column name text`.execute(db);
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  expect((await read()).rows).toEqual([]);
});

test('a single statement that fails costs no connection; of several, what was begun is gone with it', async () => {
  const database = await openOneConnection();
  const backend = async () => (await database.run?.('select pg_backend_pid() as pid'))?.rows[0] as { pid: number };
  const first = await backend();
  await expect(database.run?.('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  expect(await backend()).toEqual(first);
  await expect(database.run?.('begin; select 1 / 0; commit')).rejects.toMatchObject({ code: '22012' });
  expect(await backend()).not.toEqual(first);
});
