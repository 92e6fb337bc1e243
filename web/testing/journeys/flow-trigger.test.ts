import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { OrderView } from '#api-contract/order.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { alwaysNow, courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';
import { lookWhenDue } from './look-when-due.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({
    courier: alwaysNow(),
    env: { RETRY_BASE_MS: '10' },
    config: (config) => ({ ...config, timing: { ...config.timing, lookMs: 100 } }),
  });
});
afterAll(() => world.close());

const read = (file: string) => parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));

async function used(
  has_enabled_flow: boolean,
  timestamp: string,
  { secret, shop = demoShop }: { secret?: string; shop?: string } = {},
): Promise<number> {
  const body = JSON.stringify({ shop_id: 1, shopify_domain: shop, has_enabled_flow, timestamp });
  const key = secret ?? world.app.context.config.shopify.apiSecret;
  const response = await fetch(`${world.appUrl}/api/flow/trigger-used`, {
    method: 'POST',
    headers: { 'x-shopify-hmac-sha256': createHmac('sha256', key).update(body).digest('base64') },
    body,
  });
  return response.status;
}

/** Flow's moments, each later than all before: what an earlier test said of the shop is over. */
let seconds = 0;
const later = () => {
  seconds += 1;
  return new Date(Date.UTC(2026, 10, 22, 10, 0, seconds)).toISOString();
};

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
  expect(await used(false, later())).toBe(200);
  expect(await used(true, later(), { secret: 'forged' })).toBe(401);
  const before = await paidOrder(world, orderKinds.paid());
  const older = later();
  expect(await used(true, later())).toBe(200);
  // An older word that comes later changes nothing.
  expect(await used(false, older)).toBe(200);
  const { stored } = await paidOrder(world, orderKinds.paid());
  await expect.poll(() => told(stored.id)).toEqual(['placed']);
  const problem = await paidOrder(world, orderKinds.noPhone({ paid: true }));
  await expect.poll(() => told(problem.stored.id)).toEqual(['needs attention']);
  expect(await used(false, later())).toBe(200);
  const after = await paidOrder(world, orderKinds.paid());
  expect([...told(before.stored.id), ...told(after.stored.id)]).toEqual([]);
  expect(told(stored.id)).toEqual(['placed']);
});

test('of a shop that never had the app nothing is stored', async () => {
  const shop = 'never-installed.myshopify.com';
  expect(await used(true, later(), { shop })).toBe(400);
  const { db } = world.app.context.storage;
  expect(await db.selectFrom('flow_trigger').selectAll().where('shop', '=', shop).execute()).toEqual([]);
});

test('a workflow is told each step of a delivery, in order, in the form of the trigger', async () => {
  expect(await used(true, later())).toBe(200);
  const courier = courierControl(world.courier.url);
  const progressed = (id: string, to: OrderView['deliveries'][number]['progress']) =>
    lookWhenDue(world)(id, ({ deliveries }) => deliveries[0]?.progress === to);
  const ends = [
    ['DELIVERED', 'delivered'],
    ['FAILED', 'failed'],
  ] as const;
  for (const [state, end] of ends) {
    const { stored, view } = await paidOrder(world, orderKinds.paid());
    const deliveryId = view.deliveries[0]?.deliveryId ?? null;
    await courier.becomes(deliveryId, 'PENDING DROPOFF');
    await progressed(stored.id, 'on_its_way');
    await courier.becomes(deliveryId, state);
    await progressed(stored.id, end);
    await expect.poll(() => told(stored.id)).toEqual(['placed', 'on its way', end]);
    const [placed] = world.store
      .flowTriggers(demoShop)
      .filter(({ payload: one }) => payload.parse(one).order_id === Number(stored.id));
    const slotStart = Date.parse(view.deliveries[0]?.slot?.start ?? '');
    expect(placed?.payload).toMatchObject({
      ...{ 'Delivery reference': String(stored.number), 'Slot start': new Date(slotStart).toISOString() },
    });
  }
});

test('Flow is told where to say who uses the trigger', () => {
  const app = read('shopify.app.toml');
  expect(read('extensions/flow-trigger-used/shopify.extension.toml')).toMatchObject({
    extensions: [
      { type: 'flow_trigger_lifecycle_callback', url: `${String(app['application_url'])}/api/flow/trigger-used` },
    ],
  });
});
