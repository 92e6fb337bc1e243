import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { setState } from '#testing/simulation/service-row.ts';
import { add } from '#testing/simulation/sim-goods.ts';
import { alarmOf } from '../alarm.ts';
import { acknowledge } from './acknowledge.ts';
import { cancelDelivery } from './cancel.ts';
import { sendOrder } from './send-again.ts';

const hour = 3_600_000;
const calledOff = { about: 'not_delivered', now: 'cancelled' };

/** A second driver was sent for the goods of the first, who may still come. */
async function twoDrivers() {
  const given = calmWorld();
  const { world, run, during, deliveries } = given;
  await run();
  world.followsDrivers = true;
  const record = () => world.shops.record(shop);
  const go = () => world.runFor(hour, 200_000);
  const send = (mode: 'new' | 'replace', orderReference: string, newReference: string) =>
    during((ports) =>
      sendOrder(ports, record(), {
        ...{ orderId, actor: 'staff' },
        body: { mode, orderReference, newReference, reason: 'he never came' },
      }),
    );
  const cancel = async (orderReference: string) => {
    const result = await during((ports) =>
      cancelDelivery(ports, record(), { orderId, orderReference, actor: 'staff' }),
    );
    await go();
    return result;
  };
  /** The service says so of one, and is asked. */
  const become = async (reference: string, state: string) => {
    const row = world.service.stored.get(reference);
    if (row) setState(row, state);
    await go();
  };
  const done = async (reference: string) => {
    const alarm = alarmOf(deliveries().find((one) => one.orderReference === reference)?.drift ?? []) ?? '';
    return during((ports) =>
      acknowledge(ports, record(), { orderId, orderReference: reference, alarm, actor: 'staff' }),
    );
  };
  expect(await send('new', '1001', '1001-R2')).toEqual({ kind: 'sent' });
  await go();
  return { ...given, go, send, cancel, become, done, order: () => world.orders.stored(shop, orderId).order };
}

test('an order whose second driver is cancelled is booked while the first may come, who is told of as before', async () => {
  const { world, cancel, go, order, deliveries } = await twoDrivers();
  expect(await cancel('1001-R2')).toEqual({ kind: 'cancelled' });
  expect(order()).toMatchObject({ state: 'placed', reason: null });
  world.shopify.changePhone(shop, orderId, '083 111 2222');
  await go();
  expect(deliveries()).toMatchObject([
    { orderReference: '1001', drift: [{ field: 'dropoff_contact_phone', now: '0831112222' }] },
    { orderReference: '1001-R2', state: 'cancelled', drift: [] },
  ]);
});

test('what changed before that is told of the first one then', async () => {
  const { world, cancel, go, deliveries } = await twoDrivers();
  world.shopify.changePhone(shop, orderId, '083 111 2222');
  await go();
  await cancel('1001-R2');
  expect(deliveries()).toMatchObject([{ drift: [{ now: '0831112222' }] }, { state: 'cancelled', drift: [] }]);
});

test('more of the same goods have no driver though two were sent for the others, of whom one is left', async () => {
  const { world, cancel, go, deliveries } = await twoDrivers();
  await cancel('1001-R2');
  world.shopify.changeGoods(shop, orderId, add);
  await go();
  expect(deliveries()).toMatchObject([{ drift: [{ about: 'goods_without_driver' }] }, { drift: [] }]);
});

test('what the first one brought is brought, whatever became of the second', async () => {
  const { cancel, become, order } = await twoDrivers();
  await become('1001', 'DELIVERED');
  await cancel('1001-R2');
  expect(order()).toMatchObject({ state: 'placed' });
});

test.each([
  ['is called off by the service', 'CANCELLED', { state: 'cancelled', drift: [calledOff] }],
  ['brings the goods back', 'RETURNED', { state: 'placed', drift: [{ about: 'not_delivered', now: 'returned' }] }],
])('a person is told where the first one then %s', async (_what, state, expected) => {
  const { cancel, become, deliveries } = await twoDrivers();
  await cancel('1001-R2');
  await become('1001', state);
  expect(deliveries()[0]).toMatchObject(expected);
});

test.each(['new', 'replace'] as const)('the first one is sent anew then, as %s', async (mode) => {
  const { cancel, send, go, order, deliveries } = await twoDrivers();
  await cancel('1001-R2');
  expect(await send(mode, '1001', '1001-R3')).toEqual({ kind: 'sent' });
  await go();
  expect(order()).toMatchObject({ state: 'placed' });
  expect(deliveries()).toMatchObject([
    { orderReference: '1001', state: mode === 'new' ? 'placed' : 'cancelled' },
    { orderReference: '1001-R2', state: 'cancelled' },
    { orderReference: '1001-R3', state: 'placed', replaces: '1001-R2' },
  ]);
});

test('once both are cancelled the last one speaks for their goods', async () => {
  const { cancel, send, go, order, deliveries } = await twoDrivers();
  await cancel('1001-R2');
  await cancel('1001');
  expect(order()).toMatchObject({ state: 'cancelled' });
  expect(await send('new', '1001', '1001-R3')).toMatchObject({ kind: 'conflict', code: 'delivery_replaced' });
  expect(await send('new', '1001-R2', '1001-R3')).toEqual({ kind: 'sent' });
  await go();
  expect(order()).toMatchObject({ state: 'placed' });
  expect(deliveries()).toHaveLength(3);
});

test('a second driver whom the service calls off is told of, until somebody has dealt with that', async () => {
  const { become, done, order, deliveries } = await twoDrivers();
  await become('1001-R2', 'CANCELLED');
  expect(deliveries()[1]).toMatchObject({ state: 'cancelled', drift: [calledOff] });
  expect(order()).toMatchObject({ state: 'cancelled' });
  expect(await done('1001-R2')).toEqual({ kind: 'closed' });
  expect(order()).toMatchObject({ state: 'placed', reason: null });
});
