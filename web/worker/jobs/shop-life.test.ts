import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sweepShop } from '#deliveries/run/reconcile.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { webhookTopics } from '#shopify/topics.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld, liveKey } from '#testing/local-world.ts';
import { sweepNow } from '#testing/sweep-now.ts';
import { startTestWorld } from '#testing/test-world.ts';

const otherShop = 'other-shop.myshopify.com' as ShopDomain;
const comingShop = 'coming-and-going.myshopify.com' as ShopDomain;
const soon = { timeout: 30_000, interval: 100 };
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({
    env: { SWEEP_INTERVAL_SECONDS: '3600' },
    store: {
      throttle: null,
      shops: [demoShop, otherShop, comingShop].map((domain) => ({
        domain,
        name: domain,
        ianaTimezone: 'Africa/Johannesburg',
        currency: 'ZAR',
      })),
    },
  });
  await keyed(otherShop, 'OTHER-');
  await keyed(comingShop, 'COMING-');
});
// A shop is compared by itself once it is installed: while that goes on, nobody else may compare it.
beforeEach(() =>
  vi.waitFor(async () => {
    const { rows } = await sql`select shop from shop where installed_at is not null and uninstalled_at is null
      and (swept_at is null or sweep_lease_until > clock_timestamp())`.execute(storage().db);
    expect(rows).toEqual([]);
  }, soon),
);
afterAll(() => world.close());

const keyed = async (shop: string, prefix: string) => {
  const settings = { courier: { apiKey: liveKey }, reference: { prefix } };
  expect((await world.api('PUT', '/api/settings', settings, shop)).status).toBe(200);
};
const storage = () => world.app.context.storage;
const shopRecord = (shop: ShopDomain) => storage().shops.shop(shop);

const placed = (orderId: string, shop: string) =>
  vi.waitFor(async () => {
    const view = await world.orderView(orderId, shop);
    expect(view?.deliveries[0]?.noteWritten).toBe(true);
    return view;
  }, soon);

/** Nothing is on its way, and nothing is left to do that could bring something on its way again. */
async function drained(): Promise<void> {
  // Twice, because the echo of what a run wrote at its end may be on its way while nothing else is left.
  await vi.waitFor(nothingLeft, soon);
  await vi.waitFor(nothingLeft, soon);
}

async function nothingLeft(): Promise<void> {
  await world.store.webhooksSettled();
  const { db } = storage();
  const open = await db
    .selectFrom('webhook')
    .select(['shop', 'topic', 'order_id', 'state'])
    .where('state', 'in', ['new', 'dispatched'])
    .execute();
  const { rows: jobs } = await sql`
    select order_id from order_run where lease_until is not null or next_run_at <= now()`.execute(db);
  expect([...open, ...jobs]).toEqual([]);
}

/** Of the topics about fulfilment orders, which are one to the app, two. */
const topics = webhookTopics.filter((topic) => !/^fulfillment_orders\/(?!moved|order_routing_complete)/.test(topic));

/** All that a replay could change. */
async function standing() {
  const { db } = storage();
  return {
    shops: await db
      .selectFrom('shop')
      .select(['shop', 'installed_at', 'uninstalled_at', 'reconnect', 'settings'])
      .orderBy('shop')
      .execute(),
    orders: await db.selectFrom('shop_order').select(['shop', 'order_id', 'state']).orderBy('order_id').execute(),
    deliveries: await db
      .selectFrom('delivery')
      .select(['shop', 'order_reference', 'state', 'delivery_id'])
      .orderBy('order_reference')
      .execute(),
    redactions: await db.selectFrom('redaction').select(['shop', 'order_id']).orderBy('order_id').execute(),
    requests: await db.selectFrom('audit').select(['shop', 'detail']).where('action', '=', 'data_request').execute(),
    placements: (await world.placements()).length,
  };
}

const patient = { timeout: 240_000 };

