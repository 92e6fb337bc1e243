import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#testing/free-port.ts';
import { hangTable } from '#testing/hang-table.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { startMetricsServer } from './metrics-server.ts';
import { type Backend, createBackend } from './server.ts';

let world: LocalWorld;
const panelFolder = mkdtempSync(join(tmpdir(), 'same-day-panel-'));

beforeAll(async () => {
  writeFileSync(join(panelFolder, 'index.html'), '');
  world = await startTestWorld({ env: { ROLE: 'web' } });
});
afterAll(async () => {
  await world.close();
  rmSync(panelFolder, { recursive: true });
});

/** A second backend on the world's context. */
async function another(
  config: Partial<LocalWorld['app']['context']['config']> = {},
  options: Parameters<typeof createBackend>[1] = {},
): Promise<Backend & { url: string; port: number }> {
  const { context } = world.app;
  const its = { ...context, config: { ...context.config, port: 0, ...config } };
  const backend = createBackend(its, { panelFolder, ...options });
  return { ...backend, ...(await backend.listen()) };
}

const body = '{"id":1}';
const hmac = () => createHmac('sha256', world.app.context.config.shopify.apiSecret).update(body).digest('base64');
const head = (id: string) =>
  [
    'POST /api/webhooks HTTP/1.1',
    'Host: app',
    'X-Shopify-Topic: orders/paid',
    `X-Shopify-Shop-Domain: ${demoShop}`,
    `X-Shopify-Webhook-Id: ${id}`,
    `X-Shopify-Hmac-Sha256: ${hmac()}`,
    `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n');

test('a request under way when the process is told to stop is answered', async () => {
  const port = await freePort();
  const backend = await another({ port });
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head('while-stopping')}${body.slice(0, 3)}`);
  await expect.poll(() => fetch(`${backend.url}/healthz`).then(({ status }) => status)).toBe(200);
  const closed = backend.close();
  socket.write(body.slice(3));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
  await closed;
  await expect(fetch(`${backend.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('a stopped backend waits for nobody for ever', async () => {
  const backend = await another();
  const { port } = new URL(backend.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${head('never-ending')}${body.slice(0, 3)}`);
  const ended = text(socket).catch(() => 'reset');
  await expect.poll(() => fetch(`${backend.url}/healthz`).then(({ status }) => status)).toBe(200);
  await backend.close(50);
  expect(await ended).not.toContain('200');
});

