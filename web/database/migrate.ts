import { Kysely, PostgresDialect, sql } from 'kysely';
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
