import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { prefixOf } from '#placement/order-reference.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const otherShop = 'demoshop.myshopify.com';
const otherKey = 'live-key-0002';
const shops = [
  [demoShop, liveKey, prefixOf(demoShop as ShopDomain)],
  [otherShop, otherKey, 'DEMOSHOP-'],
] as const;
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({
    install: false,
    courier: { apiKeys: [liveKey, otherKey] },
    config: ({ courier, ...config }) => ({
      ...config,
      courier: { ...courier, profile: { ...courier.profile, referenceScope: 'service' } },
    }),
    store: {
      shops: shops.map(([domain]) => ({ domain, name: domain, ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' })),
    },
  });
});
afterAll(() => world.close());

test('two clients with names alike, of a service that keeps references unique over all of them, both get a driver for order 1002', async () => {
  for (const [shop, apiKey, prefix] of shops) {
    const saved = await world.api('PUT', '/api/settings', { courier: { apiKey } }, shop);
    expect(saved).toMatchObject({ status: 200, body: { reference: { prefix } } });
    const { id } = world.store.addOrder(shop, orderKinds.paid({ number: 1_002 }));
    const orderReference = `${prefix}1002`;
    await expect
      .poll(() => world.orderView(id, shop))
      .toMatchObject({ state: 'placed', deliveries: [{ orderReference, noteWritten: true }] });
    expect(world.store.order(shop, id).note).toContain(`Same-day delivery ${orderReference}: `);
  }
  expect((await world.placements()).map((body) => body['order_reference'])).toEqual(
    shops.map(([, , prefix]) => `${prefix}1002`),
  );
});
