import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { OrderView } from '#api-contract/order.ts';
import { startCourierService } from '#courier-service/start.ts';
import { type AppProcess, startApp } from '#runtime/app-process.ts';
import { type Config, configOf } from '#runtime/config.ts';
import { readEnv } from '#runtime/env.ts';
import { startStoreSimulator } from '#store-simulator/start.ts';
import type { StoreSimulator, StoreSimulatorOptions } from '#store-simulator/store-simulator.ts';
import { flowTriggers } from './flow-triggers.ts';
import { freePort } from './free-port.ts';
import { whereItStands } from './where-it-stands.ts';

export const demoShop = 'demo-shop.myshopify.com';
export const liveKey = 'live-key-0001';
export const testKey = 'test-key-0001';

/** What the project's own delivery service has beyond the defaults. */
const ownProfile = fileURLToPath(new URL('../courier-service/profile.json', import.meta.url));

type CourierService = Awaited<ReturnType<typeof startCourierService>>;
type CourierOptions = Parameters<typeof startCourierService>[0];

export interface LocalWorldOptions {
  /** Over the environment that the world gives the app. */
  env?: Record<string, string>;
  /** Over the configuration, e.g. a profile. */
  config?: (config: Config) => Config;
  store?: Partial<StoreSimulatorOptions>;
  courier?: Partial<CourierOptions>;
  /** Makes a database on a PostgreSQL server for each part that has none of its own. Default: embedded, in memory. */
  freshDatabase?: (part: 'app' | 'courier') => Promise<string>;
  /** A test twin of the service beside the live one. Default false. */
  testTwin?: boolean;
  /** Fills the store and the service before the app starts. */
  beforeApp?: (running: Pick<LocalWorld, 'store' | 'courier'>) => Promise<void>;
  /** Installs the app and gives it the live key. Default true. */
  install?: boolean;
}

/** Real servers on loopback: a Shopify store, the delivery service, the app. Demo, development and tests share it. */
export interface LocalWorld {
  store: StoreSimulator;
  courier: CourierService;
  courierTest: CourierService | null;
  app: AppProcess;
  appUrl: string;
  /** Calls the app's API as the shop's staff would, with a fresh session token. */
  api(method: string, path: string, body?: unknown, shop?: string): Promise<{ status: number; body: unknown }>;
  /** The order as the app shows it; null while it knows none. */
  orderView(orderId: string, shop?: string): Promise<OrderView | null>;
  /** Waits until the app's view of the order satisfies the condition. Fails after `withinMs` with what it saw last. */
  orderUntil(orderId: string, condition: (view: OrderView) => boolean, withinMs?: number): Promise<OrderView>;
  /** Bodies of the placing requests that the live service has seen, oldest first. */
  placements(): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Starts the world; what was started is stopped again where a later part fails. */
export async function startLocalWorld(options: LocalWorldOptions = {}): Promise<LocalWorld> {
  const opened: (() => Promise<unknown>)[] = [];
  try {
    return await open(options, opened);
  } catch (error) {
    for (const close of opened.reverse()) await close();
    throw error;
  }
}

async function open(options: LocalWorldOptions, opened: (() => Promise<unknown>)[]): Promise<LocalWorld> {
  const port = await freePort();
  const appUrl = `http://127.0.0.1:${port}`;
  const credentials = { clientId: 'local-world-client', clientSecret: randomBytes(16).toString('hex') };
  const kept = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    opened.push(() => started.close());
    return started;
  };
  const startCourier = async (apiKeys: string[]) => {
    const database = options.courier?.database ?? {
      url: await options.freshDatabase?.('courier'),
      dataDir: 'memory://',
    };
    const config = { orderUrl: `${store.url}/admin/orders?query={id}`, ...options.courier?.config };
    return kept(startCourierService({ apiKeys, control: true, ...options.courier, config, database }));
  };
  const store = await kept(
    startStoreSimulator({ ...credentials, appUrl, flowTriggers: flowTriggers(), ...options.store }),
  );
  const courier = await startCourier([liveKey]);
  const board = { label: 'Delivery board', url: `${courier.url}/` };
  store.setOutsideLink({ ...board, oneUrl: `${board.url}?delivery={id}#{id}`, id: 'D-\\d+' });
  const courierTest = options.testTwin ? await startCourier([testKey]) : null;
  await options.beforeApp?.({ store, courier });
  const database = hasDatabase(options) ? undefined : await options.freshDatabase?.('app');
  const config = worldConfig(options, { ...credentials, port, appUrl, store, courier, courierTest, database });
  const app = await startApp(options.config?.(config) ?? config);
  opened.push(() => app.stop(2_000));
  const world = worldOf({ store, courier, courierTest, app, appUrl }, opened);
  if (options.install ?? true) await install(world);
  return world;
}

