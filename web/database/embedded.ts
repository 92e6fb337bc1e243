import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { checkChannel } from './channel.ts';
import { keepSynced } from './checkpoints.ts';
import { embeddedParsers, embeddedSerializers } from './column-types.ts';
import type { Engine } from './engine.ts';
import { lockFolder } from './folder-lock.ts';
import { syncFolder } from './folder-sync.ts';
import { SingleConnectionDialect } from './single-connection-dialect.ts';
import { templateArchive } from './template-archive.ts';
import { within } from './within.ts';

const TYPES = { parsers: embeddedParsers, serializers: embeddedSerializers };

/** PGlite starts with -F, no syncing at all. With these its write-ahead log is opened O_SYNC: a commit survives a power cut. */
const DURABLE = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=open_datasync',
];

interface EmbeddedOptions {
  dataDir: string;
  log: (line: string) => void;
}

/** PostgreSQL inside this process, in `dataDir`, which is locked against every other process; or in memory. */
export async function openEmbedded<DB>({ dataDir, log }: EmbeddedOptions): Promise<Engine<DB>> {
  if (dataDir === 'memory://') {
    const pglite = await PGlite.create({ dataDir, loadDataDir: await templateArchive(), ...TYPES });
    return embeddedEngine<DB>(pglite);
  }
  const lock = lockFolder(dataDir);
  const folder = join(dataDir, 'postgres');
  try {
    await initialise(folder);
    const pglite = await PGlite.create({ dataDir: folder, startParams: DURABLE, ...TYPES });
    const checkpoints = keepSynced(pglite, folder, log);
    return embeddedEngine<DB>(pglite, async () => {
      await checkpoints.stop();
      await syncFolder(folder);
      lock.release();
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The folder gets its name only when it is whole, so that a start cut short is simply repeated. */
async function initialise(folder: string): Promise<void> {
  if (existsSync(folder)) {
    return;
  }
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const pglite = await PGlite.create({ dataDir: unfinished, loadDataDir: await templateArchive() });
  await pglite.close();
  await syncFolder(unfinished);
  await rename(unfinished, folder);
}

/** What both engines offer, over a PGlite that is open. Closing it closes that, then does `afterClose`. */
export function embeddedEngine<DB>(pglite: PGlite, afterClose?: () => Promise<void>): Engine<DB> {
  const db = new Kysely<DB>({ dialect: new SingleConnectionDialect(pglite) });
  let closing: Promise<void> | undefined;
  const close = async () => {
    await db.destroy();
    if (!pglite.closed) {
      await pglite.close();
    }
    await afterClose?.();
  };
  return {
    db,
    engine: 'pglite',
    pglite,
    listen: async (channel, onPayload) => {
      const stop = await pglite.listen(checkChannel(channel), onPayload);
      return async () => {
        if (!pglite.closed) {
          await stop();
        }
      };
    },
    notify: async (channel, payload = '') => {
      await pglite.query('select pg_notify($1, $2)', [checkChannel(channel), payload]);
    },
    ping: () => within(3000, pglite.query('select 1')),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
