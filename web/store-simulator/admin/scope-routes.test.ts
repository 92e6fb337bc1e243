import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultScopes, optionalScopes } from '../state/shop-state.ts';
import { type RunningStore, runStore } from '../testing/running-store.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore();
});
afterAll(() => running.close());

const path = '/store/demo-shop/scopes';
const press = async (scopes: string, origin: string) => {
  const address = running.store.url + path;
  const body = new URLSearchParams({ scopes });
  return (await fetch(address, { method: 'POST', headers: { origin }, body })).status;
};
const granted = async () => {
  const answer = (await (await fetch(running.store.url + path)).json()) as { granted: string[] };
  return [...answer.granted].sort();
};

test('grants what is optional, on a press in the admin only, and tells the app', async () => {
  expect(await press('write_shipping', 'http://the-app.example')).toBe(403);
  expect(await press('write_shipping,read_all_orders', running.store.url)).toBe(422);
  expect(await granted()).toEqual([...defaultScopes].sort());
  expect(await press('write_shipping', running.store.url)).toBe(204);
  expect(await press('write_shipping', running.store.url)).toBe(204);
  expect(await granted()).toEqual([...defaultScopes, ...optionalScopes].sort());
  await running.store.webhooksSettled();
  const topics = running.received.map(({ headers }) => headers['x-shopify-topic']);
  expect(topics.filter((topic) => topic === 'app/scopes_update').length).toBeGreaterThan(0);
});
