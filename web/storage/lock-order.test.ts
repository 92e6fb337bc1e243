import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { reason } from '#deliveries/reasons.ts';
import { goodHealth } from '#deliveries/service-health.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { type Digest, settleDigest } from './digest-store.ts';
import type { Storage } from './open-storage.ts';
import { deliveryRecord, orderRecord } from './panel/testing/seed-orders.ts';
import { redactShop } from './redact.ts';
import type { Tables } from './schema.ts';
import { installShop, openTestStorage } from './testing/engines.ts';

async function open() {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close());
  return { storage, shop: await installShop(storage, 'locks.myshopify.com') };
}

/** Begins them, one after the other, behind a row that somebody holds, and lets go of it; what each came to. */
async function behind(
  { db }: Storage,
  hold: (trx: Transaction<Tables>) => Promise<unknown>,
  ...all: (() => Promise<unknown>)[]
) {
  const under: Promise<unknown>[] = [];
  await db.transaction().execute(async (trx) => {
    await hold(trx);
    for (const one of all) {
      under.push(one().then(() => 'done', String));
      await pause(200);
    }
  });
  return Promise.all(under);
}

const asked = (shop: ShopDomain, ids: readonly string[]) =>
  ids.map((id) => ({ shop, orderId: id as OrderId, at: null }));
const heldRow = (shop: ShopDomain, id: string) => (trx: Transaction<Tables>) =>
  sql`select from order_run where shop = ${shop} and order_id = ${id} for update`.execute(trx);

test('news of orders that run, and the leases of their runs', async () => {
  const { storage, shop } = await open();
  const { runs, db } = storage;
  await runs.ask(db, asked(shop, ['101', '102', '103']));
  const underWay = await runs.claim(10);
  const [first, middle, last] = ['101', '102', '103'].map((id) => underWay.find(({ orderId }) => orderId === id));
  if (!first || !middle || !last) throw new Error('not claimed');
  const outcomes = await behind(
    storage,
    heldRow(shop, '102'),
    () => runs.ask(db, asked(shop, ['101', '102', '103'])),
    // As they were claimed, in whatever order.
    () => runs.extend([last, first]),
  );
  expect(outcomes).toEqual(['done', 'done']);
});

test('settings that are saved, and news of two orders that wait', async () => {
  const { storage, shop } = await open();
  const { runs, db, orders, shops } = storage;
  const seed = async (index: number, over: object) => {
    const order = { ...orderRecord(shop, index), ...over };
    await orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
    return order.orderId;
  };
  const held = await seed(1, { state: 'held', waitsFor: { kind: 'settings' } });
  const lacks = await seed(2, { state: 'needs_attention', waitsFor: { kind: 'order' } });
  expect(held < lacks).toBe(true);
  const outcomes = await behind(
    storage,
    (trx) => sql`select from shop_order where shop = ${shop} and order_id = ${lacks} for update`.execute(trx),
    () => shops.wakeWaiting(shop, 0),
    () => runs.ask(db, asked(shop, [held, lacks])),
  );
  expect(outcomes).toEqual(['done', 'done']);
});

/** The service refused the shop's key. */
async function refused() {
  const { storage, shop } = await open();
  const { shops } = storage;
  await shops.saveKeys(shop, { live: 'the-old-key' });
  const account = (await shops.shop(shop))?.accounts.live?.account ?? '';
  await shops.saveKeyCheck(shop, 'live', { account, kind: 'key' });
  await shops.changeHealth(shop, 'live', () => ({ health: { ...goodHealth, hold: 'key' }, result: null }));
  const hold = (trx: Transaction<Tables>) => sql`select from gate where shop = ${shop} for update`.execute(trx);
  const taken = () =>
    shops.changeHealth(shop, 'live', (health) => ({ health: { ...health, hold: null }, result: null }));
  const digest = { shop, orders: [], hold: 'key', conditions: [] } as unknown as Digest;
  const others = {
    'a new key': () => shops.saveKeys(shop, { live: 'the-new-key' }),
    'an e-mail that told of it': () => settleDigest(storage.db, digest, 0),
  };
  return { storage, hold, taken, others };
}

