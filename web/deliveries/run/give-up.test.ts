import { describe, expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { aggregateOf, exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import { closeAll } from '../alarm.ts';
import { forPerson } from '../delivery.ts';
import { reason } from '../reasons.ts';
import { goneFromShopify } from './give-up.ts';

describe('a driver whose order Shopify no longer shows', () => {
  const gone = { about: 'order_ended', now: 'no longer shown' };
  const ended = { about: 'order_ended', now: 'cancelled' };
  const unheard = { about: 'not_delivered', field: 'items', placed: 'to be delivered', now: 'not heard of' } as const;
  const cancelNow = ({ world }: ReturnType<typeof calmWorld>) =>
    world.shopify.edit(shop, orderId, { cancelledAt: new Date(world.scheduler.now()).toISOString() });
  const statesAtService = ({ world }: ReturnType<typeof calmWorld>) =>
    [...world.service.stored.values()].map(({ state }) => state);

  test('is told of, once, until a person has dealt with it', async () => {
    const given = calmWorld();
    await given.run();
    given.world.shopify.remove(shop, orderId);
    await given.run('orders/updated');
    const [told] = given.deliveries();
    expect(told).toMatchObject({ state: 'placed', drift: [gone], closed: [], cancellation: null });
    expect(given.world.orders.stored(shop, orderId).order?.state).toBe('placed');
    await given.during(({ orders }) =>
      orders.change(shop, orderId, ({ deliveries, now }) => ({
        change: { deliveries: deliveries.map((one) => ({ ...one, closed: closeAll(one, now, 's') })) },
        result: null,
      })),
    );
    await given.run('orders/updated');
    expect(given.deliveries()).toMatchObject([{ drift: [gone], closed: [{ by: 's' }] }]);
    expect(statesAtService(given)).toEqual(['PENDING PICKUP']);
  });

  test.each([
    ['', 0],
    [', of an order that is older than the app may read, too', 60 * 86_400_000],
  ])('is called off where the webhook of its cancellation was read too late%s', async (_which, ageMs) => {
    const given = calmWorld();
    await given.run();
    const stored = given.world.orders.stored(shop, orderId);
    if (stored.order) stored.order = { ...stored.order, processedAt: stored.order.processedAt - ageMs };
    cancelNow(given);
    given.world.shopify.remove(shop, orderId);
    await given.run('orders/cancelled');
    expect(given.deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'cancelled_with_order' } }]);
    expect(statesAtService(given)).toEqual(['CANCELLED']);
  });

  test('is called off also where that comes last, and told of as cancelled where the service cannot', async () => {
    const given = calmWorld();
    await given.run();
    given.world.service.faults.cancel = () => 'refused';
    given.world.shopify.remove(shop, orderId);
    await given.run('orders/updated');
    await given.run('orders/cancelled');
    expect(given.deliveries()).toMatchObject([
      { reason: { code: 'still_booked_refused' }, drift: [{ about: 'order_ended', now: 'cancelled' }] },
    ]);
  });

  test.each([
    ['who may come', null, [], [ended]],
    ['who failed', 'failed', [], [{ about: 'not_delivered', field: 'delivery' }, ended]],
    ['who was not heard of', 'on_its_way', [unheard], [unheard, ended]],
  ] as const)('%s, asks about nothing else of one that was cancelled', async (_who, progress, known, drift) => {
    const given = calmWorld();
    await given.run();
    given.world.service.faults.cancel = () => 'refused';
    const method = { about: 'request', field: 'delivery_method', placed: 'Same Day', now: 'Courier' } as const;
    await given.during(({ orders }) =>
      orders.change(shop, orderId, ({ deliveries }) => ({
        change: { deliveries: deliveries.map((one) => ({ ...one, progress, drift: [...known, method] })) },
        result: null,
      })),
    );
    given.world.shopify.remove(shop, orderId);
    await given.run('orders/cancelled');
    expect(given.deliveries()).toMatchObject([{ drift }]);
  });

  test.each([0, 2_000])('is told of where only the writing back finds it gone (replicas lag %i ms)', async (lagMs) => {
    const given = calmWorld();
    given.world.shopify.orders.lagMs = lagMs;
    given.world.service.faults.place = () => {
      given.world.shopify.remove(shop, orderId);
      return 'none';
    };
    await given.run();
    expect(given.deliveries()).toMatchObject([{ state: 'placed', drift: [gone], note: 'refused' }]);
  });

  test.each([
    ['is not told of where the order is only older than the app may read', 'orders/updated', []],
    ['is told of where an order of that age was deleted', 'orders/delete', [gone]],
  ])('%s', async (_name, topic, drift) => {
    const given = calmWorld();
    await given.run();
    const stored = given.world.orders.stored(shop, orderId);
    const { order } = stored;
    if (order) stored.order = { ...order, processedAt: order.processedAt - 60 * 86_400_000 };
    given.world.shopify.remove(shop, orderId);
    await given.run(topic);
    expect(given.deliveries()).toMatchObject([{ state: 'placed', drift }]);
  });

  test.each([['orders/updated'], ['orders/cancelled']])(
    'is found out where his booking was in doubt (%s)',
    async (topic) => {
      const given = calmWorld({ faults: ['reset_after'] });
      let isDown = true;
      given.world.service.faults.lookup = () => (isDown ? 'failed' : 'none');
      given.world.notify(shop, orderId, 'orders/paid');
      await given.world.runFor(3_000, 20_000);
      expect(given.deliveries()).toMatchObject([{ state: 'confirming' }]);
      given.world.shopify.remove(shop, orderId);
      given.world.notify(shop, orderId, topic);
      await given.world.runFor(10_000, 20_000);
      isDown = false;
      await given.rest();
      const isCancelled = topic === 'orders/cancelled';
      expect(given.deliveries()).toMatchObject([
        isCancelled ? { state: 'cancelled' } : { state: 'placed', drift: [gone] },
      ]);
      expect(statesAtService(given)).toEqual([isCancelled ? 'CANCELLED' : 'PENDING PICKUP']);
    },
  );
});

test('goods without a delivery, of an order that is gone, are said to be that of it', () => {
  const unsent = exampleDelivery({ state: 'cancelled', reason: reason('goods_moved', {}) });
  const order = { ...forPerson(reason('run_failed', { code: 'x' })), waitsFor: { kind: 'order' } as const };
  const { change } = goneFromShopify(aggregateOf([unsent], order), []);
  expect(change?.order).toMatchObject({ state: 'needs_attention', reason: { code: 'gone_from_shopify' } });
});
