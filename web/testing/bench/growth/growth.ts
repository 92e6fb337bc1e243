import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ShopDomain } from '#placement/ids.ts';
import { copiedOrder, copyOrders } from '#storage/testing/copy-orders.ts';
import { openTestStorage } from '#storage/testing/engines.ts';
import { type CannedShopify, startCannedShopify } from '../../chaos/canned-shopify.ts';
import { startFaultyCourier } from '../../chaos/faulty-courier.ts';
import { type PostgresServer, startPostgresServer } from '../../postgres-server.ts';
import { appEnvironment, install, sessionToken } from '../app-environment.ts';
import { storeWebhooks } from '../drain/waiting-orders.ts';
import { atMost, type Bench, type BenchOptions, beside, type Figure, ratioAtLeast } from '../figure.ts';
import { sendWebhooks } from '../intake/load.ts';
import { shop } from '../intake/order-paid.ts';
import { entryPoints, type ServerProcess, startServer } from '../server-process.ts';
import { quantile, spreadOf } from '../spread.ts';
import { growTables } from './grow-tables.ts';

const row = 'P4';
const fewOrders = 1_000;
/** A tenth of all orders is one shop's, spread over so many days, within its retention; the other shops have a thousand each. */
const bigShop = 'big.myshopify.com';
const bigShopsDays = 20;
const drainedAtOnce = 300;
const slowestMs = 50;
const [warmUp, readsTimed] = [60, 100];

/** Many stored orders beside few, in turns: the panel's reads, a backlog, webhooks. */
export const growth: Bench = {
  name: 'growth',
  title: 'P4: a million stored orders beside a thousand, PostgreSQL',
  run: async (options) => {
    const [server, shopify, courier] = await Promise.all([
      startPostgresServer({ durable: true }),
      startCannedShopify(),
      startFaultyCourier(),
    ]);
    try {
      const sides = await fewAndMany({ server, shopify, courierUrl: courier.url }, options);
      return await inTurns(sides, shopify, options);
    } finally {
      await Promise.all([server.stop(), shopify.close(), courier.close()]);
    }
  },
};

/** What an app on one of the two databases is started with. */
interface Side {
  name: string;
  env: Record<string, string>;
  reads: readonly Read[];
}

async function fewAndMany(
  { server, shopify, courierUrl }: { server: PostgresServer; shopify: CannedShopify; courierUrl: string },
  { quick, say }: BenchOptions,
): Promise<{ few: Side; many: Side }> {
  const url = await server.createDatabase();
  const env = appEnvironment({
    database: { engine: 'PostgreSQL', url, folder: null },
    shopifyUrl: shopify.url,
    courierUrl,
  });
  say(`placing ${fewOrders} orders`);
  await withApp(env, async (app) => {
    for (const one of [shop, bigShop]) await install(app.url, one);
    await place(app, shopify, fewOrders);
  });
  const count = quick ? 100_000 : 1_000_000;
  const grownUrl = await server.createDatabase(new URL(url).pathname.slice(1));
  say(`growing to ${count}`);
  await fillBigShop(grownUrl, env, count / 10);
  await growTables(grownUrl, shop, (count * 0.9) / fewOrders - 1);
  const reads = readsOf(shop, '1500');
  return {
    few: { name: `${fewOrders} orders`, env, reads },
    many: {
      name: `${count} orders`,
      env: { ...env, DATABASE_URL: grownUrl },
      reads: [...reads, ...readsOf(bigShop, copiedOrder(7_777))],
    },
  };
}

/** Webhooks a second, orders drained a second, and for each read its p95 in ms; one of each for every round. */
interface Seen {
  taken: number[];
  drained: number[];
  reads: Map<string, number[]>;
}

async function inTurns(
  { few, many }: { few: Side; many: Side },
  shopify: CannedShopify,
  { quick, say }: BenchOptions,
): Promise<Figure[]> {
  const seen = new Map([few, many].map((side): [Side, Seen] => [side, { taken: [], drained: [], reads: new Map() }]));
  const rounds = quick ? 1 : 3;
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, { drained, reads }] of seen) {
      say(`round ${round + 1}, drain and reads, ${side.name}`);
      drained.push(await withApp(side.env, (app) => place(app, shopify, drainedAtOnce)));
      await withApp({ ...side.env, ROLE: 'web' }, async (app) => {
        for (const read of side.reads) reads.set(read.what, [...(reads.get(read.what) ?? []), await p95Of(app, read)]);
      });
    }
  }
  // What is taken in here nobody hands on: a drain after it would have to.
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, { taken }] of seen) {
      say(`round ${round + 1}, intake, ${side.name}`);
      taken.push(await withApp({ ...side.env, ROLE: 'web' }, webhooksTaken));
    }
  }
  return figuresOf(seen.get(few), seen.get(many), { few: few.name, many: many.name });
}

