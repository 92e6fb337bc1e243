import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startCourierService } from '#courier-service/start.ts';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import type { OrderId } from '#placement/ids.ts';
import { hasLiveWorker } from '#storage/heartbeats.ts';
import { installShop, openTestStorage } from '#storage/testing/engines.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { startStoreSimulator } from '#store-simulator/start.ts';
import { childEnvironment } from '#testing/child-environment.ts';
import { freshServerDatabase } from '#testing/databases.ts';
import { freePort } from '#testing/free-port.ts';

const asOperator = [fileURLToPath(new URL('../../.config/bootstrap/run.mjs', import.meta.url)), 'start'];
const main = fileURLToPath(new URL('../runtime/main.ts', import.meta.url));
const shop = 'demo-shop.myshopify.com';
const patient = { timeout: 240_000 };
const soon = { timeout: 60_000, interval: 50 };
let store: Awaited<ReturnType<typeof startStoreSimulator>>;
let courier: Awaited<ReturnType<typeof startCourierService>>;
let environment: Record<string, string>;

beforeAll(async () => {
  await ensureBuilt();
  const credentials = { clientId: 'some-client', clientSecret: randomBytes(16).toString('hex') };
  const port = await freePort();
  const appUrl = `http://127.0.0.1:${port}`;
  courier = await startCourierService({ apiKeys: ['some-key'], database: { dataDir: 'memory://' }, control: true });
  store = await startStoreSimulator({ ...credentials, appUrl });
  environment = {
    SHOPIFY_API_KEY: credentials.clientId,
    SHOPIFY_API_SECRET: credentials.clientSecret,
    SHOPIFY_APP_URL: appUrl,
    PORT: String(port),
    DATABASE_URL: await freshServerDatabase(),
    ENCRYPTION_KEYS: `k:${randomBytes(32).toString('base64')}`,
    COURIER_BASE_URL: courier.url,
    SHOPIFY_ADMIN_ORIGIN: store.url,
  };
}, 180_000);
afterAll(async () => {
  await store.close();
  await courier.close();
});

/** `npm start` as an operator runs it, with nothing else in its environment. */
function start(variables: Record<string, string>, command: readonly string[] = asOperator) {
  const env = { ...childEnvironment(), HOME: process.env['HOME'] ?? '', ...variables };
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const ready = async (): Promise<string> => {
    await vi.waitFor(() => expect(lines.some((line) => line.startsWith('ready '))).toBe(true), soon);
    return lines.find((line) => line.startsWith('ready ')) ?? '';
  };
  const end = async (): Promise<number | null> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    return child.exitCode;
  };
  return { child, lines, errors, ready, end };
}

async function api(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${environment['SHOPIFY_APP_URL']}${path}`, {
    method,
    headers: { authorization: `Bearer ${store.sessionToken(shop)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

test(
  'a web process and a worker on one database, by environment only, place a paid order; SIGTERM ends both',
  patient,
  async () => {
    const web = start({ ...environment, ROLE: 'web' });
    const metricsPort = await freePort();
    const worker = start({ ...environment, ROLE: 'worker', METRICS_PORT: String(metricsPort) });
    try {
      expect(await web.ready()).toBe(`ready http://127.0.0.1:${environment['PORT']}`);
      expect(await worker.ready()).toBe('ready worker');
      expect((await api('PUT', '/api/settings', { courier: { apiKey: 'some-key' } })).status).toBe(200);
      const order = store.addOrder(shop, orderKinds.paid());
      await vi.waitFor(() => expect(store.order(shop, order.id).note).toMatch(/^Same-day delivery \d+: .*–/m), soon);
      await vi.waitFor(
        async () => expect((await api('GET', `/api/orders/${order.id}`)).body).toMatchObject({ state: 'placed' }),
        soon,
      );
      expect((await fetch(`${environment['SHOPIFY_APP_URL']}/readyz`)).status).toBe(200);
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      expect(metrics).toContain('placement_attempts_total{outcome="placed"} 1');
    } finally {
      const started = performance.now();
      expect(await Promise.all([web.end(), worker.end()])).toEqual([0, 0]);
      expect(performance.now() - started).toBeLessThan(20_000);
    }
    expect([...web.lines, ...worker.lines].filter((line) => line.startsWith('ready'))).toHaveLength(2);
  },
);

test(
  'everything that is wrong with the environment is said at once, and the process exits with 1',
  patient,
  async () => {
    const wrong = start({
      ...environment,
      ENCRYPTION_KEYS: '',
      COURIER_BASE_URL: 'ftp://x',
      PORT: 'many',
      ROLE: 'boss',
    });
    expect(await once(wrong.child, 'close')).toEqual([1, null]);
    const said = wrong.errors.join('\n');
    for (const name of ['ENCRYPTION_KEYS', 'COURIER_BASE_URL', 'PORT', 'ROLE']) expect(said).toContain(name);
    expect(wrong.lines).toEqual([]);
  },
);

test('a process whose port is taken says so, takes up no order, and is heard of as no worker', patient, async () => {
  const url = await freshServerDatabase();
  const [id = '', secret = ''] = environment['ENCRYPTION_KEYS']?.split(':') ?? [];
  const storage = await openTestStorage('server', {
    url,
    encryption: { keys: [{ id, secret: Buffer.from(secret, 'base64') }] },
  });
  onTestFinished(() => storage.close());
  const domain = await installShop(storage, shop);
  await storage.runs.ask(storage.db, [{ shop: domain, orderId: '1' as OrderId, at: null }]);
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const METRICS_PORT = String((taken.address() as AddressInfo).port);
  const worker = start({ ...environment, DATABASE_URL: url, ROLE: 'worker', METRICS_PORT });
  expect(await once(worker.child, 'close')).toEqual([1, null]);
  expect(worker.errors.at(-1)).toMatch(/EADDRINUSE.*METRICS_PORT/);
  const { rows } = await sql`select fence, lease_until from order_run`.execute(storage.db);
  expect(rows).toEqual([{ fence: '0', lease_until: null }]);
  expect(await hasLiveWorker(storage.db)).toBe(false);
});

test('a database that cannot be opened is named, and what to do', patient, async () => {
  const nowhere = `postgres://127.0.0.1:${await freePort()}/delivery`;
  const app = start({ ...environment, DATABASE_URL: nowhere });
  expect(await once(app.child, 'close')).toEqual([1, null]);
  expect(app.errors.at(-1)).toMatch(/The database cannot be opened \(ECONNREFUSED\): .* Start the database server, or/);
});

test(
  'a failure that nobody handles ends the process with its code, and every line of the log is JSON',
  patient,
  async () => {
    const failing =
      "process.on('SIGUSR2', () => Promise.reject(Object.assign(new Error('canary'), { code: 'EPLANTED' })))";
    const planted = `data:text/javascript,${encodeURIComponent(failing)}`;
    const worker = start({ ...environment, ROLE: 'worker', NODE_ENV: 'production' }, ['--import', planted, main]);
    await worker.ready();
    worker.child.kill('SIGUSR2');
    expect(await once(worker.child, 'close')).toEqual([1, null]);
    const codes = worker.errors.map((line) => (JSON.parse(line) as { code?: string }).code);
    expect(codes).toEqual(['development_switch', 'EPLANTED']);
    expect(worker.errors.join('\n')).not.toContain('canary');
  },
);