test(
  'security 3: a captured body of any topic replayed under any other shop or topic changes nothing',
  patient,
  async () => {
    const { store } = world;
    const log = () => [...store.webhookLog(demoShop), ...store.webhookLog(comingShop)];
    const earlier = new Set(log());
    const kept = store.addOrder(demoShop, orderKinds.paid());
    const erased = store.addOrder(demoShop, orderKinds.paid({ customer: { firstName: 'Once', lastName: 'Here' } }));
    await placed(kept.id, demoShop);
    await placed(erased.id, demoShop);
    store.updateOrder(demoShop, kept.id, { tags: ['seen'] });
    store.requestCustomerData(demoShop, store.order(demoShop, kept.id).customerId ?? '');
    store.redactCustomer(demoShop, store.order(demoShop, erased.id).customerId ?? '');
    store.redactShop(comingShop);
    await drained();
    store.uninstall(comingShop);
    await vi.waitFor(async () => expect((await shopRecord(comingShop))?.uninstalledAt).not.toBeNull(), soon);
    store.install(comingShop);
    await keyed(comingShop, 'COMING-');
    await drained();

    const captured = log().filter((webhook) => !earlier.has(webhook));
    const bodies = new Map(captured.map(({ topic, shop, body }) => [`${topic} of ${shop}`, { topic, shop, body }]));
    expect(new Set(captured.map(({ topic }) => topic))).toEqual(
      new Set([
        'orders/create',
        'orders/paid',
        'orders/updated',
        'fulfillment_orders/order_routing_complete',
        'customers/data_request',
        'customers/redact',
        'shop/redact',
        'app/uninstalled',
      ]),
    );
    const before = await standing();
    for (const { topic: own, shop: origin, body } of bodies.values()) {
      const pairs = topics.flatMap((topic) => [demoShop, otherShop, comingShop].map((shop) => ({ topic, shop })));
      const others = pairs.filter(({ topic, shop }) => topic !== own || shop !== origin);
      for (const { topic, shop } of others) {
        const sent = await store.sendWebhook(shop, { topic, body });
        expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
      }
    }
    await drained();
    expect(await standing()).toEqual(before);
  },
);

test(
  'an uninstall is believed only with Shopify’s own refusal; a late one after the reinstall changes nothing',
  patient,
  async () => {
    const { store } = world;
    const uninstall = (shop: string) => ({ topic: 'app/uninstalled', body: { myshopify_domain: shop, domain: shop } });
    await store.sendWebhook(comingShop, uninstall(comingShop));
    await drained();
    expect(await shopRecord(comingShop)).toMatchObject({ uninstalledAt: null, reconnect: false });

    const before = await shopRecord(comingShop);
    store.uninstall(comingShop);
    await vi.waitFor(async () => expect((await shopRecord(comingShop))?.uninstalledAt).not.toBeNull(), soon);
    const late = store.addOrder(comingShop, orderKinds.paid({ quiet: true }));
    await store.sendWebhook(comingShop, { topic: 'orders/paid', body: { id: BigInt(late.id) } });
    const { db } = storage();
    const waiting = db
      .selectFrom('webhook')
      .select('id')
      .where('shop', '=', comingShop)
      .where('topic', '=', 'orders/paid');
    expect(
      await waiting
        .where('received_at', '>', new Date(Date.now() - 2_000))
        .where('state', 'in', ['new', 'dispatched'])
        .execute(),
    ).toEqual([]);

    store.install(comingShop);
    await keyed(comingShop, 'COMING-');
    await store.sendWebhook(comingShop, uninstall(comingShop));
    await drained();
    const after = await shopRecord(comingShop);
    expect(after).toMatchObject({ uninstalledAt: null, reconnect: false, settings: before?.settings });
    expect(after?.installedAt).toBeGreaterThan(before?.installedAt ?? 0);
    const next = store.addOrder(comingShop, orderKinds.paid());
    expect(await placed(next.id, comingShop)).toMatchObject({ state: 'placed' });
  },
);

