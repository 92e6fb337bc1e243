import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { claimDigest, settleDigest } from '#storage/digest-store.ts';
import { refreshConditions } from '#storage/shop-conditions.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '#testing/courier-control.ts';
import { demoShop, type LocalWorld, liveKey } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { createMailer } from '../mail/mailer.ts';
import { confirmAddresses } from '../testing/confirm-addresses.ts';
import { type MailSink, startMailSink } from '../testing/mail-sink.ts';
import { createDigestJob } from './send-digests.ts';

const shop = demoShop as ShopDomain;
const [hour, day] = [60, 1_440];
let world: LocalWorld;
let sink: MailSink;
/** Orders of the test that runs: the next one's shop has none of them, whatever news of them is still under way. */
const added: string[] = [];

beforeAll(async () => {
  sink = await startMailSink();
  world = await startTestWorld({ engine: 'embedded', env: { RETRY_BASE_MS: '50' } });
  await save({ notifications: { email: 'orders@shop.example' } });
  await confirmAddresses(db());
});
afterAll(async () => {
  await world.close();
  await sink.close();
});
beforeEach(async () => {
  for (const id of added.splice(0)) world.store.deleteOrder(demoShop, id);
  // No order is left that these could be taken in for.
  await world.store.webhooksSettled();
  await db().deleteFrom('webhook').where('topic', '=', 'orders/delete').execute();
  world.store.faults.clear();
  await courierControl(world.courier.url).failsNoMore();
  await save({ paused: false, courier: { apiKey: liveKey }, automation: { testMode: false } });
  for (const table of ['data_request', 'paid_order', 'delivery', 'shop_order', 'order_run'] as const)
    await db().deleteFrom(table).execute();
  const sane = { reconnect: false, reads_refused_at: null, swept_at: new Date(), sweep_lease_until: null };
  await db().updateTable('shop').set(sane).execute();
  await round();
  await later(day);
  sink.mails.length = 0;
});

const db = () => world.app.context.storage.db;
const save = async (patch: unknown) =>
  expect(await world.api('PUT', '/api/settings', patch)).toMatchObject({ status: 200 });
const { hostname, port } = { hostname: '127.0.0.1', port: () => Number(new URL(sink.url).port) };
/** One round of a worker that has just started. */
const round = () => {
  const smtp = { host: hostname, port: port(), secure: false, requireTls: false, login: null };
  return createDigestJob(world.app.context, createMailer({ smtp, from: 'app@operator.example' }))();
};

/** As if this much time had gone by. */
async function later(minutes: number): Promise<void> {
  const ago = sql`${minutes} * interval '1 minute'`;
  await sql`update shop set digest_due_at = digest_due_at - ${ago}`.execute(db());
  await sql`update shop_condition set since = since - ${ago}, tell_at = tell_at - ${ago}`.execute(db());
}