test.each(['a new key', 'an e-mail that told of it'] as const)(
  'a refused key that the service takes again, and %s, wait for each other never',
  async (name) => {
    const { storage, hold, taken, others } = await refused();
    expect(await behind(storage, hold, taken, others[name])).toEqual(['done', 'done']);
  },
);

test('what the service says of a key that is replaced meanwhile is taken in', async () => {
  const { storage, hold, taken, others } = await refused();
  expect(await behind(storage, hold, others['a new key'], taken)).toEqual(['done', 'done']);
});

async function booked() {
  const { storage, shop } = await open();
  const order = { ...orderRecord(shop, 0), state: 'placed' as const };
  const delivery = { ...deliveryRecord(order, 0), lookAt: Date.now() + 3_600_000 };
  const change = { order, deliveries: [delivery], paidAtShopify: true };
  await storage.orders.change(shop, order.orderId, () => ({ change, result: null }));
  const known = await storage.orders.load(shop, order.orderId);
  const write = () =>
    storage.orders.change(
      shop,
      order.orderId,
      ({ deliveries: [now = delivery] }) => ({
        change: { order: { ...order, paidAt: Date.now() }, deliveries: [{ ...now, attempts: 2 }], paidAtShopify: true },
        result: null,
      }),
      { from: known },
    );
  const lookAt = async () =>
    (await storage.db.selectFrom('delivery').select('look_at').where('shop', '=', shop).executeTakeFirstOrThrow())
      .look_at;
  return { storage, shop, order, write, lookAt };
}

test('a key that comes back, and a run that writes what is booked, wait for each other never', async () => {
  const { storage, shop, order, write } = await booked();
  const outcomes = await behind(
    storage,
    (trx) => sql`select from paid_order where shop = ${shop} and order_id = ${order.orderId} for update`.execute(trx),
    write,
    () => storage.shops.saveKeys(shop, { live: 'some-key' }),
  );
  expect(outcomes).toEqual(['done', 'done']);
});

test('what is booked is asked after at once when a key comes back, though a run knew it before', async () => {
  const { storage, shop, order, write, lookAt } = await booked();
  const outcomes = await behind(
    storage,
    heldRow(shop, order.orderId),
    () => storage.shops.saveKeys(shop, { live: 'some-key' }),
    write,
  );
  expect(outcomes).toEqual(['done', 'done']);
  expect((await lookAt())?.getTime()).toBeLessThanOrEqual(Date.now());
});

test('a shop that is erased, and a run that writes what is booked, wait for each other never', async () => {
  const { storage, shop, order, write } = await booked();
  const outcomes = await behind(
    storage,
    (trx) => sql`select from paid_order where shop = ${shop} and order_id = ${order.orderId} for update`.execute(trx),
    () => redactShop(storage, shop, new Date(Date.now() + 3_600_000)),
    write,
  );
  expect(outcomes).toEqual(['done', 'done']);
});

test('a shop that is erased, and a service that is well again, wait for each other never', async () => {
  const { storage, shop } = await open();
  const { shops, orders } = storage;
  const order = { ...orderRecord(shop, 1), state: 'held' as const, waitsFor: { kind: 'service' as const } };
  await orders.change(shop, order.orderId, () => ({ change: { order, paidAtShopify: true }, result: null }));
  await shops.changeHealth(shop, 'live', () => ({ health: { ...goodHealth, hold: 'address' }, result: null }));
  const outcomes = await behind(
    storage,
    (trx) => sql`select from paid_order where shop = ${shop} for update`.execute(trx),
    () => redactShop(storage, shop, new Date(Date.now() + 3_600_000)),
    () => shops.changeHealth(shop, 'live', () => ({ health: goodHealth, wakesWithinMs: 0, result: null })),
  );
  expect(outcomes).toEqual(['done', 'done']);
});

