import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { writeBackupFile } from '#storage/backup/backup-file.ts';
import { type BackupHead, dumpErasures, dumpRows } from '#storage/backup/dump-rows.ts';
import { processesBehind, processesWithout } from '#storage/heartbeats.ts';
import type { Storage } from '#storage/open-storage.ts';
import { readShopLines } from '#storage/operator/shop-lines.ts';
import { countStale, reencryptStale, startPass } from '#storage/re-encrypt.ts';

type Ask = Pick<Storage, 'db' | 'cipher' | 'lendsTestKey'>;

const batch = 200;
const backupArguments = z.strictObject({ file: z.string(), kind: z.enum(['whole', 'erasures']) });

/** What the operator's commands ask of the stored data. Arguments and answers are JSON. */
export const tasks = {
  /** Every shop, one line each. */
  shops: async (storage: Ask) => ({ shops: await readShopLines(storage) }),

  /**
   * Encrypts with the first key all that another one encrypted; `left`: values by table that no key at hand opens.
   * Nothing is done while a process lives that could not read it: `unaware`. `behind`: those that go on writing with another.
   */
  'rotate-keys': async ({ db, cipher }: Ask) => {
    const unaware = await processesWithout(db, cipher.currentKeyId);
    const pass = startPass();
    let renewed = 0;
    for (let round = unaware.length > 0 ? 0 : -1; round !== 0; ) {
      round = await reencryptStale(db, cipher, batch, pass);
      renewed += round;
    }
    const behind = await processesBehind(db, cipher.currentKeyId);
    return { key: cipher.currentKeyId, unaware, behind, renewed, left: await countStale(db, cipher) };
  },

  /** Writes an encrypted file of all that is stored, as it is at one moment. */
  backup: async ({ db, cipher }: Ask, given: unknown) => {
    const { file, kind } = backupArguments.parse(given);
    let head: BackupHead | null = null;
    await writeBackupFile(file, cipher, async (write) => {
      head = await (kind === 'whole' ? dumpRows : dumpErasures)(db, write);
    });
    const { size } = await stat(file);
    return {
      file,
      kind,
      bytes: size,
      createdAt: (head as BackupHead | null)?.createdAt ?? '',
      key: cipher.currentKeyId,
    };
  },
};

export type TaskName = keyof typeof tasks;
