import { expect, test } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { openDrift } from '../alarm.ts';
import { hintNews } from './hint-news.ts';
import { refreshOrder } from './refresh.ts';
import { sendOrder } from './send-again.ts';

const minute = 60_000;

/** A booked order of so many deliveries, of which those of these references are deleted at the service. */
async function deleted(references: string[], goods = 1) {
  const calm = calmWorld({ goods });
  const { world, during, rest } = calm;
  await calm.run();
  const kept = new Map(world.service.stored);
  for (const reference of references) world.service.stored.delete(reference);
  const refresh = async (afterMs: number) => {
    await world.scheduler.run(world.scheduler.now() + afterMs, 20_000);
    await during((ports) => refreshOrder(ports, world.shops.record(shop), { orderId, actor: 'person' }));
    await rest();
  };
  const told = () =>
    calm.deliveries().map((one) => [one.state, one.reason?.code ?? null, openDrift(one).map(({ about }) => about)]);
  const giveBack = () => {
    for (const [reference, row] of kept) world.service.stored.set(reference, row);
  };
  return { ...calm, refresh, told, giveBack };
}

const well = ['placed', null, []];
const unknown = ['placed', 'not_known_there', ['not_cancelled']];

test('a person is told of what the service denies for ten minutes, and no more once it has it', async () => {
  const { refresh, told, giveBack } = await deleted(['1001']);
  for (const afterMs of [0, 4 * minute, 4 * minute]) await refresh(afterMs);
  expect(told()).toEqual([well]);
  await refresh(3 * minute);
  expect(told()).toEqual([unknown]);
  await refresh(minute);
  expect(told()).toEqual([unknown]);
  giveBack();
  await refresh(minute);
  expect(told()).toEqual([well]);
});

test('a page that a gateway answers denies nothing', async () => {
  const { during, rest, told, world } = await deleted(['1001']);
  const lookupById = async () => ({ kind: 'not_found' as const, isPage: true as const });
  for (const afterMs of [0, 6 * minute, 6 * minute, 6 * minute]) {
    await world.scheduler.run(world.scheduler.now() + afterMs, 20_000);
    await during((ports) =>
      refreshOrder({ ...ports, courier: { ...ports.courier, lookupById } }, world.shops.record(shop), {
        ...{ orderId, actor: 'person' },
      }),
    );
    await rest();
  }
  expect(told()).toEqual([well]);
});

test('a driver who has the goods is missed by nobody', async () => {
  const { during, refresh, told, giveBack, world } = await deleted(['1001']);
  giveBack();
  const row = world.service.stored.get('1001');
  if (row) row.state = 'PENDING DROPOFF';
  await during((ports) => refreshOrder(ports, world.shops.record(shop), { orderId, actor: 'person' }));
  world.service.stored.delete('1001');
  for (const afterMs of [0, 6 * minute, 6 * minute, 6 * minute]) await refresh(afterMs);
  expect(told()).toEqual([well]);
});

test('two denials are not enough, however far apart', async () => {
  const { refresh, told } = await deleted(['1001']);
  await refresh(0);
  await refresh(60 * minute);
  expect(told()).toEqual([well]);
});

test.each<[name: string, references: string[], expected: unknown[]]>([
  ['one of two', ['1001'], [unknown, well]],
  ['a service that denies all of them knows nothing', ['1001', '1001-2'], [well, well]],
])('%s', async (_name, references, expected) => {
  const { refresh, told } = await deleted(references, 2);
  for (const afterMs of [0, 6 * minute, 6 * minute, 6 * minute]) await refresh(afterMs);
  expect(told()).toEqual(expected);
});

test('what another account booked is not missed in this one', async () => {
  const { refresh, told, world } = await deleted(['1001']);
  world.shops.saveKey(shop, 'key of another account');
  for (const afterMs of [0, 6 * minute, 6 * minute]) await refresh(afterMs);
  expect(told()).toEqual([well]);
});

test('it is found again before another driver is sent for it', async () => {
  const { refresh, told, giveBack, during, world } = await deleted(['1001']);
  for (const afterMs of [0, 6 * minute, 6 * minute]) await refresh(afterMs);
  const press = () =>
    during((ports) =>
      sendOrder(ports, world.shops.record(shop), {
        ...{ orderId, actor: 'person' },
        body: { mode: 'new', orderReference: '1001', newReference: '1001-R2' as OrderReference, reason: 'gone' },
      }),
    );
  giveBack();
  expect(await press()).toMatchObject({ kind: 'conflict', code: 'already_placed' });
  expect(told()).toEqual([well]);
});

test('by itself it is asked soon again, and told of', async () => {
  const { world, told, during } = await deleted(['1001']);
  world.followsDrivers = true;
  await during((ports) => hintNews(ports, shop, { orderId, orderReference: '1001' as OrderReference }));
  await world.scheduler.run(world.scheduler.now() + 3 * 60 * minute, 20_000);
  expect(told()).toEqual([unknown]);
});

test('once somebody wants it called off it is asked ever more rarely', async () => {
  const { world, during, calls, told } = await deleted(['1001']);
  world.followsDrivers = true;
  world.service.faults.cancel = () => 'refused';
  await during((ports) => hintNews(ports, shop, { orderId, orderReference: '1001' as OrderReference }));
  world.shopify.edit(shop, orderId, { cancelledAt: new Date(world.scheduler.now()).toISOString() });
  await world.scheduler.run(world.scheduler.now() + 30 * 60 * minute, 20_000);
  const before = calls().length;
  await world.scheduler.run(world.scheduler.now() + 6 * 60 * minute, 20_000);
  expect(calls().length - before).toBeLessThan(10);
  expect(told()).toEqual([['placed', 'still_booked_refused', ['order_ended']]]);
});
