import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, expect, test, vi } from 'vitest';
import { isUnbound } from '#storage/testing/bound-statements.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const second = 'second-shop.myshopify.com';
let world: LocalWorld;
afterEach(() => world?.close());

async function stateIn(shop: string, id: string, wanted: string): Promise<void> {
  for (const until = performance.now() + 25_000; performance.now() < until; await pause(20)) {
    if ((await world.orderView(id, shop))?.state === wanted) return;
  }
  throw new Error(`order ${id} of ${shop} did not become ${wanted}`);
}

/** The list as CSV. */
const notJson = (error: unknown) => expect(error).toBeInstanceOf(SyntaxError);

/** A day of two shops, from the first order to the last erasure. */
async function aDay(): Promise<void> {
  const { store } = world;
  const order = store.addOrder(demoShop, orderKinds.paid({ number: 7_001 }));
  await stateIn(demoShop, order.id, 'placed');
  const waiting = store.addOrder(demoShop, orderKinds.noPhone({ paid: true }));
  await stateIn(demoShop, waiting.id, 'needs_attention');

  store.addShop({ domain: second, name: 'Second', ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' });
  await world.api('PUT', '/api/settings', { courier: { apiKey: liveKey } }, second);
  await stateIn(second, store.addOrder(second, orderKinds.paid({ number: 7_001 })).id, 'needs_attention');

  const at = `/api/orders/${order.id}`;
  await world.api('POST', `/api/orders/${waiting.id}/send`, {
    mode: 'again',
    corrections: { dropoff_contact_phone: '0821234567' },
  });
  await stateIn(demoShop, waiting.id, 'placed');
  await world.api('POST', `${at}/send`, { mode: 'new', newReference: '7001-R2', reason: 'lost' });
  await world.api('POST', `${at}/refresh`, {});
  await world.api('POST', `${at}/cancel`, { orderReference: '7001' });
  await world.api('POST', '/api/orders/send', { orderIds: [order.id, waiting.id] });
  const pages = ['overview', 'settings', 'audit', 'deliveries', 'deliveries?state=placed&q=7001', 'deliveries.csv'];
  for (const page of [...pages, 'locations', `orders/${order.id}/preview`, `audit?orderId=${order.id}`])
    await world.api('GET', `/api/${page}`).catch(notJson);
  await world.api('POST', '/api/deliveries/search', { text: 'Thabo 082 123 4567' });
  await world.api('POST', '/api/rehearsal', {});
  await store.sendWebhook(demoShop, { topic: 'orders/paid', body: '{' });
  store.requestCustomerData(demoShop, order.customerId ?? '1');
  store.redactCustomer(demoShop, order.customerId ?? '1');
  store.uninstall(second);
  store.redactShop(second);
  await store.webhooksSettled();
  const { db } = world.app.context.storage;
  const news = db
    .selectFrom('webhook')
    .select(['shop', 'topic'])
    .where('shop', 'in', [demoShop, second])
    .where('state', 'in', ['new', 'dispatched']);
  await vi.waitFor(async () => expect(await news.execute()).toEqual([]), { timeout: 30_000, interval: 50 });
}

test('every statement on rows of shops names the shop, or runs over all of them for a reason', async () => {
  const statements = new Set<string>();
  const { query } = PGlite.prototype;
  vi.spyOn(PGlite.prototype, 'query').mockImplementation(function (this: PGlite, text, ...rest) {
    statements.add(text);
    return query.call(this, text, ...rest) as never;
  });
  world = await startTestWorld({ engine: 'embedded' });
  await aDay();
  expect([...statements].filter(isUnbound).map((text) => text.replace(/\s+/g, ' '))).toEqual([]);
  expect(statements.size).toBeGreaterThan(60);
}, 180_000);