function newOrder(): string {
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  added.push(id);
  return id;
}
async function placed(): Promise<string> {
  const id = newOrder();
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  return id;
}
async function sendSecond(): Promise<void> {
  const id = await placed();
  const newReference = `${world.store.order(demoShop, id).number}-R2`;
  const body = { mode: 'new', newReference, reason: 'the first is late' };
  expect(await world.api('POST', `/api/orders/${id}/send`, body)).toMatchObject({ status: 202 });
  await world.orderUntil(id, ({ deliveries }) => deliveries[1]?.state === 'placed');
}
const shopIs = (
  facts: Partial<{ reconnect: boolean; reads_refused_at: Date; swept_at: Date; sweep_lease_until: Date }>,
) => db().updateTable('shop').set(facts).where('shop', '=', shop).execute();
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** What goes wrong, how long it goes wrong before it is told, and words of the message. */
const conditions: [string, () => Promise<unknown>, number, RegExp, RegExp][] = [
  ['a shop to reconnect', () => shopIs({ reconnect: true }), 0, /sending has stopped/, /Open the app once/],
  ['refused reads', () => shopIs({ reads_refused_at: new Date() }), 0, /sending has stopped/, /approve the access/],
  ['a missing key', () => save({ courier: { apiKey: null } }), 15, /sending has stopped/, /Enter the API key/],
  ['a pause of over a day', () => save({ paused: true }), day, /still paused/, /Press Resume/],
  [
    'a service that is down for over an hour',
    async () => {
      await courierControl(world.courier.url).fails({
        match: {},
        fault: { kind: 'status', status: 503 },
        times: 1_000,
      });
      newOrder();
      const { shops } = world.app.context.storage;
      await expect.poll(async () => (await shops.health(shop, 'live')).breaker).not.toBe('closed');
    },
    hour,
    /delivery service does not answer/,
    /Nothing to do/,
  ],
  [
    'a comparison that is behind',
    () => shopIs({ swept_at: ago(20), sweep_lease_until: ago(-day) }),
    40,
    /not compared with Shopify/,
    /support/,
  ],
  [
    'a note that Shopify forbids',
    async () => {
      await placed();
      await db().updateTable('delivery').set({ forbidden_at: new Date() }).execute();
    },
    15,
    /delivery times are not written/,
    /approve the access/,
  ],
  [
    'an order that is missing',
    () =>
      db()
        .insertInto('paid_order')
        .values({ shop, order_id: '77', processed_at: new Date(), seen_at: ago(16) })
        .execute(),
    0,
    /1 paid order is missing/,
    /support/,
  ],
  [
    'test mode that holds live orders',
    async () => {
      await save({ automation: { testMode: true } });
      const id = newOrder();
      await world.orderUntil(id, ({ reason }) => reason?.code === 'test_mode');
    },
    0,
    /test mode holds 1 paid order/,
    /End test mode/,
  ],
  [
    'an order that changed after booking',
    async () => {
      const id = await placed();
      const { shippingAddress } = orderKinds.paid();
      world.store.updateOrder(demoShop, id, { shippingAddress: { ...shippingAddress, address1: '99 Other Road' } });
      await world.orderUntil(id, ({ deliveries }) => (deliveries[0]?.drift.length ?? 0) > 0);
    },
    0,
    /1 order to decide about after its driver was booked/,
    /^#\d+: the address or contact changed after the driver was booked$/m,
  ],
  ['a second driver for the same goods', sendSecond, 15, /1 driver may come for nothing/, /view=needs_you/],
  [
    'a customer who asks for their data',
    async () => {
      world.store.requestCustomerData(demoShop, world.store.order(demoShop, await placed()).customerId ?? '');
      await expect.poll(() => db().selectFrom('data_request').selectAll().execute()).toHaveLength(1);
    },
    0,
    /1 customer asked for their data/,
    /data-requests/,
  ],
];

test.each(conditions)(
  '%s is told once it lasts, and not again at once',
  async (_name, begin, lasts, subject, words) => {
    await begin();
    await round();
    if (lasts > 0) {
      await later(lasts - 1);
      await round();
      expect(sink.mails).toEqual([]);
      await later(1);
      await round();
    }
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]?.headers.match(/^Subject: .*(?:\r?\n .*)*/m)?.[0].replace(/\r?\n /g, ' ')).toMatch(subject);
    expect(sink.mails[0]?.text).toMatch(words);
    expect(sink.mails[0]?.text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/store\/demo-shop\/apps\//);
    for (const personal of ['Thandi', 'Kloof', '082', '99 Other']) expect(sink.mails[0]?.text).not.toContain(personal);
    await later(60);
    await round();
    expect(sink.mails).toHaveLength(1);
  },
);

test('what stands still is told again after a day, and no more once it has ended', async () => {
  await shopIs({ reconnect: true });
  await round();
  await later(day - 1);
  await round();
  expect(sink.mails).toHaveLength(1);
  await later(1);
  await round();
  expect(sink.mails).toHaveLength(2);
  await shopIs({ reconnect: false });
  await round();
  await later(day);
  await round();
  expect(sink.mails).toHaveLength(2);
  await shopIs({ reconnect: true });
  await round();
  expect(sink.mails).toHaveLength(3);
});

test('a refused key is told again after a day', async () => {
  const hold = (state: 'key' | null) =>
    world.app.context.storage.shops.changeHealth(shop, 'live', (health) => ({
      health: { ...health, hold: state },
      result: 0,
    }));
  await hold('key');
  await round();
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(1);
  await db()
    .updateTable('gate')
    .set({ mailed_hold_at: ago(day) })
    .execute();
  await round();
  expect(sink.mails).toHaveLength(2);
  await hold(null);
});

