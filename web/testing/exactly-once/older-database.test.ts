import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { whatIsWrongWithHeld } from '#placement/testing/what-is-wrong-with-held.ts';
import { exportOrders } from '#storage/export-orders.ts';
import { engines } from '#storage/testing/engines.ts';
import { freshServerDatabase } from '../databases.ts';
import type { LocalWorld } from '../local-world.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startTestWorld } from '../test-world.ts';
import { fillService, fillStore, keepTokens, type OlderOrder, older, writeOlderDatabase } from './older-database.ts';

/** What becomes of an order. `calls`: what the service is asked about it, oldest first. */
interface End {
  state: OrderView['state'];
  reason?: string;
  calls: string[];
}

const untouched = { calls: [] };
const sent: End = { state: 'placed', calls: ['POST'] };
const found: End = { state: 'placed', calls: ['GET'] };
const lookedUpAndSent: End = { state: 'placed', calls: ['GET', 'POST'] };

/** By where the version before had brought it. */
const ends: Record<string, End> = {
  'placed and written': { state: 'placed', ...untouched },
  'placed, the note owed': { state: 'placed', ...untouched },
  skipped: { state: 'skipped', reason: 'not_delivered', ...untouched },
  'needs attention': { state: 'needs_attention', reason: 'dropoff_phone_missing', ...untouched },
  cancelled: { state: 'cancelled', reason: 'order_cancelled', ...untouched },
  'held: paused': { state: 'held', reason: 'paused', ...untouched },
  'held: key refused': sent,
  'in the edit window': { state: 'held', reason: 'edit_window', ...untouched },
  'in the edit window, over by now': sent,
  'queued and due': sent,
  'queued after a back-off': sent,
  'placing, booked': found,
  'placing, not booked': lookedUpAndSent,
  'confirming, booked': found,
  'confirming, not booked': lookedUpAndSent,
  'in the inbox, dispatched': sent,
  'in the inbox, new': sent,
};

const callsExpected = Object.fromEntries(Object.entries(ends).map(([what, { calls }]) => [what, calls]));
const credentials = { clientId: 'older-client', clientSecret: 'older-secret' };
const soon = { timeout: 90_000, interval: 500 };