/** Three orders that a person is asked about, among many, and the e-mail that told of them. */
async function told(waits: 'order' | 'service', hold: Digest['hold']) {
  const { storage, shop } = await open();
  const why = reason('refused_by_service', {});
  const waiting = { state: 'needs_attention' as const, reason: why, waitsFor: { kind: waits } };
  const orders = [0, 1, 2].map((index) => ({ ...orderRecord(shop, index), ...waiting }));
  for (const order of orders)
    await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
  const resting = { shop_order: { state: 'placed', waits_for: null, reason: null }, order_run: { next_run_at: null } };
  for (const [table, over] of Object.entries(resting))
    await sql`insert into ${sql.table(table)}
      select (jsonb_populate_record(o, ${JSON.stringify(over)}::jsonb || jsonb_build_object('order_id', (5000000 + n)::text))).*
      from ${sql.table(table)} o, generate_series(1, 20000) n where o.order_id = ${orders[0]?.orderId}`.execute(
      storage.db,
    );
  await sql`analyze`.execute(storage.db);
  const byKey = orders.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1));
  const named = byKey.toReversed().map(({ orderId }) => ({ orderId, orderName: orderId, reason: why, words: null }));
  const digest = { shop, orders: named, hold, conditions: [] } as unknown as Digest;
  return { storage, shop, byKey, settle: () => settleDigest(storage.db, digest, 0) };
}

test.each(['before', 'after'])('an e-mail that told of orders, begun %s what wakes them, waits never', async (when) => {
  const { storage, shop, byKey, settle } = await told('order', null);
  const both = [settle, () => storage.shops.wakeLacking(shop, 0)];
  const outcomes = await behind(
    storage,
    (trx) =>
      sql`select from shop_order where shop = ${shop} and order_id = ${byKey[1]?.orderId} for update`.execute(trx),
    ...(when === 'before' ? both : both.toReversed()),
  );
  expect(outcomes).toEqual(['done', 'done']);
});

test('an e-mail that told of the only orders there are, stored last first, locks them in the order of their keys', async () => {
  const { storage, shop } = await open();
  const why = reason('refused_by_service', {});
  const waiting = { state: 'needs_attention' as const, reason: why, waitsFor: { kind: 'order' as const } };
  const byKey = [0, 1, 2]
    .map((index) => ({ ...orderRecord(shop, index), ...waiting }))
    .toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1));
  for (const order of byKey.toReversed())
    await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
  const orders = byKey.map(({ orderId }) => ({ orderId, orderName: orderId, reason: why, words: null }));
  const digest = { shop, orders, hold: null, conditions: [] } as unknown as Digest;
  const outcomes = await behind(
    storage,
    heldRow(shop, byKey[1]?.orderId ?? ''),
    () => settleDigest(storage.db, digest, 0),
    () => storage.shops.wakeLacking(shop, 0),
  );
  expect(outcomes).toEqual(['done', 'done']);
});

test('an e-mail that told of orders and of a wrong address, a service that is well again, and a run', async () => {
  const { storage, shop, byKey, settle } = await told('service', 'address');
  const [first, order] = byKey;
  if (!first || !order) throw new Error('not seeded');
  await storage.shops.changeHealth(shop, 'live', () => ({ health: { ...goodHealth, hold: 'address' }, result: null }));
  const from = await storage.orders.load(shop, order.orderId);
  const change = { order: { ...order, updatedAt: Date.now() } };
  const outcomes = await behind(
    storage,
    heldRow(shop, first.orderId),
    () => storage.shops.changeHealth(shop, 'live', () => ({ health: goodHealth, wakesWithinMs: 0, result: null })),
    settle,
    () => storage.orders.change(shop, order.orderId, () => ({ change, result: null }), { from }),
  );
  expect(outcomes).toEqual(['done', 'done', 'done']);
});