test('several at once are one message, and one more is told after the gap', async () => {
  const missing = (id: string) => ({ shop, order_id: id, processed_at: new Date(), seen_at: ago(16) });
  await db().insertInto('paid_order').values(missing('77')).execute();
  await shopIs({ reconnect: true });
  await round();
  expect(sink.mails).toHaveLength(1);
  expect(sink.mails[0]?.text).toMatch(/connection to Shopify|no longer lets the app/);
  expect(sink.mails[0]?.text).toContain('1 paid order');
  await db().insertInto('paid_order').values(missing('78')).execute();
  await round();
  expect(sink.mails).toHaveLength(1);
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(2);
  expect(sink.mails[1]?.text).toContain('2 paid orders');
});

const miss = (id: string) =>
  db()
    .insertInto('paid_order')
    .values({ shop, order_id: id, processed_at: new Date(), seen_at: ago(16) })
    .execute();

test('another one is told after the gap, also where one of those that were told has ended meanwhile', async () => {
  for (const id of ['77', '78']) await miss(id);
  await round();
  expect(sink.mails).toHaveLength(1);
  await db().deleteFrom('paid_order').where('order_id', '=', '77').execute();
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(1);
  await miss('79');
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(2);
  expect(sink.mails[1]?.text).toContain('2 paid orders');
});

test('another one that comes while the e-mail is on its way is told after the gap', async () => {
  await miss('77');
  await refreshConditions(db());
  const digest = await claimDigest(world.app.context.storage, 60_000);
  await miss('78');
  await refreshConditions(db());
  if (digest) await settleDigest(db(), digest, 60_000);
  await later(15);
  await round();
  expect(sink.mails[0]?.text).toContain('2 paid orders');
});

test('another one is told after the gap, also where one of those told ended while the e-mail was on its way', async () => {
  for (const id of ['77', '78']) await miss(id);
  await refreshConditions(db());
  const digest = await claimDigest(world.app.context.storage, 60_000);
  await db().deleteFrom('paid_order').where('order_id', '=', '77').execute();
  await refreshConditions(db());
  if (digest) await settleDigest(db(), digest, 60_000);
  await miss('79');
  await later(15);
  await round();
  expect(sink.mails[0]?.text).toContain('2 paid orders');
});

test('another one that comes as one of those told ends, with no look in between, is told after the gap', async () => {
  await miss('77');
  await round();
  await round();
  expect(sink.mails).toHaveLength(1);
  await db().deleteFrom('paid_order').where('order_id', '=', '77').execute();
  await miss('78');
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(2);
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(2);
});

test('another one that comes as one of those told ends while the e-mail is on its way is told after the gap', async () => {
  await miss('77');
  await refreshConditions(db());
  const digest = await claimDigest(world.app.context.storage, 60_000);
  await db().deleteFrom('paid_order').where('order_id', '=', '77').execute();
  await miss('78');
  await refreshConditions(db());
  if (digest) await settleDigest(db(), digest, 60_000);
  await later(15);
  await round();
  expect(sink.mails).toHaveLength(1);
});

/** What the version before whom is kept wrote, instead of this one. */
const versionBefore = {
  writesDown: (code: string) =>
    sql`update shop_condition set ids = null, told_ids = null where code = ${code}`.execute(db()),
  tells: (code: string) =>
    sql`update shop_condition set told_count = count, tell_at = clock_timestamp() + interval '1 day'
      where code = ${code}`.execute(db()),
};

test.each([
  ['both', true],
  ['the telling', false],
])(
  'what the version before has told is told once, and what comes in its place too, where it wrote %s',
  async (_name, both) => {
    await miss('77');
    await refreshConditions(db());
    if (both) await versionBefore.writesDown('unexplained');
    await versionBefore.tells('unexplained');
    await round();
    await miss('78');
    await db().deleteFrom('paid_order').where('order_id', '=', '77').execute();
    expect(sink.mails).toEqual([]);
    await round();
    expect(sink.mails).toHaveLength(1);
    await later(15);
    await round();
    expect(sink.mails).toHaveLength(1);
  },
);

test('what the version before wrote down and nobody has told yet is told once', async () => {
  await miss('77');
  await refreshConditions(db());
  await versionBefore.writesDown('unexplained');
  const digest = await claimDigest(world.app.context.storage, 60_000);
  if (digest) await settleDigest(db(), digest, 60_000);
  await later(15);
  await round();
  expect(sink.mails).toEqual([]);
});

test('a second driver has the same time to be cancelled where another order has one already', async () => {
  await sendSecond();
  await round();
  await later(14);
  await sendSecond();
  await round();
  expect(sink.mails).toEqual([]);
  await later(1);
  await round();
  expect(sink.mails[0]?.text).toContain('2 drivers may come');
});
