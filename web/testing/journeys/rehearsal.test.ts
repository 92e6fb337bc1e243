import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rehearsalResult } from '#api-contract/rehearsal.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { sweepNow } from '../sweep-now.ts';
import { startTestWorld } from '../test-world.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ store: { throttle: null } });
  // The worker's own comparison, a second after the start, would find what no webhook tells.
  await sweepNow(world, demoShop as ShopDomain);
});
afterAll(() => world.close());

/** A paid order of the days before the app. */
const add = () =>
  world.store.addOrder(demoShop, orderKinds.paid({ quiet: true, lines: [{ sku: 'KET-BLK', quantity: 2 }] }));

const rehearsed = async (orderId: string, automation: object = {}) => {
  const answer = await world.api('POST', '/api/rehearsal', { automation });
  return rehearsalResult.parse(answer.body).orders.find((order) => order.orderId === orderId);
};

async function fulfil(orderId: string): Promise<void> {
  const { shopify, storage } = world.app.context;
  const shop = await storage.shops.shop(demoShop as ShopDomain);
  const order = shop && (await shopify.readOrder(shop.domain, orderId as OrderId, shop.settings.parcel));
  const lines = order?.fulfillmentOrders.flatMap(({ id, lines: goods }) =>
    goods
      .filter(({ remainingQuantity }) => remainingQuantity > 0)
      .map(({ id: lineId, remainingQuantity }) => ({ fulfillmentOrderId: id, lineId, quantity: remainingQuantity })),
  );
  await shopify.fulfil(demoShop as ShopDomain, {
    lines: lines ?? [],
    trackingNumber: '1',
    trackingUrl: null,
    company: 'Courier',
  });
}

describe('a rehearsal judges orders as they were when they were paid', () => {
  it.each<[string, (orderId: string) => unknown]>([
    ['fulfilled', fulfil],
    ['cancelled and given back', (id) => world.store.cancelOrder(demoShop, id)],
    ['cancelled, the money kept', (id) => world.store.cancelOrder(demoShop, id, { refund: false })],
    ['given back with the goods', (id) => world.store.refundOrder(demoShop, id, { lines: [{ line: 0 }] })],
    ['given back in part', (id) => world.store.refundOrder(demoShop, id, { amount: '10.00' })],
    ['moved to another location', (id) => move(id)],
    ['moved and fulfilled', (id) => moveAndFulfil(id)],
  ])('that was %s since', async (_since, change) => {
    const order = add();
    await change(order.id);
    expect(await rehearsed(order.id)).toMatchObject({ state: 'placed', reason: null });
    // Two kettles of 1.4 kg, whatever became of them.
    expect(await rehearsed(order.id, { maxWeightKg: 2.7 })).toMatchObject({ reason: { code: 'condition_weight' } });
    expect(await rehearsed(order.id, { maxWeightKg: 2.9 })).toMatchObject({ state: 'placed' });
  });

  it.each(['inProgress', 'prepared'])('and takes the trigger %s as given', async (trigger) => {
    expect(await rehearsed(add().id, { trigger })).toMatchObject({ state: 'placed' });
  });

  it('but never calls an unpaid order placed', async () => {
    const order = world.store.addOrder(demoShop, orderKinds.unpaid({ quiet: true }));
    expect(await rehearsed(order.id)).toMatchObject({ state: 'skipped', reason: { code: 'not_paid' } });
  });

  it('and an order for another day on that day', async () => {
    const order = world.store.addOrder(demoShop, orderKinds.deliveryDate({ quiet: true, paid: true }));
    expect(await rehearsed(order.id)).toMatchObject({ state: 'placed' });
  });
});

function move(orderId: string): void {
  const [, elsewhere] = world.store.locations(demoShop);
  world.store.changeFulfillmentOrder(demoShop, orderId, { action: 'move', location: elsewhere?.id ?? '' });
}

async function moveAndFulfil(orderId: string): Promise<void> {
  move(orderId);
  await fulfil(orderId);
}
