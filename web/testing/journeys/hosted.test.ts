import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import { selfSignedCertificate } from '#courier-client/testing/self-signed-certificate.ts';
import { startStrictPooler } from '#database/testing/strict-pooler.ts';
import { runOperatorCommand } from '#operator/testing/run-command.ts';
import { openStorage } from '#storage/open-storage.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { startAppChild } from '../app-child.ts';
import { freshServerDatabase } from '../databases.ts';
import { freePort } from '../free-port.ts';
import { demoShop, liveKey } from '../local-world.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startTestWorld } from '../test-world.ts';

const secret = randomBytes(32);
const ENCRYPTION_KEYS = `k:${secret.toString('base64')}`;
const soon = { timeout: 30_000, interval: 50 };

/** TLS ends here, as at a host's proxy; `to` names the port that takes the requests from now on. */
async function tlsProxy() {
  const certificate = selfSignedCertificate();
  const authorities = getCACertificates('default');
  setDefaultCACertificates([...authorities, certificate.cert]);
  let port = 0;
  const server = createServer(certificate, (incoming, answer) => {
    const { method, url, headers } = incoming;
    const forwarded = request({ port, host: '127.0.0.1', method, path: url, headers }, (response) => {
      response.pipe(answer.writeHead(response.statusCode ?? 502, response.headers));
    });
    incoming.pipe(forwarded.on('error', () => answer.writeHead(502).end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    setDefaultCACertificates(authorities);
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: (next: number) => {
      port = next;
    },
  };
}

test('behind TLS and a pooler: installed, backed up, destroyed, restored, upgraded and taken back while orders come', async () => {
  const proxy = await tlsProxy();
  const world = await startTestWorld({
    env: { ROLE: 'web' },
    install: false,
    unjudged: 'its own app does nothing: others work in its place',
  });
  onTestFinished(() => world.close());
  world.store.setAppUrl(proxy.url);
  const { shopify } = world.app.context.config;
  const start = async (database: string) => {
    const pooler = await startStrictPooler(database);
    const port = await freePort();
    const app = await startAppChild({
      ...{ DATABASE_URL: pooler.url, ENCRYPTION_KEYS, HOST: '0.0.0.0', PORT: String(port), LOG_LEVEL: 'warn' },
      ...{ SHOPIFY_API_KEY: shopify.apiKey, SHOPIFY_API_SECRET: shopify.apiSecret, SHOPIFY_APP_URL: proxy.url },
      ...{ SHOPIFY_ADMIN_ORIGIN: world.store.url, COURIER_BASE_URL: world.courier.url, SWEEP_INTERVAL_SECONDS: '2' },
    });
    proxy.to(port);
    const end = async (signal: NodeJS.Signals) => {
      await app.end(signal);
      await pooler.close();
    };
    onTestFinished(() => end('SIGKILL'));
    return end;
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${world.store.sessionToken(demoShop)}`,
      'content-type': 'application/json',
    };
    return fetch(`${proxy.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  };
  const pay = () => world.store.addOrder(demoShop, orderKinds.paid());
  const written = async (orders: { id: string }[]) => {
    for (const { id } of orders) {
      await vi.waitFor(async () => {
        const view = (await (await call('GET', `/api/orders/${id}`)).json()) as OrderView;
        expect(view.deliveries[0]?.noteWritten).toBe(true);
      }, soon);
    }
  };

  const [first, second] = [await freshServerDatabase(), await freshServerDatabase()];
  const destroy = await start(first);
  expect((await call('PUT', '/api/settings', { courier: { apiKey: liveKey } })).status).toBe(200);
  const orders = [pay()];
  await written(orders);
  const file = join(temporaryFolder(), 'backup');
  const backup = await runOperatorCommand('backup', { DATABASE_URL: first, ENCRYPTION_KEYS }, [file]);
  expect(backup).toMatchObject({ code: 0 });
  await destroy('SIGKILL');
  orders.push(pay());

  expect(await runOperatorCommand('restore', { DATABASE_URL: second, ENCRYPTION_KEYS }, [file])).toMatchObject({
    code: 0,
  });
  const endRestored = await start(second);
  await written(orders);

  orders.push(pay());
  const endNewer = await start(second);
  orders.push(pay());
  await endRestored('SIGTERM');
  orders.push(pay());
  await written(orders);

  // What a newer version may have left: a column more.
  const storage = await openStorage({
    ...{ url: second, dataDir: '', encryption: { keys: [{ id: 'k', secret }] }, maxConnections: 1, migrate: false },
    ...{ onError: () => undefined, log: () => undefined },
  });
  await sql`alter table shop_order add column later text not null default ''`.execute(storage.db);
  await storage.close();
  orders.push(pay());
  await start(second);
  await endNewer('SIGTERM');
  orders.push(pay());
  await written(orders);

  const references = (await world.placements()).map((body) => String(body['order_reference']));
  expect(references.toSorted()).toEqual(orders.map(({ number }) => String(number)).toSorted());
}, 150_000);
