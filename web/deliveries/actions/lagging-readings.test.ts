import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { goodsTopic } from '#testing/simulation/sim-options.ts';
import type { Ports } from '../ports/ports.ts';
import { refreshOrder } from './refresh.ts';
import { sendOrder } from './send-again.ts';

type World = ReturnType<typeof calmWorld>['world'];
type Press = (ports: Ports, world: World) => Promise<unknown>;

const send: Press = (ports, world) =>
  sendOrder(ports, world.shops.record(shop), { orderId, actor: 'person', body: { mode: 'again' } });
const refresh: Press = (ports, world) => refreshOrder(ports, world.shops.record(shop), { orderId, actor: 'person' });

/** An order that was refused is changed; a replica of Shopify's shows that 1.5 s later, and meanwhile somebody presses. */
async function pressMeanwhile(press: Press, change: (world: World) => void) {
  const { world, run, during, calls } = calmWorld({ faults: ['refused'] });
  await run();
  const { orders } = world.shopify;
  const changedAt = world.scheduler.now();
  const old = world.shopify.order(shop, orderId) as ReturnType<typeof orders.fromReplica>;
  const fromReplica = orders.fromReplica.bind(orders);
  orders.fromReplica = (...of) => (world.scheduler.now() < changedAt + 1_500 ? old : fromReplica(...of));
  change(world);
  await world.runFor(1_000, 20_000);
  const pressed = await during((ports) => press(ports, world)).catch((error: unknown) => error);
  // Before anything is compared: that would mend what is missed.
  await world.runFor(5_000, 20_000);
  const { order, deliveries } = world.orders.stored(shop, orderId);
  return { pressed, calls: calls(), order, delivery: deliveries.get('1001') };
}

const cancel = ({ shopify, scheduler }: World) =>
  shopify.edit(shop, orderId, { cancelledAt: new Date(scheduler.now()).toISOString() });

/** Shopify tells of goods without an instant. */
function handOver(world: World): void {
  const { shopify } = world;
  const { onChange } = shopify;
  shopify.onChange = (where, id) => world.notify(where, id, goodsTopic);
  shopify.edit(shop, orderId, { fulfillmentOrders: [] });
  shopify.onChange = onChange;
}

test('Send sends no driver to an order that a webhook tells of as cancelled', async () => {
  const { pressed, calls, order } = await pressMeanwhile(send, cancel);
  expect(calls).toEqual(['place 1001']);
  expect(pressed).toMatchObject({ code: 'order_still_changing', nextStep: 'Press Send again.' });
  expect(order?.state).toBe('cancelled');
});

test.each<[string, (world: World) => void, string]>([
  ['a cancellation', cancel, 'cancelled'],
  ['goods that are gone', handOver, 'skipped'],
])('the webhook of %s is not done with by Refresh, which does not see that yet', async (_name, change, state) => {
  const { pressed, order } = await pressMeanwhile(refresh, change);
  expect(pressed).toEqual({ kind: 'refreshed' });
  expect(order?.state).toBe(state);
});

test('a booked driver stays booked where Refresh reads a replica that shows no goods yet', async () => {
  const { world, during, deliveries, calls } = calmWorld();
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(1_000, 20_000);
  // No webhook waits: nothing but the goods themselves tells that they are only not shown.
  world.shopify.orders.routedAt.set(`${shop}/${orderId}`, world.scheduler.now() + 2_000);
  await during((ports) => refresh(ports, world)).catch(() => undefined);
  await world.runFor(5_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
  expect(calls()).toEqual(['place 1001']);
});

test('a driver is called off where Shopify shows no goods any more, as once all of them are a third party’s', async () => {
  const { world, run, deliveries } = calmWorld();
  await run();
  world.shopify.edit(shop, orderId, { fulfillmentOrders: [] });
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'cancelled' }]);
});