/** The world as it was when the version before was killed, with today's app. */
async function startAgain(engine: (typeof engines)[number]): Promise<LocalWorld> {
  const place = engine === 'server' ? { url: await freshServerDatabase() } : { dataDir: temporaryFolder() };
  const world = await startTestWorld({
    install: false,
    env: {
      ...(place.url ? { DATABASE_URL: place.url } : { DATA_DIR: place.dataDir ?? '' }),
      SHOPIFY_API_KEY: credentials.clientId,
      SHOPIFY_API_SECRET: credentials.clientSecret,
      ENCRYPTION_KEYS: older.encryptionKeys,
      RETRY_BASE_MS: '200',
      SWEEP_INTERVAL_SECONDS: '3600',
    },
    store: {
      ...credentials,
      throttle: null,
      shops: older.shops.map(({ domain }) => ({
        ...{ domain, name: domain, ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' },
      })),
    },
    courier: { apiKeys: older.shops.map(({ apiKey }) => apiKey) },
    beforeApp: async ({ store, courier }) => {
      await fillService(courier.url);
      await writeOlderDatabase(place, fillStore(store));
      await keepTokens(place, store, credentials);
      // Nothing may be lost that only a comparison with Shopify's list would find again.
      store.faults.searchLag(3_600_000);
    },
  });
  onTestFinished(() => world.close());
  return world;
}

const hasEnded = (view: OrderView | null, { state, reason }: End): boolean =>
  view?.state === state &&
  view.reason?.code === reason &&
  (state !== 'placed' || view.deliveries.every(({ noteWritten }) => noteWritten));

/** The orders that have not ended as they should, in words. */
async function unfinished(world: LocalWorld): Promise<string[]> {
  const lines = older.orders.map(async ({ what, shop, id }) => {
    const view = await world.orderView(id, shop);
    const end = ends[what];
    return end && hasEnded(view, end) ? [] : [`${what}: ${view?.state} ${view?.reason?.code ?? ''}`];
  });
  return (await Promise.all(lines)).flat();
}

interface Seen {
  requests: { method: string; path: string; body: { order_reference?: string } | null }[];
  deliveries: { order_reference: string; state: string }[];
}

async function seenBy({ courier }: LocalWorld): Promise<Seen> {
  const read = async (what: string) => (await fetch(`${courier.url}/_control/${what}`)).json() as Promise<Seen>;
  return { ...(await read('requests')), ...(await read('deliveries')) };
}

/** The calls about each order. */
function callsOf({ requests }: Seen): Record<string, string[]> {
  const about = (number: number) =>
    requests.filter(({ path, body }) => path.endsWith(`/${number}`) || body?.order_reference === String(number));
  return Object.fromEntries(older.orders.map(({ what, number }) => [what, about(number).map(({ method }) => method)]));
}

/** What is wrong with an order that has come to rest, in words. */
async function wrongWith(world: LocalWorld, { shop, id, number }: OlderOrder, seen: Seen): Promise<string[]> {
  const view = await world.orderView(id, shop);
  const { note } = world.store.order(shop, id);
  const atService = seen.deliveries.filter((delivery) => delivery.order_reference === String(number)).length;
  if (view?.state !== 'placed') {
    const held = view?.state === 'held' ? whatIsWrongWithHeld(view.reason, Date.now()) : null;
    return [...(held ? [held] : []), ...(atService === 0 ? [] : ['at the service']), ...(note ? ['told'] : [])];
  }
  const [delivery, ...others] = view.deliveries;
  const lines = note?.split('\n') ?? [];
  return [
    ...(others.length > 0 ? ['more than one delivery'] : []),
    ...(delivery?.drift.map(({ field }) => `alarm: ${field}`) ?? []),
    ...(atService === 1 ? [] : [`${atService} times at the service`]),
    ...(lines.length === 1 && lines[0]?.includes(`(${delivery?.deliveryId})`) ? [] : [`note: ${note}`]),
  ];
}

async function wrongWithAny(world: LocalWorld): Promise<string[]> {
  const seen = await seenBy(world);
  const found: string[] = [];
  for (const order of older.orders) {
    found.push(...(await wrongWith(world, order, seen)).map((wrong) => `${order.what}: ${wrong}`));
  }
  return found;
}

/** Where the version before had brought the orders of which a payment's body can still be read. */
async function readableBodies({ app }: LocalWorld): Promise<string[]> {
  const shop = older.shops[0]?.domain as ShopDomain;
  const orderIds = older.orders.map(({ id }) => id as OrderId);
  const exported = exportOrders(app.context.storage, shop, { orderIds, customerId: null });
  const webhooks = await Readable.from(exported.webhooks).toArray();
  const bodies = webhooks.filter(({ topic }) => topic === 'orders/paid').map(({ body }) => JSON.stringify(body));
  return older.orders.filter(({ id }) => bodies.some((body) => body.includes(id))).map(({ what }) => what);
}

/** Merchants change every order that is placed, so that each is read and compared anew. */
async function changeOrders({ app, store }: LocalWorld): Promise<void> {
  for (const { shop, id } of older.orders) store.updateOrder(shop, id, { tags: ['seen'] });
  await store.webhooksSettled();
  const waiting = app.context.storage.db.selectFrom('webhook').select('id').where('state', 'in', ['new', 'dispatched']);
  await vi.waitFor(async () => expect(await waiting.execute()).toEqual([]), soon);
}

for (const engine of engines) {
  test(`every order of a database that an older version left goes on, none lost, none doubled (${engine})`, async () => {
    const world = await startAgain(engine);
    await vi.waitFor(async () => expect(await unfinished(world)).toEqual([]), soon);
    expect(callsOf(await seenBy(world))).toEqual(callsExpected);
    expect(await wrongWithAny(world)).toEqual([]);
    // Of a payment that was done eight days ago the body is gone by now.
    expect((await readableBodies(world)).toSorted()).toEqual([
      'in the inbox, dispatched',
      'in the inbox, new',
      'placed and written',
    ]);

    await changeOrders(world);
    const resumed = await world.api('PUT', '/api/settings', { paused: false }, 'paused-shop.myshopify.com');
    expect(resumed.status).toBe(200);
    const paused = older.orders.find(({ what }) => what === 'held: paused');
    const isPlaced = async () => (await world.orderView(paused?.id ?? '', paused?.shop))?.deliveries[0]?.noteWritten;
    await vi.waitFor(async () => expect(await isPlaced()).toBe(true), soon);
    expect(callsOf(await seenBy(world))).toEqual({ ...callsExpected, 'held: paused': ['POST'] });
    expect(await wrongWithAny(world)).toEqual([]);
  }, 360_000);
}
