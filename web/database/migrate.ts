import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { endWaits } from './end-waits.ts';

/**
 * Applies what is missing of `migrations`, all of it or nothing. On a server several processes may start at once: one
 * migrates, the others wait for it, on a connection of their own whose statements may take as long as they need.
 */
export async function migrateToLatest<DB>(
  target: string | Kysely<DB>,
  migrations: Record<string, Migration>,
  table: string,
): Promise<void> {
  if (typeof target !== 'string') {
    return migrate(target, migrations, table);
  }
  const pool = new pg.Pool({
    connectionString: target,
    max: 2,
    connectionTimeoutMillis: 10_000,
    application_name: 'same-day-delivery migrations',
    onConnect: endWaits({ statementMs: 0, lockMs: 120_000, idleInTransactionMs: 0 }),
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, migrations, table);
  } finally {
    await db.destroy();
  }
}

async function migrate<DB>(db: Kysely<DB>, migrations: Record<string, Migration>, table: string): Promise<void> {
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
