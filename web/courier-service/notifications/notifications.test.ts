import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listenOnLoopback } from '#testing/loopback-server.ts';
import type { Program } from '#testing/program.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { type CourierService, startCourierService } from '../start.ts';
import { type Client, courierClient } from '../testing/client.ts';
import { startServiceProcess } from '../testing/service-process.ts';
import { until } from '../testing/until.ts';

interface Received {
  id: string;
  state: string;
  delivery: string;
  headers: IncomingHttpHeaders;
  raw: string;
}

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) {
    await close();
  }
});

/** Instead of a status: the request is never answered. */
const NEVER = 0;

/** An endpoint that answers with the next of `statuses`, then 200. */
async function receiver(statuses: number[] = []): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk: Buffer) => {
      raw += chunk.toString();
    });
    request.on('end', () => {
      const { id, state } = JSON.parse(raw) as { id: string; state: string };
      received.push({ id: String(request.headers['webhook-id']), state, delivery: id, headers: request.headers, raw });
      const status = statuses.shift() ?? 200;
      if (status !== NEVER) response.writeHead(status).end();
    });
  });
  const { url, close } = await listenOnLoopback(server);
  opened.push(close);
  return { url: `${url}/hook`, received };
}

const config = { notifications: { retryBaseMs: 20, timeoutMs: 1000 } };

const register = async (client: Client, endpoint_url: string) =>
  (await client.call('POST', '/v1/webhooks', { endpoint_url })).body;
const move = (client: Client, id: string, to: string) =>
  client.call('POST', `/_control/deliveries/${id}/state`, { to });

describe('a change of state', () => {
  const apiKeys = Array.from({ length: 6 }, (_, index) => `key-${index}`);
  let service: CourierService;
  beforeAll(async () => {
    service = await startCourierService({ apiKeys, config, database: { dataDir: 'memory://' }, control: true });
  });
  afterAll(() => service.close());
  /** One that no other test knows, nor do its endpoints. */
  const newClient = (): Client => courierClient(service.url, apiKeys.pop() ?? '');

  test('is told to every endpoint of its client, signed after Standard Webhooks', async () => {
    const client = newClient();
    const endpoint = await receiver();
    const { secret } = await register(client, endpoint.url);
    const { body } = await client.place();
    await client.call('DELETE', `/v1/deliveries/${body.id}`);
    const [told] = await until(async () => (endpoint.received.length > 0 ? endpoint.received : null));
    const verified = new Webhook(secret).verify(told?.raw ?? '', told?.headers as Record<string, string>);
    expect(verified).toMatchObject({ id: body.id, state: 'CANCELLED', order_reference: body['order_reference'] });
    expect(() => new Webhook(secret).verify(`${told?.raw} `, told?.headers as Record<string, string>)).toThrow();
  });

  test('that a receiver answers 500 three times arrives again under one id, and in order', async () => {
    const client = newClient();
    const endpoint = await receiver([500, 503, 500]);
    await register(client, endpoint.url);
    const { body } = await client.place();
    await move(client, body.id, 'PENDING DROPOFF');
    await move(client, body.id, 'DELIVERED');
    await until(async () => endpoint.received.length === 5);
    expect(endpoint.received.map(({ state }) => state)).toEqual([...Array(4).fill('PENDING DROPOFF'), 'DELIVERED']);
    expect(new Set(endpoint.received.slice(0, 4).map(({ id }) => id)).size).toBe(1);
    expect(new Set(endpoint.received.map(({ id }) => id)).size).toBe(2);
  });

  test('is not told to another client, nor to an endpoint that was removed', async () => {
    const client = newClient();
    const [own, foreign, removed] = [await receiver(), await receiver(), await receiver()];
    await register(newClient(), foreign.url);
    const { id } = await register(client, removed.url);
    await client.call('DELETE', `/v1/webhooks/${id}`);
    await register(client, own.url);
    const { body } = await client.place();
    await client.call('DELETE', `/v1/deliveries/${body.id}`);
    await until(async () => own.received.length === 1);
    expect([foreign.received, removed.received]).toEqual([[], []]);
  });

  test('is signed at the real time, however far the clock of the service is ahead', async () => {
    const client = newClient();
    const endpoint = await receiver();
    await register(client, endpoint.url);
    await client.call('POST', '/_control/clock', { advanceMs: 12 * 3_600_000 });
    const { body } = await client.place();
    await client.call('DELETE', `/v1/deliveries/${body.id}`);
    const [told] = await until(async () => endpoint.received.length > 0 && endpoint.received);
    expect(Math.abs(Number(told?.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(60_000);
    expect(Date.parse((JSON.parse(told?.raw ?? '') as { occurred_at: string }).occurred_at)).toBeGreaterThan(
      Date.now() + 11 * 3_600_000,
    );
  });

  test('is given up after the time set, and then shown as failed', async () => {
    const client = newClient();
    await register(client, 'http://127.0.0.1:1/closed');
    const { body } = await client.place();
    await client.call('DELETE', `/v1/deliveries/${body.id}`);
    const statusOf = async () => {
      const { webhooks } = (await client.get('/v1/webhooks')).body as unknown as {
        webhooks: { undelivered: Status[] }[];
      };
      return webhooks[0]?.undelivered[0];
    };
    await until(async () => ((await statusOf())?.attempts ?? 0) > 1);
    expect((await statusOf())?.status).toBe('waiting');
    await client.call('POST', '/_control/clock', { advanceMs: 25 * 3_600_000 });
    const failed = await until(async () => ((await statusOf())?.status === 'failed' ? statusOf() : null));
    expect(failed).toMatchObject({ delivery_id: body.id, state: 'CANCELLED', last_error: 'ECONNREFUSED' });
  });
});

interface Status {
  status: string;
  attempts: number;
}

test.each([
  ['keeps four requests waiting', Array<number>(100).fill(NEVER), 4],
  ['is told all but the three that it does not answer', Array<number>(3).fill(NEVER), 30],
])('an endpoint that hangs %s, and another client is told meanwhile', async (_what, statuses, told) => {
  const service = await startCourierService({
    apiKeys: ['one', 'other'],
    config: { capacityPerSlot: 100, notifications: { retryBaseMs: 20, timeoutMs: 60_000 } },
    database: { dataDir: 'memory://' },
    control: true,
  });
  opened.push(() => service.close());
  const [one, other] = [courierClient(service.url, 'one'), courierClient(service.url, 'other')];
  const [hanging, answering] = [await receiver(statuses), await receiver()];
  await register(one, hanging.url);
  await register(other, answering.url);
  const cancel = async (client: Client) => client.call('DELETE', `/v1/deliveries/${(await client.place()).body.id}`);
  await Promise.all(Array.from({ length: 30 }, () => cancel(one)));
  await until(async () => hanging.received.length === told);
  await cancel(other);
  await until(async () => answering.received.length === 1);
  // However far the service's clock has come, what is under way is not begun again.
  await one.call('POST', '/_control/clock', { advanceMs: 3_600_000 });
  await cancel(other);
  await until(async () => answering.received.length === 2);
  expect(hanging.received).toHaveLength(told);
});

test.each([
  ['never ends', (response: ServerResponse) => void response.write('x')],
  ['comes byte by byte', (response: ServerResponse) => void setInterval(() => response.write('x'), 50).unref()],
  ['is long', (response: ServerResponse) => void response.end('x'.repeat(200_000))],
])('an acknowledgement whose body %s is one, and keeps no service from closing', async (_what, answer) => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200).flushHeaders();
    answer(response);
  });
  const { url, close } = await listenOnLoopback(server);
  opened.push(close);
  const service = await startCourierService({
    apiKeys: ['key'],
    config: { notifications: { retryBaseMs: 20, timeoutMs: 300 } },
    database: { dataDir: 'memory://' },
    control: true,
  });
  opened.push(() => service.close());
  const client = courierClient(service.url, 'key');
  await register(client, `${url}/hook`);
  await client.call('DELETE', `/v1/deliveries/${(await client.place()).body.id}`);
  const told = async () => (await client.get('/_control/notifications')).body as unknown as { notifications: Status[] };
  await until(async () => (await told()).notifications[0]?.status === 'delivered');
  expect((await told()).notifications).toMatchObject([{ attempts: 1 }]);
});

