import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.close());

const read = (file: string) => parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));

async function used(has_enabled_flow: boolean, timestamp: string, secret?: string): Promise<number> {
  const body = JSON.stringify({ shop_id: 1, shopify_domain: demoShop, has_enabled_flow, timestamp });
  const key = secret ?? world.app.context.config.shopify.apiSecret;
  const response = await fetch(`${world.appUrl}/api/flow/trigger-used`, {
    method: 'POST',
    headers: { 'x-shopify-hmac-sha256': createHmac('sha256', key).update(body).digest('base64') },
    body,
  });
  return response.status;
}

const payload = z.strictObject({
  order_id: z.number(),
  Change: z.string(),
  'Delivery reference': z.string(),
  'Slot start': z.string(),
});
const told = (id: string) =>
  world.store
    .flowTriggers(demoShop)
    .filter((one) => payload.parse(one.payload).order_id === Number(id))
    .map((one) => payload.parse(one.payload).Change);

test('only shops whose workflows use the trigger are told, each change once, and never by a forged word', async () => {
  expect(await used(true, '2026-11-22T10:00:00Z', 'forged')).toBe(401);
  const before = await paidOrder(world, orderKinds.paid());
  expect(await used(true, '2026-11-22T10:00:01Z')).toBe(200);
  // An older word that comes later changes nothing.
  expect(await used(false, '2026-11-22T10:00:00Z')).toBe(200);
  const { stored } = await paidOrder(world, orderKinds.paid());
  await expect.poll(() => told(stored.id), { timeout: 5_000 }).toEqual(['placed']);
  const problem = await paidOrder(world, orderKinds.noPhone({ paid: true }));
  await expect.poll(() => told(problem.stored.id), { timeout: 5_000 }).toEqual(['needs attention']);
  expect(await used(false, '2026-11-22T10:00:02Z')).toBe(200);
  const after = await paidOrder(world, orderKinds.paid());
  expect([...told(before.stored.id), ...told(after.stored.id)]).toEqual([]);
  expect(told(stored.id)).toEqual(['placed']);
});

test('what is sent is what the extension says, and Flow is told where to say who uses it', () => {
  const { extensions, settings } = read('extensions/flow-delivery-changed/shopify.extension.toml') as {
    extensions: { handle: string }[];
    settings: { fields: { type: string; key?: string }[] };
  };
  const keys = settings.fields.map(({ type, key }) => (type === 'order_reference' ? 'order_id' : key));
  for (const one of world.store.flowTriggers(demoShop)) {
    expect(one.handle).toBe(extensions[0]?.handle);
    expect(Object.keys(z.looseObject({}).parse(one.payload))).toEqual(keys);
  }
  const app = read('shopify.app.toml');
  expect(read('extensions/flow-trigger-used/shopify.extension.toml')).toMatchObject({
    extensions: [
      { type: 'flow_trigger_lifecycle_callback', url: `${String(app['application_url'])}/api/flow/trigger-used` },
    ],
  });
});
