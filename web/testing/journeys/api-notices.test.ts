import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { type LocalWorld, demoShop as shop } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.close());

const reason = 'https://shopify.dev/changelog/orders-move-on';

/** What the operator's Prometheus gets, by kind. */
async function counted(): Promise<Record<string, number>> {
  const text = await world.app.context.metrics.registry.getSingleMetricAsString('shopify_api_notices_total');
  const found = [...text.matchAll(/^shopify_api_notices_total\{kind="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(found.map(([, kind = '', count]) => [kind, Number(count)]));
}

test('an operator hears once that Shopify serves another version, and that the app uses what is deprecated', async () => {
  const warned = vi.spyOn(world.app.context.logger, 'warn');
  const lines = () =>
    warned.mock.calls.flatMap(([, fields]) => (fields?.said ? [[fields.code, fields.said]] : [])).sort();
  await paidOrder(world, orderKinds.paid());
  expect(lines()).toEqual([]);
  expect(await counted()).toEqual({ api_version: 0, webhook_version: 0, deprecated: 0 });
  world.store.faults.apiVersion('2027-01');
  world.store.faults.deprecated(reason);
  await paidOrder(world, orderKinds.paid());
  await paidOrder(world, orderKinds.paid());
  expect(lines()).toEqual([
    ['api_version', '2027-01'],
    ['deprecated', reason],
    ['webhook_version', '2027-01'],
  ]);
  for (const count of Object.values(await counted())) expect(count).toBeGreaterThan(1);
});

test('a version that a stranger made up is no webhook of Shopify', async () => {
  const before = await counted();
  const headers = { 'X-Shopify-API-Version': '1999-01' };
  expect(await world.store.sendWebhook(shop, { body: '{}', signature: 'forged', headers })).toMatchObject([
    { status: 401 },
  ]);
  expect((await counted())['webhook_version']).toBe(before['webhook_version']);
});