test('a change of state followed by SIGKILL is told by the next process', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'courier.json'), JSON.stringify(config));
  const start = async (): Promise<Program> => {
    const started = await startServiceProcess({
      COURIER_API_KEYS: 'key',
      COURIER_CONFIG: join(folder, 'courier.json'),
      COURIER_DATA_DIR: join(folder, 'data'),
      COURIER_CONTROL: '1',
    });
    opened.push(() => started.end('SIGKILL'));
    return started;
  };
  const endpoint = await receiver(Array(1000).fill(500));
  const first = await start();
  const client = courierClient(first.url, 'key');
  await register(client, endpoint.url);
  const { body } = await client.place();
  await client.call('DELETE', `/v1/deliveries/${body.id}`);
  await first.end('SIGKILL');
  const before = endpoint.received.length;
  await start();
  const told = await until(async () => endpoint.received[before], 20_000);
  expect(told).toMatchObject({ delivery: body.id, state: 'CANCELLED' });
  expect(new Set(endpoint.received.map(({ id }) => id)).size).toBe(1);
}, 180_000);

test('without control only https endpoints of public hosts are taken', async () => {
  const started = await startCourierService({ apiKeys: ['key'], database: { dataDir: 'memory://' } });
  opened.push(() => started.close());
  const client = courierClient(started.url, 'key');
  const status = async (endpoint_url: unknown) => (await client.call('POST', '/v1/webhooks', { endpoint_url })).status;
  const refused = [
    'http://example.com/hook',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://x.localhost/',
    'https://10.1.2.3/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://user@example.com/',
    'https://metadata.google.internal/',
    'ftp://example.com/',
    'example.com',
    '',
    null,
    7,
  ];
  for (const url of refused) {
    expect([url, await status(url)]).toEqual([url, 422]);
  }
  expect(await status('https://example.com/hook')).toBe(201);
  expect(await status('https://8.8.8.8/hook')).toBe(201);
});
