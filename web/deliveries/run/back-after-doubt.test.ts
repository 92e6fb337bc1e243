import { expect, test } from 'vitest';
import { exampleFulfillmentOrder, exampleLine } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { fulfil, simLocation } from '#testing/simulation/sim-goods.ts';

test('goods that come back to what ended in doubt go at a person’s press only, for a driver may still come', async () => {
  const { world, run, rest, deliveries, calls } = calmWorld({ faults: ['server_error_before', 'refused'] });
  const { orders, people, shopify } = world;
  await run();
  const before = shopify.order(shop, orderId)?.fulfillmentOrders ?? [];
  shopify.changeGoods(shop, orderId, fulfil);
  await rest();
  const ended = { state: 'cancelled', reason: { code: 'order_ended_in_doubt' } };
  expect(deliveries()).toMatchObject([ended]);
  const asked = calls();
  shopify.changeGoods(shop, orderId, () => before);
  await rest();
  expect(calls()).toEqual(asked);
  expect(deliveries()).toMatchObject([{ ...ended, drift: [{ about: 'goods_without_driver' }] }]);
  people.press(shop, orderId, { mode: 'goods', newReference: '1001-2' });
  await rest();
  expect(deliveries()).toMatchObject([
    { ...ended, drift: [] },
    { orderReference: '1001-2', state: 'placed' },
  ]);
  expect(orders.stored(shop, orderId).order).toMatchObject({ state: 'placed' });
});

test('a press on what the service denied and takes again later is kept, whatever is read of the order until then', async () => {
  const { world, rest, deliveries } = calmWorld({ faults: ['reset_before', 'rate_limited'] });
  const { people, shopify } = world;
  world.notify(shop, orderId, 'orders/paid');
  for (let second = 0; second < 60 && deliveries()[0]?.attempts !== 2; second += 1) await world.runFor(1_000, 20_000);
  const waiting = { state: 'queued', reason: { code: 'waiting_to_retry' }, everUnknown: true };
  expect(deliveries()).toMatchObject([{ ...waiting, word: null }]);
  shopify.onChange = () => undefined;
  shopify.edit(shop, orderId, { customAttributes: [{ key: 'Delivery-Date', value: '2026-11-20' }] });
  people.press(shop, orderId, { mode: 'again' });
  await world.runFor(500, 20_000);
  expect(deliveries()).toMatchObject([{ ...waiting, word: [] }]);
  world.notify(shop, orderId, 'orders/updated');
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed' }]);
});

test.each([
  ['for dearer ones', { financialStatus: 'PARTIALLY_PAID' }, {}, 'cancelled'],
  ['past the cut-off', {}, { cutOff: '06:00' }, 'needs_attention'],
  ['when the shop sends by hand', {}, { mode: 'manual' }, 'skipped'],
] as const)(
  'no words of the order deny a driver who may be booked: goods exchanged %s',
  async (_when, paid, automation, state) => {
    const { world, run, rest, deliveries } = calmWorld({ faults: ['server_error_before', 'refused'] });
    const { orders, shopify, shops } = world;
    await run();
    const { settings } = shops.record(shop);
    shops.change(shop, { settings: { ...settings, automation: { ...settings.automation, ...automation } } });
    const line = exampleLine({ id: '5990', lineItemId: '99' });
    const other = exampleFulfillmentOrder({ id: '599', location: simLocation(0), lines: [line] });
    shopify.changeGoods(shop, orderId, (order, ...given) => [...(fulfil(order, ...given) ?? []), other]);
    shopify.edit(shop, orderId, paid);
    await rest();
    const inDoubt = { reason: { code: 'order_ended_in_doubt' } };
    expect(deliveries()).toMatchObject([{ state: 'cancelled', ...inDoubt }]);
    expect(orders.stored(shop, orderId).order).toMatchObject({ state, ...inDoubt });
  },
);
