import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { courierMode } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { TokenPair } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Storage } from './open-storage.ts';
import { reencryptStale } from './re-encrypt.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';

const shop = (name: string) => `${name}.myshopify.com` as ShopDomain;
const pair = (name: string): TokenPair => ({
  accessToken: `access-${name}`,
  accessExpiresAt: 2_000_000_000_000,
  refreshToken: `refresh-${name}`,
  refreshExpiresAt: 2_000_000_100_000,
  scope: 'read_orders,write_orders',
});

describe.each(engines)('on %s', (engine) => {
  let storage: Storage & { url: string | undefined };
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  const leased = async (name: string, forMs = 60_000): Promise<number> => {
    const lease = await storage.tokens.admit(shop(name), forMs);
    if (!lease) throw new Error('no lease');
    return lease.fence;
  };
  const shopRow = (name: string) =>
    storage.db.selectFrom('shop').selectAll().where('shop', '=', shop(name)).executeTakeFirstOrThrow();

  test('security 4: of many at once one gets the lease, and the next after it is released', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => storage.tokens.admit(shop('race'), 60_000)));
    const holders = tries.filter((lease) => lease !== null);
    expect(holders).toHaveLength(1);
    await storage.tokens.release(shop('race'), holders[0]?.fence ?? 0);
    expect(await leased('race')).toBeGreaterThan(holders[0]?.fence ?? 0);
  });

  test('security 4: a pair is stored under its fence and ends the lease', async () => {
    const fence = await leased('store');
    expect(await storage.tokens.load(shop('store'))).toBeNull();
    expect(await storage.tokens.store(shop('store'), fence, pair('one'))).toBe(true);
    expect(await storage.tokens.load(shop('store'))).toEqual(pair('one'));
    expect(await storage.tokens.lease(shop('store'), 1_000)).toMatchObject({ tokens: pair('one') });
  });

  test('security 4: a holder that comes too late neither stores, nor releases, nor drops what the next one stored', async () => {
    const slow = await leased('late', -1);
    const next = await leased('late');
    expect(await storage.tokens.store(shop('late'), slow, pair('old'))).toBe(false);
    await storage.tokens.release(shop('late'), slow);
    expect(await storage.tokens.lease(shop('late'), 1_000)).toBeNull();
    expect(await storage.tokens.store(shop('late'), next, pair('new'))).toBe(true);
    await storage.tokens.markRefused(shop('late'), slow);
    expect(await storage.tokens.load(shop('late'))).toEqual(pair('new'));
    expect((await storage.shops.shop(shop('late')))?.reconnect).toBe(false);
  });

  test('security 4: a refused pair is dropped until a new one comes, and the shop stays installed', async () => {
    await installShop(storage, shop('refused'));
    const installedAt = (await storage.shops.shop(shop('refused')))?.installedAt;
    await storage.tokens.markRefused(shop('refused'), await leased('refused'));
    expect(await storage.tokens.load(shop('refused'))).toBeNull();
    expect(await storage.shops.shop(shop('refused'))).toMatchObject({ reconnect: true, uninstalledAt: null });
    expect(await storage.shops.shopsToSweep(0)).not.toContain(shop('refused'));
    await storage.tokens.release(shop('refused'), 2);
    await storage.tokens.store(shop('refused'), await leased('refused'), pair('again'));
    expect(await storage.shops.shop(shop('refused'))).toMatchObject({ reconnect: false, installedAt });
  });

  test('an uninstall fences off a grant under way, and a reinstall begins a new installation', async () => {
    await installShop(storage, shop('again'));
    const first = (await storage.shops.shop(shop('again')))?.installedAt ?? 0;
    await storage.tokens.markRefused(shop('again'), await leased('again'));
    await storage.tokens.release(shop('again'), 2);
    const fence = await leased('again');
    await storage.shops.markUninstalled([shop('again')]);
    expect(await storage.tokens.store(shop('again'), fence, pair('late'))).toBe(false);
    expect(await storage.shops.installedShops()).not.toContain(shop('again'));
    expect(await storage.tokens.load(shop('again'))).toBeNull();
    await storage.tokens.store(shop('again'), await leased('again'), pair('new'));
    const record = await storage.shops.shop(shop('again'));
    expect(record?.uninstalledAt).toBeNull();
    expect(record?.installedAt).toBeGreaterThan(first);
  });

  test('an uninstall that is heard while the shop comes back takes nothing from the new installation', async () => {
    await installShop(storage, shop('quick'));
    await storage.shops.saveKeys(shop('quick'), { live: 'a-live-key-0001' });
    await storage.shops.markUninstalled([shop('quick')]);
    expect(await storage.tokens.load(shop('quick'))).not.toBeNull();
    expect(await storage.shops.shop(shop('quick'))).toMatchObject({
      uninstalledAt: null,
      accounts: { live: { apiKey: 'a-live-key-0001' } },
    });
  });

  test('settings come back whole, an unknown shop is none, and keys are encrypted and named by account', async () => {
    await installShop(storage, shop('keys'));
    await installShop(storage, shop('twin'));
    await installShop(storage, shop('tries'));
    expect(await storage.shops.shop(shop('nobody'))).toBeNull();
    const settings = { ...defaultSettings, paused: true, fragileTag: 'Grüße 🔔' };
    await storage.shops.saveSettings(shop('keys'), settings);
    await storage.shops.saveKeys(shop('keys'), { live: 'canary-key-4711' });
    await storage.shops.saveKeys(shop('twin'), { live: 'canary-key-4711' });
    await storage.shops.saveKeys(shop('tries'), { test: 'canary-key-4711' });
    const record = await storage.shops.shop(shop('keys'));
    expect(record).toMatchObject({ settings, accounts: { live: { apiKey: 'canary-key-4711', last4: '711' } } });
    expect((await storage.shops.shop(shop('twin')))?.accounts.live?.account).toBe(record?.accounts.live?.account);
    const tries = (await storage.shops.shop(shop('tries')))?.accounts.test;
    expect(tries).toMatchObject({ apiKey: 'canary-key-4711' });
    expect(tries?.account).not.toBe(record?.accounts.live?.account);
    expect(JSON.stringify([await shopRow('keys'), await shopRow('tries')])).not.toContain('canary');
    await storage.shops.saveKeys(shop('keys'), { live: null });
    expect((await storage.shops.shop(shop('keys')))?.accounts.live).toBeNull();
  });

  test('security 5: a key moved into another row or column is refused', async () => {
    await installShop(storage, shop('mine'));
    await installShop(storage, shop('theirs'));
    await storage.shops.saveKeys(shop('mine'), { live: 'my-key' });
    await storage.shops.saveKeys(shop('theirs'), { live: 'their-key' });
    const { live_key_sealed: encrypted } = await shopRow('theirs');
    await storage.db.updateTable('shop').set({ live_key_sealed: encrypted }).where('shop', '=', shop('mine')).execute();
    await expect(storage.shops.shop(shop('mine'))).rejects.toThrow();
    await storage.shops.saveKeys(shop('mine'), { live: 'my-key' });
    const own = (await shopRow('mine')).live_key_sealed;
    await storage.db.updateTable('shop').set({ access_token_sealed: own }).where('shop', '=', shop('mine')).execute();
    await expect(storage.tokens.load(shop('mine'))).rejects.toThrow();
    await storage.db.deleteFrom('shop').where('shop', '=', shop('mine')).execute();
  });

  test('a new key starts the health of its mode anew, and that of no other', async () => {
    await installShop(storage, shop('gate'));
    for (const mode of courierMode.options) {
      await storage.shops.changeHealth(shop('gate'), mode, (health) => ({
        health: { ...health, breaker: 'open', failures: 5, probeAt: Date.now() - 1 },
        result: null,
      }));
    }
    expect((await storage.shops.probesDue()).filter((due) => due.shop === shop('gate'))).toHaveLength(2);
    await storage.shops.saveKeys(shop('gate'), { live: 'fresh-key' });
    expect(await storage.shops.health(shop('gate'), 'live')).toMatchObject({ breaker: 'closed', probeAt: null });
    expect(await storage.shops.health(shop('gate'), 'test')).toMatchObject({ breaker: 'open', failures: 5 });
  });

  test('a key that is taken again is refused no more; what was found of the one before stays as it was', async () => {
    const { shops } = storage;
    const name = await installShop(storage, shop('taken'));
    const hold = (held: 'key' | null) =>
      shops.changeHealth(name, 'live', (health) => ({ health: { ...health, hold: held }, result: null }));
    const found = async (account: string) => {
      await storage.db
        .updateTable('shop')
        .set({ live_key_check: JSON.stringify({ account, kind: 'key' }) })
        .where('shop', '=', name)
        .execute();
      await hold('key');
      await hold(null);
      return (await shopRow('taken')).live_key_check?.kind;
    };
    await shops.saveKeys(name, { live: 'key' });
    const account = (await shops.shop(name))?.accounts.live?.account ?? '';
    expect([await found(account), await found('the one before')]).toEqual(['accepted', 'key']);
  });

  test('changes of the same health follow one another, none is lost', async () => {
    const change = () =>
      storage.shops.changeHealth(shop('turns'), 'live', (health) => ({
        health: { ...health, failures: health.failures + 1 },
        result: null,
      }));
    await Promise.all(Array.from({ length: 10 }, change));
    expect((await storage.shops.health(shop('turns'), 'live')).failures).toBe(10);
  });
});

