import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgresServer } from '../postgres-server.ts';
import type { Figure } from './figure.ts';

/** A fresh database of one of the two engines, every commit synced to the disk. */
export interface BenchDatabase {
  engine: 'PostgreSQL' | 'PGlite';
  /** null on PGlite. */
  url: string | null;
  /** null on a server. */
  folder: string | null;
}

export interface BenchDatabases {
  /** Of both engines. */
  fresh(): Promise<BenchDatabase[]>;
  close(): Promise<void>;
}

/** A PostgreSQL server of its own that syncs, and folders for PGlite. */
export async function openDatabases(): Promise<BenchDatabases> {
  const server: PostgresServer = await startPostgresServer({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'same-day-bench-'));
  let made = 0;
  return {
    fresh: async () => {
      made += 1;
      return [
        { engine: 'PostgreSQL', url: await server.createDatabase(), folder: null },
        { engine: 'PGlite', url: null, folder: join(folder, String(made)) },
      ];
    },
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The figures of one engine after the other, each on a fresh database. */
export async function onEachEngine(measure: (database: BenchDatabase) => Promise<Figure[]>): Promise<Figure[]> {
  const databases = await openDatabases();
  try {
    const figures: Figure[] = [];
    for (const database of await databases.fresh()) figures.push(...(await measure(database)));
    return figures;
  } finally {
    await databases.close();
  }
}
