import type { PGlite } from '@electric-sql/pglite';
import { syncFolder } from './folder-sync.ts';

const PACE = { everyMs: 60_000, maxLogBytes: 32 * 1024 * 1024 };

interface LogPosition {
  redo: string;
  behind: string;
}

/**
 * Looks once a minute whether the database made a checkpoint, and has it make one when its log has grown by 32 MB, then
 * syncs the data files, which the log no longer covers. What is left: a power cut in the seconds between the two.
 */
export function keepSynced(
  pglite: PGlite,
  folder: string,
  log: (line: string) => void,
  pace = PACE,
): { stop(): Promise<void> } {
  let syncedRedo = '';
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(look).catch((error: unknown) => {
      log(`The embedded database's files could not be synced: ${error instanceof Error ? error.message : 'unknown'}`);
    });
  }, pace.everyMs);
  timer.unref();

  async function position(): Promise<LogPosition> {
    const { rows } = await pglite.query<LogPosition>(
      'select redo_lsn::text as redo, pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::text as behind from pg_control_checkpoint()',
    );
    return rows[0] ?? { redo: '', behind: '0' };
  }

  async function look(): Promise<void> {
    if (pglite.closed) {
      return;
    }
    let now = await position();
    if (Number(now.behind) > pace.maxLogBytes) {
      await pglite.exec('checkpoint');
      now = await position();
    }
    if (now.redo !== syncedRedo) {
      await syncFolder(folder);
      syncedRedo = now.redo;
    }
  }

  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
