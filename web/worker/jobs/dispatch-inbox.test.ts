import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { createLogger } from '#runtime/logger.ts';
import { readFigures } from '#storage/figures.ts';
import type { IncomingWebhook } from '#storage/inbox.ts';
import type { Storage } from '#storage/open-storage.ts';
import { engines, installShop, openTestStorage } from '#storage/testing/engines.ts';
import { dispatchInbox, readWebhook } from './dispatch-inbox.ts';

const logger = createLogger('silent');

async function twoShops(engine: (typeof engines)[number]) {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close());
  const busy = await installShop(storage, 'busy.myshopify.com');
  const quiet = await installShop(storage, 'quiet.myshopify.com');
  return { storage, busy, quiet };
}

test('handing on a webhook reads none of the thousands that were handed on before', async () => {
  const { storage, quiet } = await twoShops('server');
  const { db } = storage;
  await sql`insert into webhook (shop, webhook_id, topic, state)
    select ${quiet}, n::text, 'orders/paid', 'done' from generate_series(1, 5000) as n`.execute(db);
  // One after the other, all use the same connection, which tells the counters what it read.
  const rowsRead = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{
      read: string;
    }>`select pg_stat_get_tuples_returned('webhook'::regclass) as read`.execute(db);
    return Number(rows[0]?.read);
  };
  const before = await rowsRead();
  await receive(storage, quiet, 'orders/paid', 1);
  await dispatchInbox({ storage, logger });
  expect((await rowsRead()) - before).toBeLessThan(100);
  expect(await newOf(storage, quiet)).toBe(0);
});

test('a webhook that a process with a newer key took in waits for one that has the key', async () => {
  const [old, fresh] = ['old', 'fresh'].map((id) => ({ id, secret: randomBytes(32) }));
  if (!old || !fresh) throw new Error('no keys');
  const behind = await openTestStorage('server', { encryption: { keys: [old] } });
  onTestFinished(() => behind.close());
  const shop = await installShop(behind, 'rotating.myshopify.com');
  const ahead = await openTestStorage('server', {
    encryption: { keys: [fresh, old] },
    ...(behind.url ? { url: behind.url } : {}),
  });
  onTestFinished(() => ahead.close());
  await receive(ahead, shop, 'orders/paid', 1);
  await receive(ahead, shop, 'app/uninstalled', 2);
  await receive(behind, shop, 'orders/paid', 3);
  await sql`update webhook set payload_sealed = substring(payload_sealed from 1 for 60) where webhook_id = 'orders/paid 3'`.execute(
    behind.db,
  );
  const states = async () =>
    (await behind.db.selectFrom('webhook').select(['state', 'why']).orderBy('id').execute()).map(
      ({ state, why }) => why ?? state,
    );

  await dispatchInbox({ storage: behind, logger });
  expect(await states()).toEqual(['key_not_at_hand', 'key_not_at_hand', 'cannot_be_opened']);
  expect(await behind.inbox.reopen()).toBe(0);
  expect(await ahead.inbox.reopen()).toBe(2);
  expect(await ahead.inbox.reopen()).toBe(0);
  await dispatchInbox({ storage: ahead, logger });
  expect(await states()).toEqual(['dispatched', 'dispatched', 'cannot_be_opened']);
});

test.each(engines)('what an analysis for fraud found waits with its order on %s', async (engine) => {
  const { storage, quiet } = await twoShops(engine);
  const analysis = { order_id: 7, risk_level: 'high' };
  await storage.inbox.receive(webhookOf(quiet, 'orders/risk_assessment_changed', 1, analysis));
  await receive(storage, quiet, 'orders/updated', 7);
  await dispatchAll(storage);
  const { webhooks } = await storage.orders.load(quiet, '7' as OrderId);
  expect(webhooks).toMatchObject([{ fraudRisk: 'high', payloadUpdatedAt: null }, { fraudRisk: null }]);
});

function webhookOf(shop: ShopDomain, topic: string, id: number, more: object = {}): IncomingWebhook {
  const body = topic.startsWith('orders/')
    ? { id, admin_graphql_api_id: `gid://shopify/Order/${id}` }
    : { domain: shop };
  return {
    shop,
    webhookId: `${topic} ${id}`,
    topic,
    triggeredAt: null,
    body: Buffer.from(JSON.stringify({ ...body, ...more })),
    unusable: null,
  };
}

async function receive({ inbox }: Storage, shop: ShopDomain, topic: string, id: number): Promise<void> {
  await inbox.receive(webhookOf(shop, topic, id));
}

/** Orders 1 to `count` of a shop, paid at the same time. */
async function receiveFlood(storage: Storage, shop: ShopDomain, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => receive(storage, shop, 'orders/paid', index + 1)));
}

