import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Cipher } from '#storage/encryption.ts';
import { beat, forget } from '#storage/heartbeats.ts';
import { engines, installShop, openTestStorage } from '#storage/testing/engines.ts';
import { createReencryptJob } from './re-encrypt.ts';

const [old, fresh] = ['old', 'fresh'].map((id) => ({ id, secret: randomBytes(32) })) as [Key, Key];
interface Key {
  id: string;
  secret: Buffer;
}

describe.each(engines)('on %s', (engine) => {
  test('of the workers that hold the new key in front and an older one, one encrypts anew', async () => {
    const storage = await openTestStorage(engine, { encryption: { keys: [old] } });
    onTestFinished(() => storage.close());
    const { db } = storage;
    await installShop(storage, 'rotated.myshopify.com');
    const rotating = { db, cipher: new Cipher({ keys: [fresh, old] }) };
    const job = (process: string) => createReencryptJob({ storage: rotating }, process);
    // What only answers requests, or does not rotate, leaves it to others.
    await beat(db, { process: 'host/1/a', works: false, keyIds: ['fresh', 'old'] });
    await beat(db, { process: 'host/2/b', works: true, keyIds: ['fresh'] });
    await beat(db, { process: 'host/3/c', works: true, keyIds: ['old', 'fresh'] });
    await beat(db, { process: 'host/4/d', works: true, keyIds: ['fresh', 'old'] });
    await beat(db, { process: 'host/5/e', works: true, keyIds: ['fresh', 'old'] });
    const [first, second] = [job('host/4/d'), job('host/5/e')];
    const { access_token_sealed: before } = await db.selectFrom('shop').selectAll().executeTakeFirstOrThrow();
    const isRenewed = async () =>
      (await db.selectFrom('shop').selectAll().executeTakeFirstOrThrow()).access_token_sealed !== before;

    expect(await second()).toBe(false);
    expect(await isRenewed()).toBe(false);
    await forget(db, 'host/4/d');
    expect(await second()).toBe(true);
    expect(await isRenewed()).toBe(true);
    expect(await second()).toBe(false);

    await beat(db, { process: 'host/4/d', works: true, keyIds: ['fresh', 'old'] });
    expect(await first()).toBe(false);
    await installShop({ ...storage }, 'another.myshopify.com');
    expect(await second()).toBe(false);
    expect(await first()).toBe(true);
  });
});
