import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import type { Storage } from './open-storage.ts';
import { otherRowsOf, tokenRowOf } from './shop-addresses.ts';
import { engines, installShop, openTestStorage, uninstallShop } from './testing/engines.ts';

const first = 'first.myshopify.com' as ShopDomain;
const later = 'later.myshopify.com' as ShopDomain;
const id = '690933842';

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  let sent = 0;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());
  beforeEach(async () => {
    for (const table of ['webhook', 'shop'] as const) await storage.db.deleteFrom(table).execute();
    await installShop(storage, first);
  });

  const refuse = async (shop: ShopDomain) => {
    const fence = (await storage.tokens.lease(shop, 1_000))?.fence ?? 0;
    await storage.tokens.markRefused(shop, fence);
    await storage.tokens.release(shop, fence);
  };
  const rename = (to: string | null = later) => storage.shops.noteRenamed(first as ShopDomain, to);
  const known = async (address = later) => (await storage.shops.shopAt(address))?.domain ?? null;
  const receive = async (topic = 'orders/paid', shopifyId: string | null = null) => {
    sent += 1;
    const webhook = { shop: later, webhookId: `w-${sent}`, topic, triggeredAt: null, body: Buffer.from('{}') };
    const outcome = await storage.inbox.receive({ ...webhook, unusable: null, shopifyId: () => shopifyId });
    const row = storage.db.selectFrom('webhook').select('shop').where('webhook_id', '=', webhook.webhookId);
    return [outcome, (await row.executeTakeFirst())?.shop ?? null];
  };

  test('an address is its own shop, else the one that was renamed to it', async () => {
    expect([await known(), await receive()]).toEqual([null, ['ignored', null]]);
    expect([await rename(), await rename()]).toEqual([true, false]);
    expect([await known(), await known(first), await receive()]).toEqual([first, first, ['stored', first]]);
    expect(await receive()).toEqual(['stored', first]);
    await installShop(storage, later);
    expect([await known(), await receive()]).toEqual([later, ['stored', later]]);
    await uninstallShop(storage, later);
    expect([await known(), await receive()]).toEqual([first, ['stored', first]]);
  });

  test('a shop that is renamed once more is not sought under the name between', async () => {
    await rename();
    expect(await receive()).toEqual(['stored', first]);
    await rename(null);
    expect([await known(), await receive()]).toEqual([null, ['ignored', null]]);
  });

  test('what a shop does not take in, and what it hears of after it left, is the same under either address', async () => {
    await rename();
    expect(await receive('orders/create')).toEqual(['ignored', null]);
    await uninstallShop(storage, first);
    expect(await receive()).toEqual(['ignored', null]);
    expect(await receive('shop/redact')).toEqual(['stored', first]);
  });

  test('a signed body about a whole shop is known by its number before its new name is', async () => {
    expect(await receive('customers/redact', id)).toEqual(['ignored', null]);
    await sql`update shop set shopify_id = ${id}`.execute(storage.db);
    expect(await receive('customers/redact', id)).toEqual(['stored', first]);
    expect(await receive('customers/redact', '1')).toEqual(['ignored', null]);
  });

  test('a row under another name is one of the same shop unless Shopify’s numbers differ', async () => {
    await installShop(storage, later);
    const others = () => Promise.all([first, later].map((shop) => otherRowsOf(storage.db, shop)));
    expect(await others()).toEqual([[], []]);
    await rename();
    expect(await others()).toEqual([[later], [first]]);
    const numbered = (shop: string, number: string) =>
      sql`update shop set shopify_id = ${number} where shop = ${shop}`.execute(storage.db);
    await numbered(first, id);
    expect(await others()).toEqual([[later], [first]]);
    await numbered(later, '1');
    expect(await others()).toEqual([[], []]);
    await rename(null);
    await numbered(later, id);
    expect(await others()).toEqual([[later], [first]]);
  });

  test('the tokens of all rows of one shop are those of the latest that has the app, and what comes of them is told of all', async () => {
    const { db } = storage;
    await installShop(storage, later);
    const keepers = () => Promise.all([first, later].map((shop) => tokenRowOf(db, shop)));
    const reconnect = async () => {
      const rows = await db.selectFrom('shop').select(['shop', 'reconnect']).orderBy('shop').execute();
      return rows.map((row) => row.reconnect);
    };
    expect(await keepers()).toEqual([first, later]);
    await refuse(first);
    expect(await reconnect()).toEqual([true, false]);
    await sql`update shop set shopify_id = ${id}`.execute(db);
    expect(await keepers()).toEqual([later, later]);
    await refuse(first);
    expect(await reconnect()).toEqual([false, false]);
    await refuse(later);
    expect(await reconnect()).toEqual([true, true]);
    await installShop(storage, later);
    expect(await reconnect()).toEqual([false, false]);
    await uninstallShop(storage, later);
    expect([await keepers(), await tokenRowOf(db, 'nobody' as ShopDomain)]).toEqual([[first, later], 'nobody']);
  });

  test('an uninstall takes all rows of a shop or none, by the tokens of that which keeps them', async () => {
    const { db, shops } = storage;
    await installShop(storage, later);
    await sql`update shop set shopify_id = ${id}`.execute(db);
    const here = () => shops.installedShops().then((rows) => rows.toSorted());
    await shops.markUninstalled([later, first]);
    expect(await here()).toEqual([first, later]);
    await refuse(later);
    await shops.markUninstalled([later, first]);
    expect(await here()).toEqual([]);
    expect(await storage.tokens.load(first)).toBeNull();
  });

  test('a body in the inbox of a renamed shop can be opened there', async () => {
    await rename();
    await receive();
    const bodies: (string | undefined)[] = [];
    await storage.inbox.dispatch(10, ({ body }) => {
      bodies.push(body?.toString());
      return { kind: 'unusable', why: 'read' };
    });
    expect(bodies).toEqual(['{}']);
  });
});