interface Parts {
  clientId: string;
  clientSecret: string;
  port: number;
  appUrl: string;
  store: StoreSimulator;
  courier: CourierService;
  courierTest: CourierService | null;
  /** A PostgreSQL server's; unset: embedded, in memory. */
  database: string | undefined;
}

const hasDatabase = ({ env }: LocalWorldOptions): boolean =>
  env?.['DATABASE_URL'] !== undefined || env?.['DATA_DIR'] !== undefined;

function worldConfig(options: LocalWorldOptions, parts: Parts): Config {
  const read = readEnv({
    SHOPIFY_API_KEY: parts.clientId,
    SHOPIFY_API_SECRET: parts.clientSecret,
    SHOPIFY_APP_URL: parts.appUrl,
    PORT: String(parts.port),
    ...(parts.database === undefined ? { DATA_DIR: 'memory://' } : { DATABASE_URL: parts.database }),
    ENCRYPTION_KEYS: `world:${randomBytes(32).toString('base64')}`,
    COURIER_BASE_URL: parts.courier.url,
    COURIER_PROFILE: ownProfile,
    ...(parts.courierTest ? { COURIER_TEST_BASE_URL: parts.courierTest.url } : {}),
    SHOPIFY_ADMIN_ORIGIN: parts.store.url,
    APP_BRIDGE_URL: `${parts.store.url}/app-bridge.js`,
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  if (!read.ok) throw new Error(read.problems.join('; '));
  return configOf(read.env);
}

type Running = Pick<LocalWorld, 'store' | 'courier' | 'courierTest' | 'app' | 'appUrl'>;

function worldOf(running: Running, opened: (() => Promise<unknown>)[]): LocalWorld {
  const { store, appUrl } = running;
  const api: LocalWorld['api'] = async (method, path, body, shop = demoShop) => {
    const response = await fetch(`${appUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${store.sessionToken(shop)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  const orderView: LocalWorld['orderView'] = async (orderId, shop) => {
    const { status, body } = await api('GET', `/api/orders/${orderId}`, undefined, shop);
    return status === 200 ? (body as OrderView) : null;
  };
  return {
    ...running,
    api,
    orderView,
    orderUntil: async (orderId, condition, withinMs = 60_000) => {
      const begun = performance.now();
      let seen: OrderView | null = null;
      for (let waited = 0; waited < withinMs; waited = performance.now() - begun) {
        seen = await orderView(orderId);
        if (seen && condition(seen)) return seen;
        // What is not there at once waits for a clock: asking on and on would cost more than what is waited for.
        await pause(waited < 500 ? 20 : 60);
      }
      const stands = await whereItStands(store.webhookLog(demoShop), running.app.context.storage, orderId);
      throw new Error(`the order did not get there in ${withinMs} ms; last seen: ${JSON.stringify(seen)}; ${stands}`);
    },
    placements: () => placementsOf(running.courier.url),
    close: async () => {
      for (const close of opened.splice(0).reverse()) await close();
    },
  };
}

const seen = z.object({
  requests: z.array(z.object({ method: z.string(), path: z.string(), body: z.unknown() })),
});

async function placementsOf(courierUrl: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${courierUrl}/_control/requests`);
  const { requests } = seen.parse(await response.json());
  const placing = requests.filter(({ method, path }) => method === 'POST' && path === '/v1/same-day-asap');
  return placing.map(({ body }) =>
    z.record(z.string(), z.unknown()).parse(typeof body === 'string' ? JSON.parse(body) : body),
  );
}

/** The merchant opens the app once (token exchange) and enters the key. */
async function install(world: LocalWorld): Promise<void> {
  const { status, body } = await world.api('PUT', '/api/settings', { courier: { apiKey: liveKey } });
  if (status !== 200) throw new Error(`installing failed with ${status}: ${JSON.stringify(body)}`);
}
