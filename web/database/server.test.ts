import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import { freePort } from '#testing/free-port.ts';
import { startPostgresServer } from '#testing/postgres-server.ts';
import { withCode } from './lost-connection.ts';
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from './open-database.ts';
import { startStrictPooler } from './testing/strict-pooler.ts';

const BOUND = { timeout: 15_000, interval: 20 };

async function opened(
  url: string,
  log?: (line: string) => void,
  waits?: OpenDatabaseOptions['waits'],
): Promise<OpenDatabase<unknown>> {
  const database = await openDatabase<unknown>({ url, migrations: {}, log, waits });
  onTestFinished(() => database.close());
  return database;
}

test('of several processes that start at once on an empty database each finds it migrated, once', async () => {
  const url = await freshServerDatabase();
  let runs = 0;
  const migrations = {
    '0001': {
      up: async (db: Kysely<unknown>) => {
        runs += 1;
        await sql`create table thing (id int)`.execute(db);
        await sql`select pg_sleep(0.2)`.execute(db);
      },
    },
  };
  const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, migrations })));
  expect(runs).toBe(1);
  await Promise.all(databases.map((database) => database.close()));
});

test.each([
  ['its default', undefined, '10000', '30000'],
  ['the one that is asked for', { lockMs: 4_000, statementMs: 8_000 }, '4000', '8000'],
])('every wait has an end: %s', async (_case, waits, lock, statement) => {
  const { db } = await opened(await freshServerDatabase(), undefined, waits);
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const { rows } = await sql`select name, setting from pg_settings where name = any(${names}) order by name`.execute(
    db,
  );
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '30000' },
    { name: 'lock_timeout', setting: lock },
    { name: 'statement_timeout', setting: statement },
  ]);
});

test('a pooler that refuses unknown start-up parameters, as PgBouncer does, is no hindrance; every wait still ends', async () => {
  const pooler = await startStrictPooler(await freshServerDatabase());
  onTestFinished(() => pooler.close());
  const migrations = {
    '0001': { up: async (db: Kysely<unknown>) => void (await sql`create table t (id int)`.execute(db)) },
  };
  const database = await openDatabase<{ t: { id: number } }>({ url: pooler.url, migrations });
  try {
    const heard: string[] = [];
    await database.listen('news', (payload) => heard.push(payload));
    await database.notify('news', 'one');
    await vi.waitFor(() => expect(heard).toEqual(['one']), BOUND);
    expect(await database.db.selectFrom('t').selectAll().execute()).toEqual([]);
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database.db);
        expect(rows).toEqual([{ statement_timeout: '30s' }]);
      }),
    );
  } finally {
    await database.close();
  }
});

test('connections that the server ends, idle or inside a transaction, cost the statement and never the process', async () => {
  const url = await freshServerDatabase();
  const logged: string[] = [];
  const { db } = await opened(url, (line) => logged.push(line));
  const killer = await opened(url);
  const endOthers = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`.execute(
      killer.db,
    );
  await sql`select 1`.execute(db);
  await endOthers();
  await vi.waitFor(() => expect(logged).toContainEqual(expect.stringContaining('connection was lost')), BOUND);
  const cut = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await endOthers();
    await sql`select 1`.execute(trx);
  });
  await expect(cut).rejects.toThrow();
  const { rows } = await sql`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});

const insert = sql`insert into thing values (1)`;
test.each([
  ['alone', (db: Kysely<unknown>) => insert.execute(db)],
  ['in a transaction', (db: Kysely<unknown>) => db.transaction().execute((trx) => insert.execute(trx))],
])(
  'a connection to a server that another took over from, which may only read, is not kept: %s',
  async (_case, write) => {
    const url = await freshServerDatabase();
    const name = sql.id(new URL(url).pathname.slice(1));
    const operator = await opened(url);
    await sql`create table thing (id int)`.execute(operator.db);
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(operator.db);
    const { db } = await opened(url);
    await expect(write(db)).rejects.toMatchObject({ code: '25006' });
    await sql`alter database ${name} set default_transaction_read_only = off`.execute(operator.db);
    await write(db);
  },
);

test('a listener comes back after its connection was lost, and is told that notices may have been missed', async () => {
  const url = await freshServerDatabase();
  const heard: string[] = [];
  const listening = await opened(url);
  const other = await opened(url);
  await listening.listen('news', (payload) => heard.push(payload));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'same-day-delivery listener' and datname = current_database()`.execute(other.db);
  await vi.waitFor(() => expect(heard).toEqual(['']), BOUND);
  await other.notify('news', 'after');
  await vi.waitFor(() => expect(heard).toEqual(['', 'after']), BOUND);
});

test('a server that crashes is noticed by the ping and used again when it is back', async () => {
  const server = await startPostgresServer();
  onTestFinished(() => server.stop());
  const database = await opened(await server.createDatabase());
  const heard: string[] = [];
  await database.listen('news', (payload) => heard.push(payload));
  await server.kill('SIGKILL');
  await expect(database.ping()).rejects.toThrow();
  await server.restart();
  await vi.waitFor(() => database.ping(), BOUND);
  await vi.waitFor(() => expect(heard).toContain(''), BOUND);
});

test('a server that crashes in the middle of a statement is an error with a code', async () => {
  const server = await startPostgresServer();
  onTestFinished(() => server.stop());
  const database = await opened(await server.createDatabase());
  const slow = sql`select pg_sleep(60)`.execute(database.db);
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where query like 'select pg_sleep%'`.execute(database.db);
    expect(rows).toHaveLength(1);
  }, BOUND);
  await Promise.all([expect(slow).rejects.toMatchObject({ code: 'ECONNRESET' }), server.kill('SIGKILL')]);
});

test('a server that takes a statement and falls silent is given up, and the statement after it has a new connection', async () => {
  const url = await freshServerDatabase();
  const { db, close } = await openDatabase<unknown>({
    ...{ url, migrations: {}, maxConnections: 1, waits: { statementMs: 0, answerMs: 500 } },
  });
  onTestFinished(close);
  const silent = { code: 'ETIMEDOUT' };
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject(silent);
  const inTransaction = db.transaction().execute((trx) => sql`select pg_sleep(60)`.execute(trx));
  await expect(inTransaction).rejects.toMatchObject(silent);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test.each([
  ['Query read timeout', 'ETIMEDOUT'],
  ['timeout exceeded when trying to connect', 'ETIMEDOUT'],
  ['Connection terminated due to connection timeout', 'ETIMEDOUT'],
  ['Connection terminated unexpectedly', 'ECONNRESET'],
  ['Client has encountered a connection error and is not queryable', 'ECONNRESET'],
])('the driver says "%s", and it gets the code %s', (words, code) => {
  expect(withCode(new Error(words))).toMatchObject({ message: words, code });
});

test('a server that is not there is an error, not a wait', async () => {
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`;
  await expect(openDatabase({ url, migrations: {} })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