test('security 5: keys are rotated while processes run, and what the old one encrypted is encrypted anew', async () => {
  const old = { id: 'old', secret: randomBytes(32) };
  const fresh = { id: 'fresh', secret: randomBytes(32) };
  const before = await openTestStorage('server', { encryption: { keys: [old] } });
  onTestFinished(() => before.close());
  const { url = '' } = before;
  await installShop(before, shop('rotated'));
  await before.shops.saveKeys(shop('rotated'), { live: 'the-key' });
  const account = (await before.shops.shop(shop('rotated')))?.accounts.live?.account;

  const opensBoth = await openTestStorage('server', { url, encryption: { keys: [old, fresh] } });
  onTestFinished(() => opensBoth.close());
  const rotated = await openTestStorage('server', { url, encryption: { keys: [fresh, old] } });
  onTestFinished(() => rotated.close());
  expect(await rotated.tokens.load(shop('rotated'))).toMatchObject({ accessToken: `access-of-${shop('rotated')}` });
  await rotated.shops.saveKeys(shop('rotated'), { test: 'encrypted-with-the-fresh-key' });
  expect((await opensBoth.shops.shop(shop('rotated')))?.accounts.test?.apiKey).toBe('encrypted-with-the-fresh-key');
  expect((await rotated.shops.shop(shop('rotated')))?.accounts.live?.account).toBe(account);

  await expect(openTestStorage('server', { url, encryption: { keys: [fresh] } })).rejects.toThrow(/^ENCRYPTION_KEYS: /);
  expect(await reencryptStale(rotated.db, rotated.cipher, 10)).toBeGreaterThan(0);
  expect(await reencryptStale(rotated.db, rotated.cipher, 10)).toBe(0);
  const after = await openTestStorage('server', { url, encryption: { keys: [fresh] } });
  onTestFinished(() => after.close());
  expect(await after.shops.shop(shop('rotated'))).toMatchObject({
    accounts: { live: { apiKey: 'the-key', account }, test: { apiKey: 'encrypted-with-the-fresh-key' } },
  });
  expect(await after.tokens.load(shop('rotated'))).toMatchObject({ refreshToken: `refresh-of-${shop('rotated')}` });
});
