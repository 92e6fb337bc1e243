import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { recordDataRequest } from '#storage/data-requests.ts';
import { noteAccess } from '#storage/panel/audit-log.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { NewOrder } from '#store-simulator/state/new-order.ts';
import { courierControl } from '#testing/courier-control.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { sweepNow } from '#testing/sweep-now.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { removeOld } from './retention.ts';

const shop = demoShop as ShopDomain;
const soon = { timeout: 30_000, interval: 100 };
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({ env: { SWEEP_INTERVAL_SECONDS: '3600' } });
});
afterAll(() => world.close());

const db = () => world.app.context.storage.db;

/** An order that came to rest so long ago that it is due to be erased. */
async function oldOrder(order: NewOrder, state: string): Promise<string> {
  const { id } = world.store.addOrder(demoShop, order);
  if (order.paid !== true) world.store.updateOrder(demoShop, id, { note: 'Please call' });
  await world.orderUntil(id, (view) => view.state === state && view.deliveries.every((d) => d.noteWritten));
  await settled();
  await db()
    .updateTable('shop_order')
    .set({ updated_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('order_id', '=', id)
    .execute();
  await sql`update delivery set placed_at = placed_at - interval '31 days' where order_id = ${id}`.execute(db());
  return id;
}

/** Nothing is on its way to the app. */
async function settled(): Promise<void> {
  await vi.waitFor(async () => {
    await world.store.webhooksSettled();
    const open = db().selectFrom('webhook').select('topic').where('state', 'in', ['new', 'dispatched']);
    expect(await open.execute()).toEqual([]);
    const due = await sql`select order_id from order_run where lease_until is not null or next_run_at <= now()`.execute(
      db(),
    );
    expect(due.rows).toEqual([]);
  }, soon);
}

async function removeAllOld(): Promise<void> {
  for (let more: unknown = true; more === true; ) more = await removeOld(world.app.context);
}

/** Until the test ends, the database does not let these rows go. */
async function holdRows(table: string, which: string): Promise<void> {
  await sql`create or replace function stay() returns trigger language plpgsql as
    $$ begin raise exception 'too slow' using errcode = '57014'; end $$`.execute(db());
  await sql`create trigger stay before delete on ${sql.table(table)} for each row when (${sql.raw(which)})
    execute function stay()`.execute(db());
  onTestFinished(async () => void (await sql`drop trigger stay on ${sql.table(table)}`.execute(db())));
}

async function balance(): Promise<Record<string, number>> {
  return ((await world.api('GET', '/api/overview')).body as { last24h: Record<string, number> }).last24h;
}

/** Paid orders that are known as more than an id. */
async function balanced(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from paid_order join shop_order using (shop, order_id) where shop = ${shop}`.execute(
    db(),
  );
  return rows[0]?.n ?? 0;
}

const placementsOf = async (number: number) =>
  (await world.placements()).filter((body) => body['order_reference'] === String(number));

test('an unpaid order that retention erased comes back when it is paid, and is counted', async () => {
  const id = await oldOrder(orderKinds.unpaid(), 'skipped');
  await removeAllOld();
  expect(await world.orderView(id)).toBeNull();
  world.store.updateOrder(demoShop, id, { note: 'Still not paid' });
  await settled();
  expect(await world.orderView(id)).toBeNull();

  world.store.payOrder(demoShop, id);
  const view = await world.orderUntil(id, ({ state }) => state === 'placed');
  expect(await placementsOf(view.orderNumber ?? 0)).toHaveLength(1);
  const counted = await db().selectFrom('paid_order').select('order_id').where('shop', '=', shop).execute();
  expect(counted.map(({ order_id }) => order_id)).toContain(id);
  await vi.waitFor(async () => {
    expect(await balance()).toMatchObject({ paid: await balanced(), unexplained: 0 });
  }, soon);
});

test('the sweep brings such an order back where the webhook of its payment was lost', async () => {
  const id = await oldOrder(orderKinds.unpaid(), 'skipped');
  await removeAllOld();
  world.store.payOrder(demoShop, id);
  await settled();
  const { db: tables } = world.app.context.storage;
  // As if no webhook had come: the order, its webhooks and its tombstone stand as the retention left them.
  for (const table of ['attempt', 'delivery', 'webhook', 'paid_order', 'shop_order'] as const)
    await tables.deleteFrom(table).where('order_id', '=', id).execute();
  await sql`insert into redaction (shop, order_id, until_paid) values (${shop}, ${id}, true) on conflict do nothing`.execute(
    tables,
  );
  expect(await world.orderView(id)).toBeNull();
  await sweepNow(world, shop);
  await world.orderUntil(id, ({ state }) => state === 'placed');
});

test('a paid order that retention erased stays erased, and so does one that a privacy request erased', async () => {
  const placed = await oldOrder(orderKinds.paid(), 'placed');
  await removeAllOld();
  world.store.updateOrder(demoShop, placed, { tags: ['seen'] });
  const asked = world.store.addOrder(
    demoShop,
    orderKinds.unpaid({ customer: { firstName: 'Once', lastName: 'Here' } }),
  );
  world.store.updateOrder(demoShop, asked.id, { note: 'Please call' });
  await world.orderUntil(asked.id, ({ state }) => state === 'skipped');
  world.store.redactCustomer(demoShop, world.store.order(demoShop, asked.id).customerId ?? '');
  await vi.waitFor(async () => expect(await world.orderView(asked.id)).toBeNull(), soon);
  world.store.payOrder(demoShop, asked.id);
  await settled();
  await sweepNow(world, shop);
  await settled();
  for (const id of [placed, asked.id]) expect(await world.orderView(id)).toBeNull();
  expect(await placementsOf(asked.number)).toEqual([]);
});

test('what Shopify signed without naming a shop is kept no longer than what names one', async () => {
  const body = '{"customer":{"first_name":"Nameless"}}';
  const hmac = createHmac('sha256', world.app.context.config.shopify.apiSecret).update(body).digest('base64');
  const headers = { 'X-Shopify-Hmac-Sha256': hmac, 'X-Shopify-Topic': 'orders/paid' };
  expect((await fetch(`${world.appUrl}/api/webhooks`, { method: 'POST', headers, body })).status).toBe(200);
  const rows = () => db().selectFrom('webhook').select('why').where('shop', '=', '').execute();
  const storedDaysAgo = (days: number) =>
    db()
      .updateTable('webhook')
      .set({ received_at: new Date(Date.now() - days * 86_400_000) })
      .where('shop', '=', '')
      .execute();
  await storedDaysAgo(6);
  await removeAllOld();
  expect(await rows()).toEqual([{ why: 'headers_missing' }]);
  await storedDaysAgo(8);
  await removeAllOld();
  expect(await rows()).toEqual([]);
});

test('what waits for a shop that is to be connected again loses its body in time, not its place', async () => {
  const asleep = 'asleep.myshopify.com' as ShopDomain;
  const { inbox } = world.app.context.storage;
  onTestFinished(async () => {
    for (const table of ['webhook', 'order_run', 'shop'] as const)
      await db().deleteFrom(table).where('shop', '=', asleep).execute();
  });
  await db().insertInto('shop').values({ shop: asleep, installed_at: new Date(), reconnect: true }).execute();
  const news = { topic: 'orders/paid', triggeredAt: null, unusable: null };
  for (const id of [4711, 4712]) {
    const body = Buffer.from(JSON.stringify({ id, email: 'buyer@example.com', financial_status: 'paid' }));
    await inbox.receive({ shop: asleep, webhookId: `${id}`, body, ...news });
  }
  const rows = async () => {
    const { rows: found } = await sql`select state, payload_sealed is not null as body from webhook
      where shop = ${asleep} order by webhook_id`.execute(db());
    return found;
  };
  const [kept, erased] = [true, false].map((body) => ({ state: 'dispatched', body }));
  await expect.poll(rows).toEqual([kept, kept]);
  await sql`update webhook set received_at = now() - case webhook_id when '4711' then 8 else 6 end * interval '1 day'
    where shop = ${asleep}`.execute(db());
  await removeAllOld();
  expect(await rows()).toEqual([erased, kept]);
});

test('who looked at an order stays known for a year, not at which one', async () => {
  const id = await oldOrder(orderKinds.paid(), 'placed');
  await world.api('GET', `/api/orders/${id}`);
  const rows = () =>
    db().selectFrom('access_log').select(['order_id', 'what']).where('actor', '=', 'staff 7').execute();
  await noteAccess(db(), shop, { actor: 'staff 7', what: 'order', orderId: id as OrderId });
  await removeAllOld();
  expect(await rows()).toEqual([{ order_id: null, what: 'order' }]);
  expect(await db().selectFrom('access_log').select('id').where('order_id', '=', id).execute()).toEqual([]);
  const overAYear = new Date(Date.now() - 366 * 86_400_000);
  await db().updateTable('access_log').set({ at: overAYear }).where('actor', '=', 'staff 7').execute();
  await removeAllOld();
  expect(await rows()).toEqual([]);
});

/** More views that are a year old than a round takes. */
async function manyOldViews(): Promise<void> {
  await sql`insert into access_log (shop, at, actor, what)
    select ${shop}, now() - interval '366 days', 'staff 8', 'order' from generate_series(1, 10001)`.execute(db());
}

test('a round ends with more to do where more views are a year old than it takes at once', async () => {
  await manyOldViews();
  expect([await removeOld(world.app.context), await removeOld(world.app.context)]).toEqual([true, false]);
  expect(await db().selectFrom('access_log').select('id').where('actor', '=', 'staff 8').execute()).toEqual([]);
});

test('many old views keep what names no shop no longer', async () => {
  await manyOldViews();
  await sql`insert into webhook (shop, webhook_id, topic, state, received_at)
    values ('', 'nameless', 'orders/paid', 'quarantined', now() - interval '8 days')`.execute(db());
  expect(await removeOld(world.app.context)).toBe(true);
  expect(await db().selectFrom('webhook').select('id').where('shop', '=', '').execute()).toEqual([]);
  await removeAllOld();
});

test('a shop that left loses its keys at once, and everything after 30 days, also where Shopify asks for nothing', async () => {
  const { shops } = world.app.context.storage;
  const left = async (domain: string, days: number) => {
    await db().insertInto('shop').values({ shop: domain }).execute();
    await shops.saveKeys(domain as ShopDomain, { live: 'a-live-key-0001' });
    await shops.saveKeys(domain as ShopDomain, { test: 'a-test-key-0001' });
    await shops.markUninstalled([domain as ShopDomain]);
    const at = new Date(Date.now() - days * 86_400_000);
    await db().updateTable('shop').set({ installed_at: at, uninstalled_at: at }).where('shop', '=', domain).execute();
  };
  await left('long-gone.myshopify.com', 31);
  await left('just-gone.myshopify.com', 29);
  const { rows: kept } = await sql`select shop from shop where shop like '%-gone.myshopify.com'
    and live_key_sealed is null and test_key_sealed is null and live_last4 is null`.execute(db());
  expect(kept).toHaveLength(2);
  await removeAllOld();
  expect((await shops.everyShop()).filter((domain) => domain.endsWith('-gone.myshopify.com'))).toEqual([
    'just-gone.myshopify.com',
  ]);
});

test('what came in while its shop was erased does not stay behind', async () => {
  const gone = 'erased-meanwhile.myshopify.com' as ShopDomain;
  const request = { key: '1', customerId: '7001', orderIds: [], requestedAt: new Date() };
  await recordDataRequest(db(), gone, request);
  await removeAllOld();
  expect(await db().selectFrom('data_request').select('id').where('shop', '=', gone).execute()).toEqual([]);
});

test('what waits for a person is not erased: a problem, and an alarm', async () => {
  const problem = await oldOrder(orderKinds.noPhone({ paid: true }), 'needs_attention');
  const alarmed = await oldOrder(orderKinds.paid(), 'placed');
  world.store.updateOrder(demoShop, alarmed, { shippingAddress: { address1: '99 Long Street' } });
  await world.orderUntil(alarmed, ({ deliveries }) => deliveries.some(({ drift }) => drift.length > 0));
  await db()
    .updateTable('shop_order')
    .set({ updated_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('order_id', 'in', [problem, alarmed])
    .execute();
  await removeAllOld();
  expect(await world.orderView(problem)).toMatchObject({ state: 'needs_attention' });
  expect(await world.orderView(alarmed)).toMatchObject({ state: 'placed' });
});

test('a round takes some of each shop, so that one with much to erase keeps no other waiting', async () => {
  const { db: tables } = world.app.context.storage;
  const shops = ['many.myshopify.com', 'few.myshopify.com'] as const;
  for (const [index, domain] of shops.entries()) {
    await sql`insert into shop (shop, installed_at) values (${domain}, now())`.execute(tables);
    await sql`insert into shop_order (shop, order_id, number, name, state, test_order, paid, processed_at, shopify_updated_at,
        note_hash, private, first_seen_at, updated_at)
      select ${domain}, n::text, n, '#' || n, 'placed', false, true, now(), now(), '', '', now(), now() - interval '40 days'
      from generate_series(1, ${index === 0 ? 2_500 : 3}) n`.execute(tables);
  }
  const left = async (domain: string) => {
    const { rows } = await sql<{
      n: number;
    }>`select (select count(*) from shop_order where shop = ${domain})::int4
        + (select count(*) from order_search where shop = ${domain})::int4 as n`.execute(tables);
    return rows[0]?.n;
  };
  expect(await removeOld(world.app.context)).toBe(true);
  expect(await left(shops[1])).toBe(0);
  expect(await left(shops[0])).toBeGreaterThan(0);
  await removeAllOld();
  expect(await left(shops[0])).toBe(0);
});

test('a shop whose rows the database does not let go keeps no other from being erased', async () => {
  const tables = db();
  for (const domain of ['a-stuck.myshopify.com', 'b-stuck-left.myshopify.com', 'c-free.myshopify.com']) {
    const left = domain.includes('left') ? sql`now() - interval '31 days'` : null;
    await sql`insert into shop (shop, installed_at, uninstalled_at) values (${domain}, now(), ${left})`.execute(tables);
    await sql`insert into shop_order (shop, order_id, number, name, state, test_order, paid, processed_at, shopify_updated_at,
        note_hash, private, first_seen_at, updated_at)
      values (${domain}, '1', 1, '#1', 'placed', false, true, now(), now(), '', '', now(), now() - interval '40 days')`.execute(
      tables,
    );
  }
  await holdRows('shop_order', `old.shop like '%-stuck%'`);
  await removeAllOld();
  const { rows } = await sql<{ shop: string }>`select shop from shop_order where shop like '_-%' order by shop`.execute(
    tables,
  );
  expect(rows.map(({ shop }) => shop)).toEqual(['a-stuck.myshopify.com', 'b-stuck-left.myshopify.com']);
});

test('what is of no shop and cannot be removed keeps neither the rest nor a shop from being erased', async () => {
  const [tables, domain] = [db(), 'waits-behind.myshopify.com'];
  await sql`insert into worker_heartbeat (worker, at) values ('stuck', now() - interval '2 days')`.execute(tables);
  await sql`insert into access_log (shop, at, actor, what)
    values (${shop}, now() - interval '366 days', 'stuck', 'order')`.execute(tables);
  const left = new Date(Date.now() - 31 * 86_400_000);
  await tables.insertInto('shop').values({ shop: domain, installed_at: left, uninstalled_at: left }).execute();
  await holdRows('worker_heartbeat', `old.worker = 'stuck'`);
  await holdRows('access_log', `old.actor = 'stuck'`);
  const { storage, logger } = world.app.context;
  const lines: unknown[] = [];
  await removeOld({ storage, logger: { ...logger, error: (...line) => void lines.push(line) } });
  expect(lines).toEqual(
    ['heartbeats', 'views'].map((outcome) => ['what is old could not be removed', { code: '57014', outcome }]),
  );
  expect(await storage.shops.everyShop()).not.toContain(domain);
});

test.each([
  // Booked on Friday after hours, for Monday: a day and an hour later nothing has touched it.
  ['for which the service named a slot', sql`now() + interval '40 hours'`, sql`now() + interval '42 hours'`],
  ['without a slot', sql`null`, sql`null`],
])(
  'an order whose driver is still to come, %s, is not erased, however short the retention',
  async (_name, start, end) => {
    const put = await world.api('PUT', '/api/settings', { retention: { days: 1 } });
    expect(put.status).toBe(200);
    onTestFinished(async () => void (await world.api('PUT', '/api/settings', { retention: { days: 30 } })));
    const { id, number } = world.store.addOrder(demoShop, orderKinds.paid());
    await world.orderUntil(id, (view) => view.state === 'placed' && view.deliveries.every((d) => d.noteWritten));
    await settled();
    await sql`update delivery set slot_start = ${start}, slot_end = ${end} where order_id = ${id}`.execute(db());
    await sql`update shop_order set updated_at = now() - interval '25 hours' where order_id = ${id}`.execute(db());
    await removeAllOld();
    world.store.cancelOrder(demoShop, id);
    await settled();
    const deliveries = await courierControl(world.courier.url).deliveries();
    expect(deliveries.find(({ order_reference: reference }) => reference === String(number))?.state).toBe('CANCELLED');
    expect(await world.orderView(id)).toMatchObject({ state: 'cancelled' });
  },
);
