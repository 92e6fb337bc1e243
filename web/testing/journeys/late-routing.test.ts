import { afterEach, expect, test, vi } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const routed = 'fulfillment_orders/order_routing_complete';
const soon = { timeout: 30_000, interval: 100 };
let world: LocalWorld;
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const stateOf = (orderId: string) => async () => (await world.orderView(orderId))?.state;
const routings = () =>
  world.app.context.storage.db.selectFrom('webhook').select('state').where('topic', '=', routed).execute();

test('goods that are routed while their order is read without them get their driver', { timeout: 90_000 }, async () => {
  world = await startTestWorld({ unjudged: 'review' });
  const { shopify } = world.app.context.ports;
  const read = shopify.readOrder.bind(shopify);
  vi.spyOn(shopify, 'readOrder').mockImplementationOnce(async (...asked) => {
    const order = await read(...asked);
    // Shopify's answer is of the moment before the routing, and takes longer than the webhook of the routing.
    await expect.poll(async () => (await routings()).map(({ state }) => state), soon).toEqual(['done']);
    return order && { ...order, fulfillmentOrders: [] };
  });
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await expect.poll(stateOf(id), soon).toBe('placed');
});

test('a replica that does not show new goods yet keeps no driver from them', { timeout: 90_000 }, async () => {
  world = await startTestWorld({ unjudged: 'review' });
  const { ports, shopify } = world.app.context;
  const read = ports.shopify.readOrder.bind(ports.shopify);
  let isRouted = false;
  const goods: string[] = [];
  vi.spyOn(ports.shopify, 'readOrder').mockImplementation(async (...asked) => {
    const order = await read(...asked);
    goods.push(...(order?.fulfillmentOrders.map((one) => one.id) ?? []));
    return order && !isRouted ? { ...order, fulfillmentOrders: [] } : order;
  });
  const find = shopify.findOrderOfFulfillmentOrder.bind(shopify);
  let shownAt = Number.POSITIVE_INFINITY;
  vi.spyOn(shopify, 'findOrderOfFulfillmentOrder').mockImplementation(async (...asked) =>
    performance.now() < shownAt ? null : find(...asked),
  );
  const { id } = world.store.addOrder(demoShop, orderKinds.paid({ quiet: true }));
  await world.store.sendWebhook(demoShop, { topic: 'orders/paid', body: { id: BigInt(id) } });
  await expect.poll(stateOf(id), soon).toBe('skipped');
  isRouted = true;
  shownAt = performance.now() + 900;
  const body = { fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${goods[0]}`, status: 'open' } };
  await world.store.sendWebhook(demoShop, { topic: routed, body });
  await expect.poll(stateOf(id), soon).toBe('placed');
});
