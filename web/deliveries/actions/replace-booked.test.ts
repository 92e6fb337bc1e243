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
