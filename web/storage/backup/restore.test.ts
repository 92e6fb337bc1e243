import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { Cipher } from '../encryption.ts';
import { installShop, openTestStorage } from '../testing/engines.ts';
import { writeBackupFile } from './backup-file.ts';
import { dumpErasures, dumpRows } from './dump-rows.ts';
import { restoreBackup } from './restore.ts';

const [fresh, old] = ['fresh', 'old'].map((id) => ({ id, secret: randomBytes(32) }));
const keys = [fresh, old].filter((key) => key !== undefined);

test('a restore that cannot be done leaves the database as empty as it was, and can be tried again', async () => {
  const storage = await openTestStorage('server', { encryption: { keys: keys.slice(1) } });
  onTestFinished(() => storage.close());
  await installShop(storage, 'kept.myshopify.com');
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const cipher = new Cipher({ keys });
  for (const [name, dump] of [
    ['before', dumpErasures],
    ['whole', dumpRows],
    ['after', dumpErasures],
  ] as const) {
    await writeBackupFile(at(name), cipher, async (write) => {
      await dump(storage.db, write);
    });
  }
  writeFileSync(at('cut'), 'cut');
  const url = await freshServerDatabase();
  const restore = (erasures: string | null, by = keys) =>
    restoreBackup({ url, dataDir: undefined, encryption: { keys: by } }, at('whole'), erasures && at(erasures));

  await expect(restore('nowhere')).rejects.toThrow('nowhere');
  await expect(restore('cut')).rejects.toThrow('no backup of this app');
  await expect(restore('whole')).rejects.toThrow('not one of erasures');
  await expect(restore('before')).rejects.toThrow('older than the backup');
  await expect(restore(null, keys.slice(0, 1))).rejects.toThrow('none of these keys');
  expect(await restore('after')).toMatchObject({ shops: 1, erasuresUntil: expect.any(String) });
  await expect(restore('after')).rejects.toThrow('in use');
  const restored = await openTestStorage('server', { url, encryption: { keys } });
  onTestFinished(() => restored.close());
  const { rows } = await sql`select reltuples from pg_class where relname = 'shop'`.execute(restored.db);
  expect(rows, 'the database is told of its new rows').toEqual([{ reltuples: 1 }]);
});
