import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { reason } from '#deliveries/reasons.ts';
import { notCancelled } from '#deliveries/run/cancellation.ts';
import { claimDigest, postponeDigest, settleDigest } from './digest-store.ts';
import { Cipher } from './encryption.ts';
import { readUntold, readWhatWaits } from './mail-news.ts';
import type { Storage } from './open-storage.ts';
import { deliveryRecord, orderRecord } from './panel/testing/seed-orders.ts';
import { readFlags } from './panel/what-waits.ts';
import { refreshConditions, settleConditions, untoldConditions } from './shop-conditions.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';

const gapMs = 900_000;

describe.each(engines)('on %s', (engine) => {
  let storage: Storage & { url: string | undefined };
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  /** A shop with an address and one order that waits for a person. */
  async function shopInTrouble(name: string) {
    const shop = await installShop(storage, `${name}.myshopify.com`);
    await storage.shops.saveSettings(shop, {
      ...defaultSettings,
      notifications: { ...defaultSettings.notifications, email: `${name}@shop.example` },
    });
    await storage.db
      .insertInto('mail_address')
      .values({ shop, email: `${name}@shop.example`, confirmed_at: new Date() })
      .execute();
    const order = orderRecord(shop, 3);
    const delivery = deliveryRecord(order, 0);
    const said = `${delivery.request.dropoff_contact_name} is not known at ${delivery.request.dropoff_address}.`;
    const why = reason('refused_by_service', {}, { serviceMessage: said });
    await storage.orders.change(shop, order.orderId, () => ({
      change: {
        order: { ...order, state: 'needs_attention', reason: why },
        deliveries: [{ ...delivery, state: 'needs_attention', reason: why }],
      },
      result: null,
    }));
    return shop;
  }

  test('of many at once one gets the shop, and the words of the service without the buyer', async () => {
    const shop = await shopInTrouble('race');
    const second = engine === 'server' && storage.url ? await openTestStorage(engine, { url: storage.url }) : storage;
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, index) => claimDigest(index % 2 === 0 ? storage : second, gapMs)),
    );
    if (second !== storage) await second.close();
    const held = claims.filter((claim) => claim !== null);
    expect(held).toMatchObject([{ shop, email: 'race@shop.example', waiting: 1, hold: null, conditions: [] }]);
    expect(held[0]?.orders).toMatchObject([{ orderName: '#1003', reason: { code: 'refused_by_service' } }]);
    expect(held[0]?.orders[0]?.words).toBe('••• is not known at •••.');
  });

  test('what stands still is known once, told of, and forgotten when it has ended', async () => {
    const shop = await shopInTrouble('still');
    const reconnect = (value: boolean) =>
      storage.db.updateTable('shop').set({ reconnect: value }).where('shop', '=', shop).execute();
    await reconnect(true);
    await Promise.all([refreshConditions(storage.db), refreshConditions(storage.db)]);
    const told = await untoldConditions(storage.db, shop);
    expect(told).toEqual([{ code: 'reconnect', count: 0, ids: [] }]);
    await settleConditions(storage.db, shop, told);
    await refreshConditions(storage.db);
    expect(await untoldConditions(storage.db, shop)).toEqual([]);
    await reconnect(false);
    await refreshConditions(storage.db);
    await reconnect(true);
    await refreshConditions(storage.db);
    expect(await untoldConditions(storage.db, shop)).toEqual(told);
    await storage.db
      .updateTable('shop')
      .set({ digest_due_at: new Date(Date.now() + gapMs) })
      .execute();
  });

  test('a cancelled driver who may still come is not told of as goods that reached nobody', async () => {
    const shop = await shopInTrouble('comes');
    const order = orderRecord(shop, 3);
    const why = reason('goes_on_all_the_same', { reference: '1003' });
    const delivery = { ...deliveryRecord(order, 0), state: 'cancelled' as const, reason: why, drift: [notCancelled] };
    await storage.orders.change(shop, order.orderId, () => ({
      change: { order: { ...order, state: 'cancelled', reason: null }, deliveries: [delivery] },
      result: null,
    }));
    await refreshConditions(storage.db);
    expect(await untoldConditions(storage.db, shop)).toMatchObject([{ code: 'drift', count: 1 }]);
    const home = await readFlags(storage.db, { domain: shop, accounts: { live: null, test: null } });
    expect(home).toMatchObject({ driftAlarms: 1, undelivered: 0 });
    const changes = [{ orderId: order.orderId, orderName: '#1003', what: 'not_cancelled' }];
    expect((await readUntold(storage, shop)).conditions).toMatchObject([{ code: 'drift', changes }]);
    expect((await readWhatWaits(storage, shop)).conditions).toMatchObject([{ code: 'drift', changes }]);
    const cipher = new Cipher({ keys: [{ id: 'other', secret: Buffer.alloc(32, 9) }] });
    const unread = await readUntold({ db: storage.db, cipher }, shop);
    expect(unread.conditions).toMatchObject([{ changes: [{ orderName: '#1003', what: null }] }]);
    await settleConditions(storage.db, shop, await untoldConditions(storage.db, shop));
  });

  test('a shop that cannot be told now holds up no other', async () => {
    const first = await shopInTrouble('first');
    const second = await shopInTrouble('second');
    const claimed = [await claimDigest(storage, gapMs), await claimDigest(storage, gapMs)];
    expect(claimed.map((claim) => claim?.shop).sort()).toEqual([first, second]);
    await postponeDigest(storage.db, first, { leastMs: 0, mostMs: gapMs });
    const again = await claimDigest(storage, gapMs);
    expect(again?.shop).toBe(first);
    if (again) await settleDigest(storage.db, again, 0);
    expect(await claimDigest(storage, gapMs)).toBeNull();
  });
});
