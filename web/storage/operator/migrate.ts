import { migrateToLatest, migrationsBetween } from '#database/migrate.ts';
import { openDatabase } from '#database/open-database.ts';
import { refuseHalfRestored } from '../backup/half-restored.ts';
import { migrations, type StorageOptions } from '../open-storage.ts';
import type { Tables } from '../schema.ts';

export interface Migrated {
  /** Names of what was added, in order; empty where all was there. */
  added: string[];
  /** Names of what a newer version had added: it stays. */
  addedByNewer: string[];
}

/**
 * Adds to the tables what this version needs; a version before goes on with them. Of several that do it at once one adds
 * and the others wait.
 *
 * @throws where the database cannot be reached, the role may not add, a restore has not ended, or another process holds the embedded one.
 */
export async function migrateStorage({ url, dataDir }: Pick<StorageOptions, 'url' | 'dataDir'>): Promise<Migrated> {
  const database = await openDatabase<Tables>({ url, dataDir, maxConnections: 1 });
  try {
    await refuseHalfRestored(database.db);
    const { missing, unknown } = await migrationsBetween(database.db, migrations);
    await migrateToLatest(url ?? database.db, migrations);
    return { added: missing, addedByNewer: unknown };
  } finally {
    await database.close();
  }
}
