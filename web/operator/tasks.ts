import type { Storage } from '#storage/open-storage.ts';
import { readShopLines } from '#storage/operator/shop-lines.ts';
import { countStale, reencryptStale } from '#storage/re-encrypt.ts';

/** What the operator's commands ask of the stored data. Answers are JSON. */
export type Ask = Pick<Storage, 'db' | 'cipher'>;

const batch = 200;

export const tasks = {
  /** Every shop, one line each. */
  shops: async ({ db }: Ask) => ({ shops: await readShopLines(db) }),

  /** Encrypts with the first key all that another one encrypted; `left`: values by table that no key at hand opens. */
  'rotate-keys': async ({ db, cipher }: Ask) => {
    let renewed = 0;
    for (let round = -1; round !== 0; ) {
      round = await reencryptStale(db, cipher, batch);
      renewed += round;
    }
    return { key: cipher.currentKeyId, renewed, left: await countStale(db, cipher) };
  },
};

export type TaskName = keyof typeof tasks;
