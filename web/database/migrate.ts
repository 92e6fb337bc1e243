import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { endWaits } from './end-waits.ts';

/** Behind a lock that is waited for, everybody else waits too: less than Shopify waits for a webhook's answer. */
const lockMs = 2_000;
/** No migration computes anything between two statements: who is silent for longer is frozen, or gone, and holds locks. */
const idleInTransactionMs = 30_000;
/** Then those who waited have their turn. */
const pauseMs = 2_000;
const patienceMs = 120_000;
/** That of the migrator, which processes of the version before take for their session. */
const turn = { key: 3853314791062309107n, waitMs: 3_600_000 };
const noLockInTime = '55P03';

/**
 * Applies what is missing of `migrations`, all of it or nothing. On a server several processes may start at once: one
 * migrates, the others wait for it, on a connection of their own whose statements may take as long as they need.
 */
export async function migrateToLatest<DB>(
  target: string | Kysely<DB>,
  migrations: Record<string, Migration>,
  table = 'schema_migration',
): Promise<void> {
  if (typeof target !== 'string') {
    return migrate(target, migrations, table);
  }
  const pool = new pg.Pool({
    connectionString: target,
    max: 2,
    connectionTimeoutMillis: 10_000,
    application_name: 'same-day-delivery migrations',
    onConnect: endWaits({ statementMs: 0, lockMs, idleInTransactionMs }),
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<unknown>({ dialect: new OneTransaction({ pool }) });
  const until = performance.now() + patienceMs;
  try {
    while (!(await inTurn(db, migrations, table, performance.now() < until))) await sleep(pauseMs);
  } finally {
    await db.destroy();
  }
}

/** The migrator's own lock is one of the session: a pooler may give its end to another connection, and it stays. */
class OneTransaction extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new WithoutLock();
  }
}
class WithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** False where somebody else's transaction held what it needs: nothing was changed, and `mayComeAgain`. */
async function inTurn(
  db: Kysely<unknown>,
  migrations: Record<string, Migration>,
  table: string,
  mayComeAgain: boolean,
): Promise<boolean> {
  if ((await migrationsBetween(db, migrations, table)).missing.length === 0) return true;
  try {
    await db.transaction().execute(async (trx) => {
      await sql`select set_config('lock_timeout', ${String(turn.waitMs)}, true)`.execute(trx);
      await sql`select pg_advisory_xact_lock(${String(turn.key)}::int8)`.execute(trx);
      await sql`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute(trx);
      // As the migrator makes it, whose look at why it could not would hide that behind the transaction's end.
      await sql`create table if not exists ${sql.table(table)} (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
        trx,
      );
      await migrate(trx, migrations, table);
    });
    return true;
  } catch (error) {
    if (mayComeAgain && error instanceof Error && 'code' in error && error.code === noLockInTime) return false;
    throw error;
  }
}

/** Names of migrations that the database has not had yet, and of those that it had and this version does not know. */
export async function migrationsBetween<DB>(
  db: Kysely<DB>,
  migrations: Record<string, Migration>,
  table = 'schema_migration',
): Promise<{ missing: string[]; unknown: string[] }> {
  const known = Object.keys(migrations);
  const exists = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db);
  if (!exists.rows[0]?.there) return { missing: known, unknown: [] };
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return {
    missing: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !(name in migrations)),
  };
}

async function migrate<DB>(db: Kysely<DB>, migrations: Record<string, Migration>, table: string): Promise<void> {
  // A newer version only adds: whoever goes back to this one finds all that it knows. The migrator would refuse.
  if ((await migrationsBetween(db, migrations, table)).missing.length === 0) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw error;
  }
}