test('security 15: who stops reading an answer is cut off, and no connection lasts for ever', async () => {
  const large = mkdtempSync(join(tmpdir(), 'same-day-large-'));
  onTestFinished(() => rmSync(large, { recursive: true }));
  writeFileSync(join(large, 'index.html'), 'x'.repeat(64_000_000));
  const backend = await another({}, { idleMs: 200, panelFolder: large });
  onTestFinished(() => backend.close(0));
  const answered = async () => {
    const { values } = await world.app.context.metrics.httpServer.get();
    const counts = values.filter(
      ({ metricName, labels }) => metricName?.endsWith('_count') && labels.route === 'other',
    );
    return counts.reduce((sum, { value }) => sum + value, 0);
  };
  const before = await answered();
  const socket = connect(backend.port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: app\r\n\r\n');
  await expect.poll(answered).toBe(before + 1);
  expect((await text(socket)).length).toBeLessThan(64_000_000);
});

test('listens where HOST says, and there only', async () => {
  // A port of the system's choice may be another process's on 127.0.0.1, whose answer would count as ours.
  const port = await freePort();
  const backend = await another({ listenOn: '::1', port });
  expect(backend.url).toMatch(/^http:\/\/\[::1\]:/);
  expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  await backend.close();
  const everywhere = await another({ listenOn: '0.0.0.0', appUrl: 'https://app.example.com' });
  expect((await fetch(`${everywhere.url}/healthz`)).status).toBe(200);
  await everywhere.close();
});

test('metrics have a port of their own on loopback, in a process of any role, and name no shop and no order', async () => {
  const { context } = world.app;
  const config = { ...context.config, metricsPort: await freePort(), metricsHost: '127.0.0.1' };
  const server = await startMetricsServer({ ...context, config });
  onTestFinished(() => server?.close());
  await world.api('GET', '/api/orders/123456789');
  expect((await fetch(`${world.appUrl}/metrics`)).status).toBe(404);
  const response = await fetch(`http://127.0.0.1:${server?.port}/metrics`);
  const metrics = await response.text();
  expect(metrics).toMatch(
    /http_server_request_duration_seconds_count\{.*route="\/api\/orders\/:orderId".*status="404"/,
  );
  expect(metrics).not.toContain(demoShop);
  expect(metrics).not.toContain('123456789');
  expect((await fetch(`http://127.0.0.1:${server?.port}/`)).status).toBe(404);
});

test.each([
  ['/api/orders/%E0%A4%A', 400, /^The address is not readable/],
  ['/api/orders/%E0%A4%A/preview?language=af', 400, /^Die adres is nie leesbaar nie/],
  ['/api/data-requests/%/export', 400, /^The address is not readable/],
  ['/api/nothing/%', 404, /no such call/],
  ['/assets/%E0%A4%A.js', 400, /^The address is not readable/],
  ['/deliveries/%E0%A4%A', 400, /^The address is not readable/],
  ['/%', 400, /^The address is not readable/],
  ['/mail/%', 400, /^The address is not readable/],
  ['/api/checkout-rates/%/x', 400, /^The address is not readable/, 'POST'],
  ['/api/courier/notifications/%', 400, /^The address is not readable/, 'POST'],
])(
  'an address with a percent sign that stands for nothing is told so: %s',
  async (path, status, says, method = 'GET') => {
    const backend = await another();
    onTestFinished(() => backend.close());
    const headers = {
      ...{ authorization: `Bearer ${world.store.sessionToken(demoShop)}`, accept: 'text/html' },
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    };
    const response = await fetch(`${backend.url}${path}`, {
      method,
      headers,
      ...(method === 'POST' && { body: '{}' }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    expect(((await response.json()) as { detail: string }).detail).toMatch(says);
  },
);

test('a process that works is ready only while a worker lives', async () => {
  const backend = await another({ role: 'all' });
  const ready = async () => (await fetch(`${backend.url}/readyz`)).status;
  const { db } = world.app.context.storage;
  await db
    .insertInto('worker_heartbeat')
    .values({ worker: 'w', at: new Date(Date.now() - 60_000) })
    .execute();
  expect(await ready()).toBe(503);
  await db.updateTable('worker_heartbeat').set({ at: new Date() }).execute();
  expect(await ready()).toBe(200);
  await backend.close();
});

test('a process whose database takes no changes, as after a failover to a replica, is not ready until it does', async () => {
  const only = await startTestWorld({ env: { ROLE: 'web' }, unjudged: 'nothing can be written' });
  onTestFinished(() => only.close());
  const { db } = only.app.context.storage;
  const readOnly = (is: 'on' | 'off') =>
    db.connection().execute(async (own) => {
      await sql`set session characteristics as transaction read write`.execute(own);
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(own);
      const name = sql.id(rows[0]?.name ?? '');
      if (is === 'on') await sql`update worker_heartbeat set at = at - interval '1 minute'`.execute(own);
      await sql`alter database ${name} set default_transaction_read_only = ${sql.lit(is)}`.execute(own);
      const all = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`;
      await all.execute(own).catch(() => undefined);
    });
  const backend = createBackend(
    { ...only.app.context, config: { ...only.app.context.config, port: 0 } },
    { panelFolder },
  );
  onTestFinished(() => backend.close());
  const { url } = await backend.listen();
  const ready = async () => {
    const response = await fetch(`${url}/readyz`);
    return { ...((await response.json()) as object), status: response.status };
  };
  expect(await ready()).toMatchObject({ status: 200, writes: true });
  await readOnly('on');
  await expect
    .poll(ready)
    .toMatchObject({ status: 503, database: true, writes: false, why: [expect.stringContaining('takes no changes')] });
  const headers = { 'x-shopify-topic': 'orders/paid', 'x-shopify-shop-domain': demoShop, 'x-shopify-webhook-id': 'x' };
  const signature = createHmac('sha256', only.app.context.config.shopify.apiSecret).update(body).digest('base64');
  const signed = { ...headers, 'x-shopify-hmac-sha256': signature };
  const webhook = await fetch(`${url}/api/webhooks`, { method: 'POST', body, headers: signed });
  expect(webhook.status).toBe(503);
  await readOnly('off');
  await expect.poll(ready, { timeout: 5_000 }).toMatchObject({ status: 200, writes: true });
});

test.each(['app_secret', 'worker_heartbeat'])(
  'whether a process is ready is told at once, though the database hangs over %s',
  async (table) => {
    const backend = await another({ role: 'all' });
    onTestFinished(() => backend.close());
    const ready = async () => {
      const response = await fetch(`${backend.url}/readyz`, { signal: AbortSignal.timeout(2_500) });
      return { ...((await response.json()) as { why: string[] }), status: response.status };
    };
    const { db } = world.app.context.storage;
    const alive = { worker: `alive/${table}`, at: new Date(), works: true };
    await db.insertInto('worker_heartbeat').values(alive).execute();
    onTestFinished(async () => {
      await db.deleteFrom('worker_heartbeat').where('worker', '=', alive.worker).execute();
    });
    const hanging = await hangTable(world, table);
    onTestFinished(hanging.end);
    expect(await ready()).toMatchObject({
      status: 503,
      database: false,
      why: expect.arrayContaining(['The database does not answer.']),
    });
    await hanging.end();
    expect(await ready()).toMatchObject({ status: 200, database: true });
  },
);

test('without a database a webhook is answered 503, so that Shopify repeats it, and nothing leaks', async () => {
  const gone = await startTestWorld({ env: { ROLE: 'web' }, unjudged: 'its database is gone' });
  const token = gone.store.sessionToken(demoShop);
  await gone.app.context.storage.database.close();
  const signature = createHmac('sha256', gone.app.context.config.shopify.apiSecret).update(body).digest('base64');
  const webhook = await fetch(`${gone.appUrl}/api/webhooks`, {
    method: 'POST',
    body,
    headers: {
      'x-shopify-topic': 'orders/paid',
      'x-shopify-shop-domain': demoShop,
      'x-shopify-webhook-id': 'x',
      'x-shopify-hmac-sha256': signature,
    },
  });
  expect(webhook.status).toBe(503);
  expect((await fetch(`${gone.appUrl}/healthz`)).status).toBe(200);
  expect((await fetch(`${gone.appUrl}/readyz`)).status).toBe(503);
  const api = await fetch(`${gone.appUrl}/api/settings`, { headers: { authorization: `Bearer ${token}` } });
  expect([500, 503]).toContain(api.status);
  expect(await api.text()).toMatch(/Reference for support: [0-9a-f-]{36}"/);
  await gone.close();
});

test('of many who come at once none is answered again and again before the last is answered', async () => {
  const backend = await another();
  onTestFinished(() => backend.close());
  // A busy machine takes longer to take up so many than anybody may wait.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const answers = Array.from({ length: 150 }, () => 0);
  const ahead = Promise.withResolvers<number>();
  for (const index of answers.keys()) {
    const socket = connect(backend.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const ask = () => socket.write('GET /healthz HTTP/1.1\r\nHost: app\r\n\r\n');
    ask();
    socket.on('data', (data) => {
      answers[index] = (answers[index] ?? 0) + data.toString().split('HTTP/1.1 ').length - 1;
      if (answers.includes(0)) ask();
      else ahead.resolve(Math.max(...answers));
    });
  }
  expect(await ahead.promise).toBeLessThan(15);
});
