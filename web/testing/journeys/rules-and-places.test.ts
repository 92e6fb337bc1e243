import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thirdParty } from '#store-simulator/catalogue/order-kinds/fulfilment.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, resting, sentFor } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld();
  world.store.addLocation(demoShop, {
    name: thirdParty.name,
    fulfillmentService: thirdParty.fulfillmentService,
    address1: '1 New Road',
    city: 'Midrand',
    provinceCode: 'GP',
    zip: '1685',
  });
});
afterAll(() => world.close());

describe('orders that rest with a reason', () => {
  it.each([
    ['local pickup', orderKinds.localPickup, 'skipped'],
    ['sold at the counter (POS)', orderKinds.pointOfSale, 'skipped'],
    ['a test order outside test mode', orderKinds.testOrder, 'skipped'],
    ['a third-party location', orderKinds.thirdPartyLocation, 'skipped'],
    ['an address outside South Africa', orderKinds.outsideSouthAfrica, 'skipped'],
    ['a scheduled fulfilment order', orderKinds.scheduled, 'held'],
    ['a fulfilment order on hold', orderKinds.onHold, 'held'],
  ] as const)('%s sends nothing and says why', async (_name, kind, state) => {
    const { view, sent } = await paidOrder(world, kind());
    expect(view.state).toBe(state);
    expect(view.reason?.message).toMatch(/\w+/);
    expect(view.rules.some(({ result }) => result === 'fail')).toBe(true);
    expect(sent).toEqual([]);
  });

  it('goes on with an order that was on hold once the hold is released', async () => {
    const { view, stored } = await paidOrder(world, orderKinds.onHold());
    expect(view.state).toBe('held');
    world.store.changeFulfillmentOrder(demoShop, stored.id, { action: 'releaseHold' });
    const placed = await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    expect(placed.deliveries).toHaveLength(1);
  });

  it('skips an unpaid order, and places it once it is paid', async () => {
    const order = world.store.addOrder(demoShop, orderKinds.unpaid());
    world.store.updateOrder(demoShop, order.id, { note: 'Please call' });
    const unpaid = await world.orderUntil(order.id, resting);
    expect(unpaid.state).toBe('skipped');
    world.store.payOrder(demoShop, order.id);
    await world.orderUntil(order.id, ({ state }) => state === 'placed');
    expect(await sentFor(world, order.number)).toHaveLength(1);
  });

  it('waits for the rest of a partly paid order, then places it', async () => {
    const order = world.store.addOrder(demoShop, orderKinds.unpaid());
    world.store.payOrder(demoShop, order.id, { amount: '10.00' });
    const partly = await world.orderUntil(order.id, resting);
    expect(partly.state).toBe('skipped');
    world.store.payOrder(demoShop, order.id);
    await world.orderUntil(order.id, ({ state }) => state === 'placed');
    expect(await sentFor(world, order.number)).toHaveLength(1);
  });

  it('cancels what was cancelled before it was sent', async () => {
    const order = world.store.addOrder(demoShop, orderKinds.onHold());
    world.store.payOrder(demoShop, order.id);
    await world.orderUntil(order.id, ({ state }) => state === 'held');
    world.store.cancelOrder(demoShop, order.id);
    const cancelled = await world.orderUntil(order.id, ({ state }) => state === 'cancelled');
    expect(cancelled.reason?.message).toMatch(/cancel/i);
    expect(await sentFor(world, order.number)).toEqual([]);
  });

  it('calls its driver off, and sends no second one, when a placed order is cancelled', async () => {
    const { stored } = await paidOrder(world, orderKinds.unpaid());
    world.store.cancelOrder(demoShop, stored.id);
    await world.orderUntil(stored.id, ({ state }) => state === 'cancelled');
    expect(await sentFor(world, stored.number)).toHaveLength(1);
  });
});

describe('places and notes', () => {
  it('trusts no coordinates that Shopify did not validate', async () => {
    const { sent } = await paidOrder(world, orderKinds.unvalidatedCoordinates());
    expect(sent[0]).not.toHaveProperty('dropoff_coordinates');
    expect(sent[0]?.['pickup_coordinates']).toMatch(/^-?\d+\.\d+, \d+\.\d+$/);
  });

  it('places a draft order like any other', async () => {
    const { view } = await paidOrder(world, orderKinds.draftOrder());
    expect(view.state).toBe('placed');
  });

  it('keeps a note with emoji, CRLF and a pasted line of ours byte for byte, and adds its line once', async () => {
    const kind = orderKinds.emojiNote();
    const { stored } = await paidOrder(world, kind);
    expect(stored.note?.startsWith(kind.note ?? '')).toBe(true);
    const own = stored.note?.split('\r\n').filter((line) => line.startsWith(`Same-day delivery ${stored.number}:`));
    expect(own).toHaveLength(1);
  });

  it('answers 200 to a webhook repeated nine times and shuffled, and books one delivery', async () => {
    const { stored } = await paidOrder(world, orderKinds.unpaid());
    const log = world.store.webhookLog(demoShop).filter(({ topic }) => topic === 'orders/paid');
    const last = log.at(-1);
    for (let times = 0; times < 9; times += 1) await world.store.resendWebhook(last?.webhookId ?? '');
    await world.store.webhooksSettled();
    expect(await sentFor(world, stored.number)).toHaveLength(1);
  });

  it('quarantines a signed webhook about an order that this shop does not have', async () => {
    const body = { id: 123456, admin_graphql_api_id: 'gid://shopify/Order/123456' };
    const [answer] = await world.store.sendWebhook(demoShop, { topic: 'orders/paid', body });
    expect(answer?.status).toBe(200);
    const overview = async () => (await world.api('GET', '/api/overview')).body as { quarantinedWebhooks: number };
    await expect.poll(async () => (await overview()).quarantinedWebhooks).toBe(1);
    expect((await world.api('GET', '/api/orders/123456')).status).toBe(404);
  });
});
