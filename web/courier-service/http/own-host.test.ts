import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { answerOf, statusOf } from '#testing/status-of.ts';
import { type CourierService, startCourierService } from '../start.ts';
import { basic, courierClient } from '../testing/client.ts';

type Where = 'loopback' | 'everywhere';
const publicUrl = 'https://courier.example.com/base';
let services: Record<Where, CourierService>;

beforeAll(async () => {
  const database = { dataDir: 'memory://' };
  const start = (host: string) =>
    startCourierService({ apiKeys: ['key'], database, control: true, host, config: { publicUrl } });
  services = { loopback: await start('127.0.0.1'), everywhere: await start('0.0.0.0') };
});
afterAll(() => Promise.all(Object.values(services).map((service) => service.close())));

test.each<[Where, string, number]>([
  ['loopback', '127.0.0.1:PORT', 200],
  ['loopback', 'LOCALHOST:PORT', 200],
  ['loopback', '[::1]:PORT', 200],
  ['loopback', 'courier.example.com', 200],
  ['loopback', '127.0.0.1:1', 421],
  ['loopback', '127.0.0.1', 421],
  ['loopback', 'evil.example:PORT', 421],
  ['loopback', 'localhost.evil.example:PORT', 421],
  ['loopback', '127.0.0.1:PORT@evil.example', 421],
  ['everywhere', 'courier:PORT', 200],
])('%s: a request for %s is answered %i', async (where, host, status) => {
  for (const path of ['/', '/healthz', '/openapi.json', '/_control/requests']) {
    expect(await statusOf(services[where].port, 'GET', path, { host }), path).toBe(status);
  }
});

test.each<[Where, string, number]>([
  ['loopback', 'http://127.0.0.1:PORT', 200],
  ['loopback', 'http://localhost:PORT', 200],
  ['loopback', 'https://courier.example.com', 200],
  ['loopback', 'http://127.0.0.1:1', 403],
  ['loopback', 'http://evil.example', 403],
  ['loopback', 'null', 403],
  ['everywhere', 'http://127.0.0.1:PORT', 200],
  ['everywhere', 'https://courier.example.com', 200],
  ['everywhere', 'http://evil.example', 403],
])('%s: a change from a page of %s is answered %i, reading is not refused', async (where, origin, status) => {
  const headers = { host: '127.0.0.1:PORT', origin };
  expect(await statusOf(services[where].port, 'POST', '/_control/reset', headers)).toBe(status);
  expect(await statusOf(services[where].port, 'DELETE', '/_control/requests', headers)).toBe(status);
  expect(await statusOf(services[where].port, 'GET', '/_control/requests', headers)).toBe(200);
});

test.each([
  ['courier.example.com', publicUrl],
  ['127.0.0.1:PORT', 'http://127.0.0.1:PORT'],
])('the next page of a list stands where the client asked: at %s', async (name, origin) => {
  const { url, port } = services.loopback;
  const client = courierClient(url, 'key');
  const made = await Promise.all(Array.from({ length: 51 }, () => client.place({ customer_identifier: name })));
  expect(made.filter(({ status }) => status !== 201)).toEqual([]);
  const path = `/v1/deliveries/customer/${encodeURIComponent(name)}`;
  const { body } = await answerOf(port, 'GET', path, { host: name, authorization: basic('key') });
  const start = `${origin.replace('PORT', String(port))}${path}?p=`;
  expect((JSON.parse(body) as { next_page: string }).next_page.slice(0, start.length)).toBe(start);
});

test('what its pages lead to stands below its public address, whatever path a proxy puts before it', async () => {
  const { url, port } = services.loopback;
  const client = courierClient(url, 'key');
  const { body } = await client.place();
  const moved = async (to: string) =>
    (await client.call('POST', `/_control/deliveries/${body.id}/state`, { to })).status;
  expect([await moved('PENDING DROPOFF'), await moved('DELIVERED')]).toEqual([200, 200]);
  const throughProxy = (address: string) =>
    answerOf(port, 'GET', address.slice(publicUrl.length), { host: 'courier.example.com' });
  const links: string[] = [];
  for (const page of [`${publicUrl}/`, String(body['tracking_url'])]) {
    const { body: html } = await throughProxy(page);
    const found = html.matchAll(/(?:src|href)="((?!data:)[^"]+)"/g);
    links.push(...[...found].map(([, link = '']) => new URL(link, page).href));
  }
  expect(links.filter((link) => link.endsWith('/proof.svg'))).toHaveLength(1);
  for (const link of links) {
    expect(link.slice(0, publicUrl.length + 1)).toBe(`${publicUrl}/`);
    expect((await throughProxy(link.replace(/#.*/, ''))).status, link).toBe(200);
  }
});

test('it names the address it listens on, and answers there', async () => {
  const service = await startCourierService({
    apiKeys: ['key'],
    database: { dataDir: 'memory://' },
    host: '127.0.0.2',
  });
  onTestFinished(() => service.close());
  expect(service.url).toBe(`http://127.0.0.2:${service.port}`);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(services.everywhere.url).toBe(`http://127.0.0.1:${services.everywhere.port}`);
});