/** Hands on what can be handed on, as the worker does. */
async function dispatchAll(storage: Storage): Promise<void> {
  while (await dispatchInbox({ storage, logger }));
}

async function newOf({ db }: Storage, shop: ShopDomain): Promise<number> {
  const rows = await db
    .selectFrom('webhook')
    .select('id')
    .where('shop', '=', shop)
    .where('state', '=', 'new')
    .execute();
  return rows.length;
}

async function whyQuarantined({ db }: Storage): Promise<(string | null)[]> {
  const rows = await db.selectFrom('webhook').select('why').where('state', '=', 'quarantined').orderBy('id').execute();
  return rows.map(({ why }) => why);
}

async function readyOf({ db }: Storage, shop: ShopDomain): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from order_run
    where shop = ${shop} and lease_until is null and next_run_at <= now()`.execute(db);
  return rows[0]?.count ?? 0;
}

describe.each(engines)('on %s', (engine) => {
  test("a shop's flood keeps another shop's order waiting for no batch, and every order becomes due once", async () => {
    const { storage, busy, quiet } = await twoShops(engine);
    await receiveFlood(storage, busy, 350);
    await receiveFlood(storage, busy, 50);
    await receive(storage, quiet, 'orders/updated', 1_000);
    await receive(storage, quiet, 'orders/paid', 1_001);
    await receive(storage, busy, 'app/uninstalled', 1);
    await dispatchInbox({ storage, logger });
    expect(await readyOf(storage, quiet)).toBe(1);
    expect(await newOf(storage, busy)).toBeGreaterThan(250);
    await dispatchAll(storage);
    expect(await readyOf(storage, quiet)).toBe(2);
    expect(await readyOf(storage, busy)).toBe(350);
    expect(await storage.inbox.shopWebhooks(10)).toMatchObject([{ topic: 'app/uninstalled' }]);
    expect(await readFigures(storage.db)).toMatchObject({ jobs: { ready: 352 }, webhooks: 0 });
  });

  test('a signed body dated outside the calendar stops the inbox of nobody', async () => {
    const { storage, busy, quiet } = await twoShops(engine);
    for (const [index, updated_at] of ['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '0000-01-01'].entries()) {
      const body = Buffer.from(JSON.stringify({ id: index + 1, updated_at }));
      await storage.inbox.receive({ ...webhookOf(busy, 'orders/paid', index + 1), body });
    }
    await receive(storage, quiet, 'orders/paid', 1_000);
    await dispatchAll(storage);
    expect(await newOf(storage, busy)).toBe(0);
    expect(await readyOf(storage, busy)).toBe(3);
    expect(await readyOf(storage, quiet)).toBe(1);
  });

  test('a webhook that the database cannot hold is refused alone', async () => {
    const { storage, busy, quiet } = await twoShops(engine);
    const ids = Array.from({ length: 20 }, (_, index) => index);
    const before = ids.slice(0, 10).map((id) => receive(storage, quiet, 'orders/paid', id));
    const bad = storage.inbox.receive({ ...webhookOf(busy, 'orders/paid', 1), topic: 'a\u0000b' });
    const after = ids.slice(10).map((id) => receive(storage, quiet, 'orders/paid', id));
    await expect(bad).rejects.toThrow();
    await Promise.all([...before, ...after]);
    expect(await newOf(storage, quiet)).toBe(20);
  });

  test('a row that cannot be handed on is quarantined alone', async () => {
    const { storage, busy, quiet } = await twoShops(engine);
    await receive(storage, busy, 'orders/paid', 1);
    await receive(storage, quiet, 'orders/paid', 2);
    await receive(storage, busy, 'orders/paid', 3);
    await receive(storage, quiet, 'orders/paid', 4);
    const count = await storage.inbox.dispatch(100, (webhook) => {
      const read = readWebhook(webhook);
      if (read.kind !== 'order') return read;
      if (read.orderId === '1') return { ...read, noteHash: '\u0000' };
      if (read.orderId === '3') throw new Error('a fault of the reader');
      return read;
    });
    expect(count).toBe(4);
    expect(await whyQuarantined(storage)).toEqual(['cannot_be_stored', 'cannot_be_read']);
    expect(await newOf(storage, quiet)).toBe(0);
    expect(await readyOf(storage, quiet)).toBe(2);
    expect(await readyOf(storage, busy)).toBe(0);
  });

  test('a webhook that waits in the inbox counts with its age', async () => {
    const { storage, busy } = await twoShops(engine);
    await receive(storage, busy, 'orders/paid', 1);
    await sql`update webhook set received_at = now() - interval '5 minutes'`.execute(storage.db);
    expect((await readFigures(storage.db)).oldestJobSeconds).toBeGreaterThan(299);
  });
});
