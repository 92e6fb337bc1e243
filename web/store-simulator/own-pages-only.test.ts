import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusOf } from '#testing/status-of.ts';
import { orderKinds } from './catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from './testing/running-store.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore();
});
afterAll(() => running.close());

test.each([
  ['127.0.0.1:PORT', 200],
  ['localhost:PORT', 200],
  ['127.0.0.1:1', 421],
  ['evil.example:PORT', 421],
  ['localhost.evil.example:PORT', 421],
])('a request for %s is answered %i', async (host, status) => {
  for (const path of ['/store/demo-shop/orders', '/store/demo-shop/session-token', '/_store/health']) {
    expect(await statusOf(running.store.port, 'GET', path, { host }), path).toBe(status);
  }
});

test.each([
  ['http://127.0.0.1:PORT', 303, 200],
  ['http://127.0.0.1:1', 403, 403],
  ['http://evil.example', 403, 403],
  ['null', 403, 403],
])('a page of %s presses a button: %i; it steers: %i', async (origin, pressed, steered) => {
  const { id } = running.store.addOrder(shop, orderKinds.unpaid());
  const headers = { host: '127.0.0.1:PORT', origin };
  const json = { ...headers, 'content-type': 'application/json' };
  const pay = `/store/demo-shop/orders/${id}/pay`;
  expect(await statusOf(running.store.port, 'POST', '/_store/orders', json, JSON.stringify([shop]))).toBe(steered);
  expect(await statusOf(running.store.port, 'POST', pay, headers)).toBe(pressed);
  expect(running.store.order(shop, id).financialStatus).toBe(pressed === 303 ? 'PAID' : 'PENDING');
});