function figuresOf(few: Seen | undefined, many: Seen | undefined, names: { few: string; many: string }): Figure[] {
  if (!few || !many) return [];
  const ratio = (what: string, unit: string, [value, peer]: [number[], number[]]): Figure => {
    const than = beside(names.few, spreadOf(value), spreadOf(peer));
    return {
      row,
      what: `${what}, ${names.many}`,
      unit,
      value: spreadOf(value),
      beside: than,
      goal: ratioAtLeast(0.9, than),
    };
  };
  const reads = [...many.reads].map(([what, times]): Figure => {
    const value = spreadOf(times);
    const before = few.reads.get(what);
    return {
      ...{ row, what: `p95, ${what}, ${names.many}`, unit: 'ms', value, goal: atMost(slowestMs, 'ms', value) },
      ...(before ? { beside: beside(names.few, value, spreadOf(before)) } : {}),
    };
  });
  return [
    ratio('intake, 25 connections', 'requests/s', [many.taken, few.taken]),
    ratio(`drain of ${drainedAtOnce}, cold`, 'orders/s', [many.drained, few.drained]),
    ...reads,
  ];
}

interface Read {
  what: string;
  shop: string;
  path: string;
  body?: object;
}

function readsOf(one: string, number: string): Read[] {
  const of = one === bigShop ? 'of the big shop' : 'of a shop';
  return [
    { what: `overview ${of}`, shop: one, path: '/api/overview' },
    { what: `list ${of}`, shop: one, path: '/api/deliveries' },
    { what: `list by slot ${of}`, shop: one, path: '/api/deliveries?sort=slot_asc' },
    { what: `needs-you view ${of}`, shop: one, path: '/api/deliveries?view=needs_you' },
    { what: `search by number ${of}`, shop: one, path: `/api/deliveries?query=${number}` },
    { what: `search by phone ${of}`, shop: one, path: '/api/deliveries/search', body: { text: '0821234567' } },
  ];
}

/** In ms, of reads one after the other, without those that a process begins with. */
async function p95Of({ url }: ServerProcess, { shop: of, path, body }: Read): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < warmUp + readsTimed; index += 1) {
    const startedAt = performance.now();
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${sessionToken(of)}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    if (index >= warmUp) times.push(performance.now() - startedAt);
  }
  return quantile(times, 0.95);
}

async function webhooksTaken({ url }: ServerProcess): Promise<number> {
  const { requestsPerSecond, failed } = await sendWebhooks(url, { connections: 25, seconds: 4 });
  if (failed > 0) throw new Error(`${failed} webhooks were not answered with 200`);
  return requestsPerSecond;
}

let lastNumber = 1_000;

/** Pays so many orders of the shop and waits for their notes; how many a second. */
async function place({ url }: ServerProcess, shopify: CannedShopify, count: number): Promise<number> {
  const startedAt = performance.now();
  const first = lastNumber + 1;
  lastNumber += count;
  const orders = await storeWebhooks(url, shopify, [shop], count, first);
  for (let left = shopify.withoutNote(orders); left.length > 0; left = shopify.withoutNote(left)) await pause(50);
  return (count * 1_000) / (performance.now() - startedAt);
}

async function withApp<R>(env: Record<string, string>, use: (app: ServerProcess) => Promise<R>): Promise<R> {
  const app = await startServer(entryPoints.app, env);
  try {
    return await use(app);
  } finally {
    await app.stop();
  }
}

async function fillBigShop(url: string, env: Record<string, string>, count: number): Promise<void> {
  const [id = '', secret = ''] = (env['ENCRYPTION_KEYS'] ?? '').split(':');
  const encryption = { keys: [{ id, secret: Buffer.from(secret, 'base64') }] };
  const storage = await openTestStorage('server', { url, encryption });
  await copyOrders(storage, bigShop as ShopDomain, count).finally(() => storage.close());
  const client = new pg.Client(url);
  await client.connect();
  const ago = `make_interval(days => (order_id::bigint % ${bigShopsDays})::int)`;
  await client.query(`update shop_order set updated_at = updated_at - ${ago} where shop = $1`, [bigShop]);
  await client.query(
    `update delivery set slot_start = slot_start - ${ago}, updated_at = updated_at - ${ago} where shop = $1`,
    [bigShop],
  );
  await client.end();
}
