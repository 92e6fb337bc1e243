import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#database/open-database.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { writeBackupFile } from '#storage/backup/backup-file.ts';
import { dumpErasures, dumpRows } from '#storage/backup/dump-rows.ts';
import { Cipher } from '#storage/encryption.ts';
import { redactShop } from '#storage/redact.ts';
import { installShop, openTestStorage, uninstallShop } from '#storage/testing/engines.ts';
import { startAppChild } from '#testing/app-child.ts';
import { childEnvironment } from '#testing/child-environment.ts';
import { freshServerDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { runOperatorCommand } from './testing/run-command.ts';

const patient = { timeout: 240_000 };
const key = { id: 'k', secret: randomBytes(32) };
const ENCRYPTION_KEYS = `k:${key.secret.toString('base64')}`;
const goneShop = 'gone.myshopify.com' as ShopDomain;

/** A backup of two shops, and a file of erasures from after one of them was erased. */
async function backups(): Promise<{ whole: string; erasures: string }> {
  const storage = await openTestStorage('server', { encryption: { keys: [key] } });
  const folder = temporaryFolder();
  const made = { whole: join(folder, 'whole'), erasures: join(folder, 'erasures') };
  const cipher = new Cipher({ keys: [key] });
  await installShop(storage, 'kept.myshopify.com');
  await installShop(storage, goneShop);
  await writeBackupFile(made.whole, cipher, async (write) => void (await dumpRows(storage.db, write)));
  await uninstallShop(storage, goneShop);
  await redactShop(storage, goneShop);
  await writeBackupFile(made.erasures, cipher, async (write) => void (await dumpErasures(storage.db, write)));
  await storage.close();
  return made;
}

/** Kills the restore, as nothing can be caught, while it waits for the table `at`, which somebody else holds. */
async function restoreKilledAt(at: 'shop' | 'erasure', url: string, typed: string[]): Promise<void> {
  const { db, close } = await openDatabase<unknown>({ url, maxConnections: 2 });
  onTestFinished(() => close());
  await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`lock table ${sql.table(at)} in access exclusive mode`.execute(trx);
    const script = fileURLToPath(new URL('./restore.ts', import.meta.url));
    const child = spawn(process.execPath, [script, ...typed], {
      env: { ...childEnvironment(), DATABASE_URL: url, ENCRYPTION_KEYS },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await vi.waitFor(async () => expect(await waiting(db)).toBeGreaterThan(0), { timeout: 90_000, interval: 50 });
    child.kill('SIGKILL');
    await ended;
  });
  // The server ends a killed client's transaction by itself.
  await vi.waitFor(async () => expect(await others(db)).toBe(0), { timeout: 90_000, interval: 50 });
}

const count = async (db: Kysely<unknown>, condition: string): Promise<number> =>
  (
    await sql
      .raw<{ n: number }>(
        `select count(*)::int4 as n from pg_stat_activity where datname = current_database() and ${condition}`,
      )
      .execute(db)
  ).rows[0]?.n ?? -1;
const waiting = (db: Kysely<unknown>) => count(db, `wait_event_type = 'Lock'`);
const others = (db: Kysely<unknown>) =>
  count(db, `pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend'`);

const appEnv = (url: string) => ({
  ...{ DATABASE_URL: url, ENCRYPTION_KEYS, SHOPIFY_API_KEY: 'client', SHOPIFY_API_SECRET: 'x'.repeat(32) },
  ...{ SHOPIFY_APP_URL: 'http://127.0.0.1:1', COURIER_BASE_URL: 'http://127.0.0.1:1', PORT: '0', LOG_LEVEL: 'silent' },
});

test.each([
  ['while its rows come', 'shop'],
  ['before what was erased is erased again', 'erasure'],
] as const)(
  'a restore that is killed %s leaves nothing that the app would take for whole',
  patient,
  async (_at, table) => {
    const { whole, erasures } = await backups();
    const typed = [whole, '--erasures', erasures];
    const place = { DATABASE_URL: await freshServerDatabase(), ENCRYPTION_KEYS };
    expect(await runOperatorCommand('migrate', place)).toMatchObject({ code: 0 });
    await restoreKilledAt(table, place.DATABASE_URL, typed);

    await expect(startAppChild(appEnv(place.DATABASE_URL))).rejects.toThrow(
      'A restore into this database has not ended',
    );
    expect(await runOperatorCommand('backup', place, [join(temporaryFolder(), 'b')])).toMatchObject({ code: 1 });
    const again = await runOperatorCommand('restore', place, typed);
    if (table === 'erasure') {
      expect(again).toEqual({ code: 1, json: { error: expect.stringMatching(/cut short.*drop the database/) } });
      const fresh = { ...place, DATABASE_URL: await freshServerDatabase() };
      expect(await runOperatorCommand('restore', fresh, typed)).toMatchObject({ code: 0, json: { shops: 1 } });
    } else {
      expect(again).toMatchObject({ code: 0, json: { shops: 1 } });
      const app = await startAppChild({ ...appEnv(place.DATABASE_URL), ROLE: 'worker' });
      await app.end('SIGTERM');
    }
  },
);
