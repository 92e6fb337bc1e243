import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { createLogger } from '#runtime/logger.ts';
import { appRefused, throttled, tokenRefused, unavailable } from '#shopify/failure.ts';
import type { FlowEvent } from '#storage/flow-triggers.ts';
import { installShop, openTestStorage } from '#storage/testing/engines.ts';
import { removeOld } from './retention.ts';
import { createFlowTeller } from './tell-flow.ts';

test('what happens while Shopify refuses the token is told once the shop is connected again', async () => {
  const storage = await openTestStorage('pglite');
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'reconnects.myshopify.com');
  const { db, tokens } = storage;
  for (const order_id of ['1', '2', '3'])
    await db
      .insertInto('flow_event')
      .values({ shop, order_id, order_reference: null, change: 'needs_attention', slot_start: null })
      .execute();
  let isLetIn = false;
  const told: string[] = [];
  const shopify = {
    tellFlow: async (_shop: string, { orderId }: FlowEvent) => {
      if (isLetIn) return void told.push(orderId);
      // As the client does it: the refused pair is dropped.
      const lease = await tokens.lease(shop, 1_000);
      await tokens.markRefused(shop, lease?.fence ?? 0);
      await tokens.release(shop, lease?.fence ?? 0);
      throw tokenRefused();
    },
  };
  const context = { storage, shopify, logger: createLogger('silent') } as unknown as Context;
  const { round } = createFlowTeller(context);
  await round();
  await installShop(storage, shop);
  isLetIn = true;
  await sql`update flow_event set due_at = clock_timestamp()`.execute(db);
  while (await round());
  expect(told.toSorted()).toEqual(['1', '2', '3']);
});

test.each([
  ['names no time', () => unavailable()],
  ['gives no token for 10 seconds at a time', () => unavailable({ retryAfterMs: 10_000 })],
  ['throttles for two seconds at a time', () => throttled(2_000)],
  ['refuses the app’s own secret', () => appRefused()],
])('while Shopify %s, an event is told anew for most of a day and then no more', async (_name, failure) => {
  const storage = await openTestStorage('pglite');
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'outage.myshopify.com');
  const { db } = storage;
  const event = { order_id: '1', order_reference: '1', change: 'failed' as const, slot_start: null };
  await db
    .insertInto('flow_event')
    .values({ shop, ...event })
    .execute();
  const shopify = { tellFlow: () => Promise.reject(failure()) };
  const context = { storage, shopify, logger: createLogger('silent') } as unknown as Context;
  let hours = 0;
  for (;;) {
    await createFlowTeller(context).round();
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from greatest(e.due_at, s.throttled_until) - clock_timestamp())::float8 / 3600 as hours
      from flow_event e join shop s on s.shop = e.shop`.execute(db);
    if (!rows[0]) break;
    hours += rows[0].hours;
    await sql`update flow_event set due_at = clock_timestamp()`.execute(db);
    await sql`update shop set throttled_until = null`.execute(db);
  }
  expect(hours).toBeGreaterThan(18);
  expect(hours).toBeLessThan(30);
});

test('what could not be told of for a week, because its shop was not connected again, is no news any more', async () => {
  const storage = await openTestStorage('pglite');
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'refused.myshopify.com');
  const { db } = storage;
  const event = { shop, order_reference: '1', change: 'failed' as const, slot_start: null };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const events = [6, 8].map((days) => ({ ...event, order_id: `${days}`, due_at: daysAgo(days) }));
  await db.insertInto('flow_event').values(events).execute();
  await removeOld({ storage, logger: createLogger('silent') });
  expect(await db.selectFrom('flow_event').select('order_id').execute()).toEqual([{ order_id: '6' }]);
});

test('a shop whose Shopify is slow keeps no other waiting, and is itself told of one batch at a time', async () => {
  const storage = await openTestStorage('pglite');
  onTestFinished(() => storage.close());
  const [slow, well] = [
    await installShop(storage, 'slow.myshopify.com'),
    await installShop(storage, 'well.myshopify.com'),
  ];
  const event = { order_reference: '1', change: 'failed' as const, slot_start: null };
  const happens = (shop: ShopDomain, orderIds: string[]) =>
    storage.db
      .insertInto('flow_event')
      .values(orderIds.map((order_id) => ({ ...event, shop, order_id })))
      .execute();
  const [told, answers] = [[] as string[], Promise.withResolvers<void>()];
  const shopify = {
    tellFlow: async (shop: ShopDomain, { orderId }: FlowEvent) => {
      told.push(orderId);
      if (shop === slow) await answers.promise;
    },
  };
  const flow = createFlowTeller({ storage, shopify, logger: createLogger('silent') } as unknown as Context);
  await happens(slow, ['1', '2', '3', '4', '5']);
  await happens(well, ['6']);
  await flow.round();
  await happens(well, ['7']);
  await flow.round();
  expect(told).toEqual(['1', '6', '7']);
  answers.resolve();
  await flow.done();
  expect(told.toSorted()).toEqual(['1', '2', '3', '4', '6', '7']);
  while (await flow.round());
  expect(await storage.db.selectFrom('flow_event').select('id').execute()).toEqual([]);
});