test('an erased shop stays erased, also for a call about it that was under way', patient, async () => {
  const { store, app } = world;
  const gone = 'gone-for-good.myshopify.com' as ShopDomain;
  store.addShop({ domain: gone, name: 'Gone', ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' });
  await keyed(gone, 'GONE-');
  await drained();
  const { accessToken = '' } = (await storage().tokens.load(gone)) ?? {};
  store.uninstall(gone);
  store.redactShop(gone);
  await vi.waitFor(async () => expect(await shopRecord(gone)).toBeNull(), soon);
  // The call had its answer, 401, before the shop was erased, and asks for another token after it.
  await expect(app.context.accessTokens.replace(gone, accessToken)).rejects.toMatchObject({
    code: 'shopify_token_refused',
  });
  await app.context.accessTokens.drop(gone, accessToken);
  expect(await shopRecord(gone)).toBeNull();
});

const unexplained = async (shop: string): Promise<unknown> => {
  const { body } = await world.api('GET', '/api/overview', undefined, shop);
  return (body as { last24h: { unexplained: number } }).last24h.unexplained;
};

test(
  'the sweep finds what webhooks lost, and a stored order that vanished is unexplained until it does',
  patient,
  async () => {
    const { ports } = world.app.context;
    const { db } = storage();
    const lost = world.store.addOrder(otherShop, orderKinds.paid({ quiet: true }));
    expect(await sweepNow(world, otherShop)).toBe(1);
    const view = await placed(lost.id, otherShop);
    await drained();
    expect(await sweepShop(ports, otherShop)).toBe(0);

    const ofOrder = (table: 'shop_order' | 'delivery' | 'attempt' | 'webhook') =>
      db.deleteFrom(table).where('shop', '=', otherShop).where('order_id', '=', lost.id).execute();
    for (const table of ['attempt', 'delivery', 'shop_order', 'webhook'] as const) await ofOrder(table);
    const old = new Date(Date.now() - 16 * 60_000);
    await db.updateTable('paid_order').set({ seen_at: old }).where('order_id', '=', lost.id).execute();
    await vi.waitFor(async () => expect(await unexplained(otherShop)).toBe(1), soon);

    const sent = (await world.placements()).length;
    expect(await sweepShop(ports, otherShop)).toBe(1);
    const healed = await placed(lost.id, otherShop);
    expect(healed?.deliveries[0]).toMatchObject({ deliveryId: view?.deliveries[0]?.deliveryId, state: 'placed' });
    await vi.waitFor(async () => expect(await unexplained(otherShop)).toBe(0), soon);
    const again = (await world.placements()).slice(sent);
    expect(new Set(again.map((body) => body['order_reference'])).size).toBeLessThanOrEqual(1);
  },
);

test('a sweep that is interrupted is not completed, and the next one covers its time', async () => {
  const { ports } = world.app.context;
  const { db } = storage();
  const sweptAt = async () =>
    (await db.selectFrom('shop').select('swept_at').where('shop', '=', otherShop).executeTakeFirstOrThrow()).swept_at;
  await sweepNow(world, otherShop);
  const before = await sweptAt();
  world.store.addOrder(otherShop, orderKinds.paid({ quiet: true }));
  world.store.faults.next({
    call: 'graphql',
    effect: { kind: 'status', status: 500 },
    times: 20,
    shop: otherShop,
    operationName: 'ListUpdatedOrders',
  });
  await expect(sweepShop(ports, otherShop)).rejects.toThrow();
  expect(await sweptAt()).toEqual(before);
  world.store.faults.clear();
  // It would be tried again by itself after a pause.
  expect(await sweepShop(ports, otherShop)).toBe(0);
  await storage().sweeps.endSweep(otherShop, 0);
  expect(await sweepShop(ports, otherShop)).toBe(1);
  expect(await sweptAt()).not.toEqual(before);
});

test('one process at a time sweeps a shop, and a dead one gives way when its lease ends', async () => {
  const { sweeps } = storage();
  const started = await sweeps.startSweep(comingShop, 300);
  expect(started).not.toBeNull();
  expect(await sweeps.startSweep(comingShop, 300)).toBeNull();
  await vi.waitFor(async () => expect(await sweeps.startSweep(comingShop, 60_000)).not.toBeNull(), soon);
  await sweeps.endSweep(comingShop, 0);
});
