import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { keepSynced } from './checkpoints.ts';
import { templateArchive } from './template-archive.ts';

const OFTEN = { everyMs: 5, maxLogBytes: 1024 };

async function diskDatabase(): Promise<{ pglite: PGlite; folder: string }> {
  const folder = join(temporaryFolder(), 'postgres');
  const pglite = await PGlite.create({ dataDir: folder, loadDataDir: await templateArchive() });
  onTestFinished(() => pglite.close());
  return { pglite, folder };
}

const logBehind = async (pglite: PGlite) => {
  const { rows } = await pglite.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  );
  return rows[0]?.bytes ?? Number.NaN;
};

test('a log that has grown is followed by a checkpoint, and stopping ends the watch', async () => {
  const { pglite, folder } = await diskDatabase();
  await pglite.exec('create table thing as select generate_series(1, 1000) as id; select 1');
  expect(await logBehind(pglite)).toBeGreaterThan(OFTEN.maxLogBytes);
  const logged: string[] = [];
  const checkpoints = keepSynced(pglite, folder, (line) => logged.push(line), OFTEN);
  await vi.waitFor(async () => expect(await logBehind(pglite)).toBeLessThan(OFTEN.maxLogBytes), { timeout: 30_000 });
  await checkpoints.stop();
  expect(logged).toEqual([]);
});

test('a folder that cannot be synced is reported, not swallowed', async () => {
  const { pglite } = await diskDatabase();
  const logged: string[] = [];
  const checkpoints = keepSynced(pglite, '/dev/null', (line) => logged.push(line), OFTEN);
  await vi.waitFor(() => expect(logged[0]).toContain('could not be synced'), { timeout: 30_000 });
  await checkpoints.stop();
});
