import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { createLogger } from '#runtime/logger.ts';
import { accessDenied, badAnswer, shopClosed, throttled, tokenRefused, unavailable } from '#shopify/failure.ts';
import type { AgedWebhook } from '#storage/inbox.ts';
import { engines, installShop, openTestStorage } from '#storage/testing/engines.ts';
import { dispatchInbox } from './dispatch-inbox.ts';
import { takeShopWebhooks } from './shop-webhooks.ts';

const shop = 'refused.myshopify.com' as ShopDomain;
const released = (id: number, of = shop): AgedWebhook => ({
  ...{ id: `${id}`, webhookId: `w${id}`, shop: of },
  ...{ topic: 'fulfillment_orders/hold_released', receivedAt: new Date(), ageMs: 0, unopened: null },
  body: Buffer.from(JSON.stringify({ fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${id}` } })),
});

test.each([
  ['slows down', throttled(1_000), 1],
  ['is away', unavailable(), 1],
  ['refuses the token', tokenRefused(), 1],
  ['denies the access', accessDenied(), 1],
  ['answers one of them with nonsense', badAnswer(), 3],
])('where Shopify %s, three webhooks of a shop cost as many calls as can help', async (_name, error, times) => {
  let asked = 0;
  const context = {
    logger: createLogger('silent'),
    storage: {
      inbox: {
        shopWebhooks: async (_limit: number, passed: ReadonlyMap<ShopDomain, string>) =>
          passed.size === 0 ? [released(1), released(2), released(3)] : [],
      },
    },
    shopify: {
      findOrderOfFulfillmentOrder: () => {
        asked += 1;
        return Promise.reject(error);
      },
    },
  };
  await takeShopWebhooks(context as unknown as Context);
  expect(asked).toBe(times);
});

test.each([
  ['is away', unavailable(), [], []],
  ['has closed the store', shopClosed(), [], []],
  ['refuses the token', tokenRefused(), [shop], ['1']],
])('an uninstall told of while Shopify %s waits until Shopify itself says so', async (_name, error, gone, done) => {
  const seen = { gone: [] as ShopDomain[], done: [] as string[] };
  const told: AgedWebhook = {
    ...{ ...released(1), topic: 'app/uninstalled' },
    body: Buffer.from(JSON.stringify({ myshopify_domain: shop, domain: shop })),
  };
  const inbox = {
    shopWebhooks: async (_limit: number, passed: ReadonlyMap<ShopDomain, string>) => (passed.size === 0 ? [told] : []),
    markDone: async (_shop: ShopDomain, id: string) => seen.done.push(id),
  };
  const shops = { markUninstalled: async (rows: ShopDomain[]) => seen.gone.push(...rows) };
  const shopify = { readShop: () => Promise.reject(error) };
  const { db, close } = await openTestStorage('pglite');
  onTestFinished(close);
  const storage = { inbox, shops, db };
  await takeShopWebhooks({ logger: createLogger('silent'), storage, shopify } as unknown as Context);
  expect(seen).toEqual({ gone, done });
});

test.each([
  [false, [shop]],
  [true, []],
])(
  'news of a location look again at what lacks its address; a pause (%s) does that as it ends',
  async (paused, asked) => {
    const woken: ShopDomain[] = [];
    const done: string[] = [];
    const told: AgedWebhook = {
      ...{ ...released(1), topic: 'locations/update' },
      body: Buffer.from(JSON.stringify({ id: 9001, updated_at: '2026-11-24T08:00:00+02:00' })),
    };
    const inbox = {
      shopWebhooks: async (_limit: number, passed: ReadonlyMap<ShopDomain, string>) =>
        passed.size === 0 ? [told] : [],
      markDone: async (_shop: ShopDomain, id: string) => done.push(id),
    };
    const shops = {
      shop: async () => ({ settings: { paused } }),
      wakeLacking: async (of: ShopDomain) => woken.push(of),
    };
    const context = {
      logger: createLogger('silent'),
      storage: { inbox, shops },
      config: { timing: { probeMs: 5_000 } },
    };
    await takeShopWebhooks(context as unknown as Context);
    expect([woken, done]).toEqual([asked, ['1']]);
  },
);

test('a shop whose Shopify gives no answer keeps no other from being asked about', async () => {
  const others = Array.from({ length: 6 }, (_, index) => `shop-${index}.myshopify.com` as ShopDomain);
  const [hangs = shop, ...well] = others;
  const asked: ShopDomain[] = [];
  const answered = Promise.withResolvers<string>();
  const findOrderOfFulfillmentOrder = (of: ShopDomain) => {
    asked.push(of);
    return of === hangs ? answered.promise : Promise.resolve('1');
  };
  const rows = others.flatMap((of, index) => [released(2 * index + 1, of), released(2 * index + 2, of)]);
  const shopWebhooks = async (_limit: number, passed: ReadonlyMap<ShopDomain, string>) =>
    passed.size === 0 ? rows : [];
  const inbox = { shopWebhooks, assign: async () => undefined };
  const context = { logger: createLogger('silent'), storage: { inbox }, shopify: { findOrderOfFulfillmentOrder } };
  const taken = takeShopWebhooks(context as unknown as Context);
  await expect.poll(() => asked.toSorted()).toEqual([hangs, ...well.flatMap((of) => [of, of])]);
  answered.resolve('1');
  await taken;
  expect(asked).toHaveLength(12);
});

test('what was passed over is tried again also where news never ends', async () => {
  const busy = 'busy.myshopify.com' as ShopDomain;
  let [now, id] = [0, 1];
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 500;
    return now;
  });
  const shopWebhooks = async (_limit: number, passed: ReadonlyMap<ShopDomain, string>) => {
    id += 1;
    return passed.has(shop) ? [released(id, busy)] : [released(1), released(id, busy)];
  };
  const asked: ShopDomain[] = [];
  const findOrderOfFulfillmentOrder = async (of: ShopDomain) => {
    asked.push(of);
    if (of === shop) throw unavailable();
    return '1';
  };
  const inbox = { shopWebhooks, assign: async () => undefined };
  const context = { logger: createLogger('silent'), storage: { inbox }, shopify: { findOrderOfFulfillmentOrder } };
  for (let run = 0; run < 2; run += 1) expect(await takeShopWebhooks(context as unknown as Context)).toBe(true);
  expect(asked.filter((one) => one === shop)).toHaveLength(2);
  expect(asked.length).toBeGreaterThan(20);
});

test.each([
  ['answers with nonsense', () => Promise.reject(badAnswer())],
  ['shows none of them yet', async () => null],
])('news without end that Shopify %s is looked at again after a pause', async (_name, findOrderOfFulfillmentOrder) => {
  let [now, id] = [0, 1];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 500;
    return now;
  });
  onTestFinished(() => clock.mockRestore());
  const shopWebhooks = async () => {
    id += 1;
    return [released(id)];
  };
  const context = {
    logger: createLogger('silent'),
    storage: { inbox: { shopWebhooks } },
    shopify: { findOrderOfFulfillmentOrder },
  };
  expect(await takeShopWebhooks(context as unknown as Context)).toBe(false);
  expect(id).toBeGreaterThan(10);
});

test.each(engines)(
  'on %s: of a shop that Shopify refuses, a round reads no more than asks it once, and what does not ask it',
  async (engine) => {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close());
    const logger = createLogger('silent');
    const own = await installShop(storage, shop);
    const other = await installShop(storage, 'well.myshopify.com');
    const tell = async (of: ShopDomain, { topic, webhookId, body }: AgedWebhook) => {
      if (body) await storage.inbox.receive({ shop: of, topic, webhookId, triggeredAt: null, body, unusable: null });
    };
    for (let id = 1; id <= 60; id += 1) await tell(own, released(id));
    const body = Buffer.from(JSON.stringify({ id: 9001, updated_at: '2026-11-24T08:00:00+02:00' }));
    await tell(own, { ...released(61), topic: 'locations/update', body });
    for (let id = 101; id <= 125; id += 1) await tell(other, released(id));
    while (await dispatchInbox({ storage, logger }));
    await sql`update webhook set received_at = received_at - interval '6 seconds'`.execute(storage.db);

    const asked: ShopDomain[] = [];
    const findOrderOfFulfillmentOrder = async (of: ShopDomain, id: string) => {
      asked.push(of);
      if (of === own) throw tokenRefused();
      return id;
    };
    const handedOut = vi.spyOn(storage.inbox, 'shopWebhooks');
    const config = { timing: { probeMs: 5_000 } };
    const context = { logger, storage, config, shopify: { findOrderOfFulfillmentOrder } } as unknown as Context;
    expect(await takeShopWebhooks(context)).toBe(false);
    const read = (await Promise.all(handedOut.mock.results.map(({ value }) => value as Promise<AgedWebhook[]>))).flat();
    expect(read.filter((webhook) => webhook.shop === own).map(({ topic }) => topic)).toEqual([
      ...Array.from({ length: 10 }, () => 'fulfillment_orders/hold_released'),
      'locations/update',
    ]);
    expect([own, other].map((of) => asked.filter((one) => one === of).length)).toEqual([1, 25]);
    const waits = storage.db.selectFrom('webhook').select('topic').where('state', '=', 'dispatched');
    expect(await waits.where('order_id', 'is', null).execute()).toHaveLength(60);
  },
);

test.each(engines)(
  'on %s: 120 orders of one shop put on hold keep the released one of another waiting for ten at most',
  async (engine) => {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close());
    const logger = createLogger('silent');
    const [busy, quiet] = [
      await installShop(storage, 'busy.myshopify.com'),
      await installShop(storage, 'quiet.myshopify.com'),
    ];
    const tell = async (of: ShopDomain, id: number) => {
      const { topic, webhookId, body } = released(id);
      if (body) await storage.inbox.receive({ shop: of, topic, webhookId, triggeredAt: null, body, unusable: null });
    };
    for (let id = 1; id <= 120; id += 1) await tell(busy, id);
    await tell(quiet, 999);
    while (await dispatchInbox({ storage, logger }));

    const asked: string[] = [];
    const findOrderOfFulfillmentOrder = async (of: ShopDomain, id: string) => {
      // Another shop's orders are put on hold while this one's are asked about.
      if (asked.push(`${of} ${id}`) === 30) {
        await tell(quiet, 1_000);
        await dispatchInbox({ storage, logger });
      }
      await sleep(1);
      return id;
    };
    await takeShopWebhooks({ logger, storage, shopify: { findOrderOfFulfillmentOrder } } as unknown as Context);
    const places = [999, 1_000].map((id) => asked.indexOf(`${quiet} ${id}`));
    expect(places[0]).toBeLessThanOrEqual(10);
    expect(places[1]).toBeLessThanOrEqual(50);
    expect(asked.filter((one) => one.startsWith(busy))).toEqual(
      Array.from({ length: 120 }, (_, index) => `${busy} ${index + 1}`),
    );
    const { length } = await storage.db.selectFrom('webhook').select('id').where('order_id', 'is not', null).execute();
    expect(length).toBe(122);
  },
);

test.each(engines)('on %s: whether Shopify may still lag is told by no clock of a host', async (engine) => {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close());
  const own = await installShop(storage, 'lags.myshopify.com');
  const real = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 60_000);
  onTestFinished(() => clock.mockRestore());
  const { topic, webhookId, body } = released(1);
  if (body) await storage.inbox.receive({ shop: own, topic, webhookId, triggeredAt: null, body, unusable: null });
  await dispatchInbox({ storage, logger: createLogger('silent') });
  const shopify = { findOrderOfFulfillmentOrder: async () => null };
  const take = () => takeShopWebhooks({ logger: createLogger('silent'), storage, shopify } as unknown as Context);
  const state = () => storage.db.selectFrom('webhook').select('state').executeTakeFirst();
  await take();
  expect(await state()).toEqual({ state: 'dispatched' });
  await sql`update webhook set received_at = received_at - interval '6 seconds'`.execute(storage.db);
  await take();
  expect(await state()).toEqual({ state: 'quarantined' });
});
