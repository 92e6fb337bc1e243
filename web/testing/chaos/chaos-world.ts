import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import type { DeliveriesPage } from '#api-contract/deliveries.ts';
import type { DeliveryState } from '#api-contract/order.ts';
import { queryServer } from '#testing/postgres-server.ts';
import { SeededRandom } from '#testing/simulation/seeded-random.ts';
import { createFleet, type Fleet } from './app-fleet.ts';
import { type CannedShopify, type OrderOfShop, startCannedShopify, type TokenOffice } from './canned-shopify.ts';
import { type FaultyCourier, startFaultyCourier } from './faulty-courier.ts';

export interface ChaosWorld {
  fleet: Fleet;
  shopify: CannedShopify;
  courier: FaultyCourier;
  /** What is drawn in a run: victims, spoilt answers, who gets a webhook. */
  random: SeededRandom;
  /** Reads the database; on PGlite only once no process holds its folder. */
  query<T>(statement: string): Promise<T[]>;
  /** Each with a key of its own, `key of <shop>`. */
  install(...shops: readonly string[]): Promise<void>;
  /** Adds a paid order to its shop, and posts the webhook that tells of it. False: nobody acknowledged it in time. */
  pay(order: OrderOfShop, options?: { locations?: 1 | 2; withinMs?: number }): Promise<boolean>;
  /** Waits until every given order rests; the number of those that do not in time. */
  untilRested(orders: readonly OrderOfShop[], withinMs: number): Promise<number>;
  close(): Promise<void>;
}

export interface ChaosOptions {
  /** A server's database; null: PGlite in a folder of its own. */
  databaseUrl: string | null;
  processes: number;
  seed: number;
  env?: Record<string, string>;
  /** Default: every token is good. */
  tokens?: TokenOffice;
}

/** Real processes of the app between a canned store and a service that can be spoilt. */
export async function startChaosWorld(options: ChaosOptions): Promise<ChaosWorld> {
  const { databaseUrl, processes, seed, env = {}, tokens } = options;
  const random = new SeededRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'same-day-chaos-'));
  const [shopify, courier] = await Promise.all([startCannedShopify(tokens), startFaultyCourier()]);
  const settings = {
    SHOPIFY_ADMIN_ORIGIN: shopify.url,
    COURIER_BASE_URL: courier.url,
    COURIER_TIMEOUT_MS: '1500',
    RETRY_BASE_MS: '200',
    SWEEP_INTERVAL_SECONDS: '3600',
    ...(databaseUrl === null ? { DATA_DIR: join(folder, 'data') } : { DATABASE_URL: databaseUrl }),
    ...env,
  };
  const fleet = createFleet(settings, random, shopify.updatedAt);
  const close = async (): Promise<void> => {
    await fleet.close();
    await Promise.all([shopify.close(), courier.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let count = 0; count < processes; count += 1) await fleet.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    fleet,
    shopify,
    courier,
    random,
    query: <T>(statement: string) =>
      databaseUrl === null
        ? queryFolder<T>(join(folder, 'data', 'postgres'), statement)
        : queryServer<T>(databaseUrl, statement),
    install: async (...shops) => {
      for (const shop of shops) {
        const settings = { courier: { apiKey: `key of ${shop}` } };
        const { status, body } = await fleet.api('PUT', '/api/settings', shop, settings);
        if (status !== 200) throw new Error(`installing failed with ${status}: ${JSON.stringify(body)}`);
      }
    },
    pay: (order, { locations, withinMs } = {}) => {
      shopify.addOrder(order, locations);
      return fleet.post({ ...order, topic: 'orders/paid' }, withinMs);
    },
    untilRested: async (orders, withinMs) => {
      const ofShops = [...Map.groupBy(orders, ({ shop }) => shop)];
      const unrested = await Promise.all(ofShops.map(([shop, own]) => untilRested(fleet, shop, own, withinMs)));
      return unrested.reduce((sum, count) => sum + count, 0);
    },
    close,
  };
}

/** So many, in these shops in turn, numbered from `first` on. */
export const ordersIn = (shops: readonly string[], count: number, first = 1001): OrderOfShop[] =>
  Array.from({ length: count }, (_, index) => ({
    shop: shops[(first + index) % shops.length] ?? '',
    number: first + index,
  }));

const resting: readonly DeliveryState[] = ['placed', 'skipped', 'needs_attention', 'cancelled'];

/** The list is asked, not order by order: thousands of requests of this kind would slow down what they wait for. */
async function untilRested(
  fleet: Fleet,
  shop: string,
  orders: readonly OrderOfShop[],
  withinMs: number,
): Promise<number> {
  let rested = new Set<string>();
  const left = (): number => orders.filter(({ number }) => !rested.has(String(number))).length;
  for (const until = Date.now() + withinMs; left() > 0 && Date.now() < until; await pause(500)) {
    const counts = (await page(fleet, shop, { limit: '1' }))?.stateCounts;
    const moves = Object.entries(counts ?? {}).some(
      ([state, count]) => !resting.includes(state as DeliveryState) && count > 0,
    );
    const total = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
    if (!moves && total >= orders.length) rested = await restedOrders(fleet, shop);
  }
  // Too late for some: which, only the whole list says.
  if (left() > 0) rested = await restedOrders(fleet, shop);
  return left();
}

async function restedOrders(fleet: Fleet, shop: string): Promise<Set<string>> {
  const orders = [...(await listedOrders(fleet, shop))];
  return new Set(orders.filter(([, states]) => states.every((state) => resting.includes(state))).map(([id]) => id));
}

/** The states that the app's list shows, by order id. */
export async function listedOrders(fleet: Fleet, shop: string): Promise<Map<string, DeliveryState[]>> {
  const orders = new Map<string, DeliveryState[]>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer: DeliveriesPage | null = await page(fleet, shop, { sort: 'number_asc', limit: '250', cursor });
    for (const { orderId, state } of answer?.deliveries ?? [])
      orders.set(orderId, [...(orders.get(orderId) ?? []), state]);
    cursor = answer?.nextCursor ?? null;
  }
  return orders;
}

async function page(fleet: Fleet, shop: string, query: Record<string, string>): Promise<DeliveriesPage | null> {
  const answer = await fleet.api('GET', `/api/deliveries?${new URLSearchParams(query)}`, shop).catch(() => null);
  return answer?.status === 200 ? (answer.body as DeliveriesPage) : null;
}

async function queryFolder<T>(dataDir: string, statement: string): Promise<T[]> {
  const pglite = await PGlite.create({ dataDir });
  try {
    const { rows } = await pglite.query<T>(statement);
    return rows;
  } finally {
    await pglite.close();
  }
}
