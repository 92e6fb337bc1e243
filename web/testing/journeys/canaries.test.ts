import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import type { LogFields } from '#runtime/logger.ts';
import { dumpTables } from '#storage/testing/dump.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { startAppChild } from '../app-child.ts';
import { courierControl } from '../courier-control.ts';
import { freshServerDatabase } from '../databases.ts';
import { freePort } from '../free-port.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const ENCRYPTION_KEYS = `canary:${randomBytes(32).toString('base64')}`;
const person = { firstName: 'Zebrafinch', lastName: 'Bokmakierie' };
const private_ = [...Object.values(person), 'zebrafinch@', 'Sunbird', '4478194', '447 8194', 'Hoopoe'];
const soon = { timeout: 60_000, interval: 50 };

/** A process of its own in the world, which does all the work and says all that it can say. */
async function talkativeApp({ app: own, store, courier }: LocalWorld, DATABASE_URL: string) {
  const { shopify } = own.context.config;
  const [port, metricsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const app = await startAppChild({
    ...{ DATABASE_URL, ENCRYPTION_KEYS, PORT: String(port), METRICS_PORT: String(metricsPort), LOG_LEVEL: 'debug' },
    ...{ SHOPIFY_API_KEY: shopify.apiKey, SHOPIFY_API_SECRET: shopify.apiSecret, SHOPIFY_APP_URL: url },
    ...{ SHOPIFY_ADMIN_ORIGIN: store.url, COURIER_BASE_URL: courier.url, RETRY_BASE_MS: '100' },
  });
  onTestFinished(() => void app.end('SIGKILL'));
  return {
    url,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    end: async () => {
      await app.end('SIGTERM');
      return app.said.stderr;
    },
  };
}

/** The lines from the webhook to the note of an order, by the one id that they share. */
function chainOf(lines: readonly (LogFields & { msg: string })[], orderId: string): string[] {
  const noted = lines.find((line) => line.msg === 'write-back of the note' && line.orderId === orderId);
  return lines
    .filter((line) => line.correlationId === noted?.correlationId)
    .map(({ msg, orderId: of = 'not known yet', outcome }) => `${msg}: ${outcome}, ${of === orderId ? 'it' : of}`);
}

test('security 11: nothing of a buyer and no secret is in logs, metrics, errors or addresses, nor secrets in the dump', async () => {
  const DATABASE_URL = await freshServerDatabase();
  const world = await startTestWorld({ env: { DATABASE_URL, ENCRYPTION_KEYS, ROLE: 'web' } });
  onTestFinished(() => world.close());
  const app = await talkativeApp(world, DATABASE_URL);
  world.store.setAppUrl(app.url);
  const courier = courierControl(world.courier.url);
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${world.store.sessionToken(demoShop)}`,
      'content-type': 'application/json',
    };
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, text: await response.text() };
  };
  const viewOf = async (id: string) => JSON.parse((await call('GET', `/api/orders/${id}`)).text) as OrderView;

  const fault = { kind: 'status', status: 500 };
  await courier.fails({ match: { path: '/v1/same-day-asap' }, fault, times: 1 });
  const { shippingAddress } = orderKinds.paid();
  const address = { ...shippingAddress, ...person, address1: '9 Sunbird Road', phone: '+27824478194' };
  const customer = { ...person, email: 'zebrafinch@example.com' };
  const order = world.store.addOrder(demoShop, orderKinds.paid({ customer, shippingAddress: address, note: 'Hoopoe' }));
  await vi.waitFor(async () => expect((await viewOf(order.id)).deliveries[0]?.noteWritten).toBe(true), soon);
  const refused = world.store.addOrder(
    demoShop,
    orderKinds.paid({ customer, shippingAddress: { ...address, phone: null }, phone: null, note: 'Hoopoe' }),
  );
  await vi.waitFor(async () => expect((await viewOf(refused.id)).state).toBe('needs_attention'), soon);
  const plain = world.store.addOrder(demoShop, orderKinds.paid({ customer, shippingAddress: address }));
  await vi.waitFor(async () => expect((await viewOf(plain.id)).deliveries[0]?.noteWritten).toBe(true), soon);
  await world.store.sendWebhook(demoShop, { body: '{"note":"Hoopoe", Zebrafinch' });
  await world.store.sendWebhook(demoShop, { body: '{"id":"Zebrafinch"}', signature: 'Zebrafinch' });
  const errors = [
    await call('POST', `/api/orders/${refused.id}/send`, { mode: 'again', corrections: { nobody: 'x' } }),
    await call('POST', `/api/orders/${order.id}/cancel`, { orderReference: 'none' }),
    await call('GET', '/api/orders/Zebrafinch'),
    await call('PUT', '/api/settings', { courier: { apiKey: liveKey }, unknown: 1 }),
  ];
  for (const { status } of errors) expect(status).toBeGreaterThanOrEqual(400);
  await world.store.webhooksSettled();

  const { apiSecret } = world.app.context.config.shopify;
  const tokens = await world.app.context.storage.tokens.load(demoShop as never);
  const secrets = [liveKey, apiSecret, ENCRYPTION_KEYS.slice(7), tokens?.accessToken ?? '', tokens?.refreshToken ?? ''];
  const [metrics, log] = [await app.metrics(), await app.end()];
  const lines = log.trim().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
  expect(
    chainOf(
      lines.map((line) => JSON.parse(line)),
      plain.id,
    ),
  ).toEqual([
    'webhook received: stored, not known yet',
    'webhook read: order, it',
    'the service was called: placed, it',
    'write-back of the note: written, it',
  ]);
  const said: Record<string, string> = {
    ...{ log, metrics, errors: errors.map((answer) => answer.text).join('\n') },
    addresses: (await courier.requests()).map(({ path }) => path).join('\n'),
  };
  for (const [where, words] of Object.entries(said)) {
    expect([where, [...private_, ...secrets].filter((word) => words.includes(word))]).toEqual([where, []]);
  }
  const dump = await dumpTables(world.app.context.storage.db);
  expect([...private_, ...secrets].filter((word) => dump.includes(word))).toEqual([]);
}, 180_000);
