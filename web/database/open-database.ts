import type { Migration } from 'kysely/migration';
import { openEmbedded } from './embedded.ts';
import type { Engine } from './engine.ts';
import { migrateToLatest } from './migrate.ts';
import { openServer, type ServerWaits } from './server.ts';

export interface OpenDatabaseOptions {
  /** `postgres://…` of a server. Unset: PGlite, PostgreSQL inside this process. */
  url?: string | undefined;
  /** Folder of the embedded database; `memory://` keeps it in memory (tests). Default `.data`. */
  dataDir?: string | undefined;
  /** In the order of their names, which never change once released. Unset: the schema is left as it is. */
  migrations?: Record<string, Migration>;
  /** Where the names of applied migrations are kept. Default `schema_migration`. */
  migrationTable?: string | undefined;
  /** Connections to a server. Default 10. The embedded database has one. */
  maxConnections?: number | undefined;
  /** How long a connection to a server may wait. Default 30 s for a statement and in an idle transaction, 40 s for an answer, 10 s for a lock. */
  waits?: Partial<ServerWaits> | undefined;
  /** Told of lost connections and of what the operator should know. Never of data. */
  log?: ((line: string) => void) | undefined;
}

export type OpenDatabase<DB> = Engine<DB>;

/**
 * Opens the database of a process and brings its schema up to date: a PostgreSQL server when `url` is set, else PGlite
 * in `dataDir`. One dialect and the same JavaScript types on both: int8 and numeric as string, timestamptz as Date,
 * date and timestamp as string, jsonb parsed, bytea as Buffer. Arrays go into a jsonb column as `JSON.stringify(array)`.
 *
 * @throws when the server cannot be reached, another process holds the folder, or a migration fails.
 */
export async function openDatabase<DB>(options: OpenDatabaseOptions): Promise<OpenDatabase<DB>> {
  const log = options.log ?? (() => undefined);
  const engine = options.url
    ? openServer<DB>({ url: options.url, maxConnections: options.maxConnections ?? 10, waits: options.waits, log })
    : await openEmbedded<DB>({ dataDir: options.dataDir ?? '.data', log });
  try {
    const { migrations, migrationTable } = options;
    if (migrations) await migrateToLatest(options.url ?? engine.db, migrations, migrationTable);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
