import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { refreshOrder } from './refresh.ts';
import { sendOrder } from './send-again.ts';

type Calm = ReturnType<typeof calmWorld>;

const collect = async (given: Calm) => {
  const row = given.world.service.stored.get('1001');
  if (row) row.state = 'PENDING DROPOFF';
  await given.during((ports) => refreshOrder(ports, given.world.shops.record(shop), { orderId, actor: 'person' }));
};

test.each<[string, (given: Calm) => unknown, string]>([
  ['whose driver has the goods', collect, 'driver_has_goods'],
  ['that another account booked', ({ world }) => world.shops.saveKey(shop, 'key of another account'), 'cannot_cancel'],
])('a delivery %s is neither cancelled nor booked again', async (_name, meanwhile, code) => {
  const given = calmWorld();
  await given.run();
  await meanwhile(given);
  const body = { mode: 'replace' as const, orderReference: '1001', newReference: '1001-R2' };
  const pressed = { orderId, actor: 'person', body };
  const outcome = await given.during((ports) => sendOrder(ports, given.world.shops.record(shop), pressed));
  expect(outcome).toMatchObject({ kind: 'conflict', code });
  await given.rest();
  expect(given.deliveries()).toMatchObject([{ orderReference: '1001', state: 'placed', cancellation: null }]);
  expect(given.calls()).toEqual(['place 1001']);
});

test('goods that only this reading showed are told of where the service refuses to cancel', async () => {
  const given = calmWorld();
  await given.run();
  given.world.service.faults.cancel = () => 'refused';
  const { shopify, scheduler } = given.world;
  // Their fulfilment order is made only once the webhook of the edit has been read, which lifts no order's instant.
  shopify.onChange = () => {};
  shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) => {
    const added = fulfillmentOrders.map((one) => ({
      ...one,
      id: '900',
      lines: one.lines.map((line) => ({ ...line, id: '901', lineItemId: '902' })),
    }));
    const madeAt = scheduler.now() + 60_000;
    for (const one of added) shopify.orders.late.delay(`${shop}/${orderId}`, one, { madeAt, isTold: false });
    return [...fulfillmentOrders, ...added];
  });
  await given.run('orders/updated');
  expect(given.deliveries()).toMatchObject([{ drift: [] }]);
  scheduler.skip(60_000);
  const body = { mode: 'replace' as const, orderReference: '1001', newReference: '1001-R2' };
  await given.during((ports) => sendOrder(ports, given.world.shops.record(shop), { orderId, actor: 'person', body }));
  await given.rest();
  expect(given.deliveries()).toMatchObject([
    {
      reason: { code: 'not_replaced_refused' },
      drift: [{ about: 'not_cancelled' }, { about: 'goods_without_driver' }],
    },
  ]);
});
