import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import { migrateToLatest } from './migrate.ts';
import { startSharedBackends } from './testing/shared-backends.ts';

const makeThing = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table thing (id int)`.execute(db);
};
const nameThings = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table thing add name text`.execute(db);
};
const first = { '0001': { up: makeThing } };
const both = { ...first, '0002': { up: nameThings } };
const migrateTo = (url: string, migrations: typeof first) => migrateToLatest(url, migrations, 'schema_migration');

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('a migration that waits for a long transaction, such as a backup, keeps nobody else waiting for long', async () => {
  const url = await freshServerDatabase();
  await migrateTo(url, first);
  const [backup, app] = [await connected(url), await connected(url)];
  await backup.query('begin');
  await backup.query('select from thing');
  const migrated = migrateTo(url, both);
  await sleep(500);
  const release = setTimeout(() => void backup.query('commit'), 9_000);
  onTestFinished(() => clearTimeout(release));
  let longestMs = 0;
  for (let round = 0; round < 30; round += 1) {
    const startedAt = performance.now();
    await app.query('insert into thing (id) values (1)');
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    await sleep(100);
  }
  expect(longestMs).toBeLessThan(4_000);
  await migrated;
  expect((await app.query('select name from thing limit 1')).rows).toEqual([{ name: null }]);
}, 30_000);

test('a process that freezes while it migrates keeps its locks for half a minute, however long a statement may take', async () => {
  let limits: unknown;
  const up = async (db: Kysely<unknown>): Promise<void> => {
    const { rows } = await sql`select current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('statement_timeout') as statement`.execute(db);
    limits = rows[0];
  };
  await migrateTo(await freshServerDatabase(), { '0001': { up } });
  expect(limits).toEqual({ idle: '30s', statement: '0' });
});

test('a migration through a pooler that shares its connections leaves no lock behind', async () => {
  const url = await freshServerDatabase();
  const pooler = await startSharedBackends(url);
  onTestFinished(() => pooler.close());
  // After its commit somebody else has the connection that it had.
  const up = async (db: Kysely<unknown>): Promise<void> => {
    pooler.takeTurns();
    await makeThing(db);
  };
  await migrateTo(pooler.url, { '0001': { up } });
  const watching = await connected(url);
  const { rows } = await watching.query(`select pid from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`);
  expect(rows).toEqual([]);
});
