import { describe, expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import type { KeyCheck } from '../ports/courier.ts';
import { goodHealth, type ServiceHealth } from '../service-health.ts';
import { probeService, reportKeyCheck } from './circuit-breaker.ts';

type Calm = ReturnType<typeof calmWorld>;
const given = async (changes: Partial<ServiceHealth>): Promise<Calm> => {
  const calm = calmWorld();
  const health = { ...goodHealth, retryTokens: 3, ...changes };
  await calm.during((ports) => ports.shops.changeHealth(shop, 'live', () => ({ health, result: undefined })));
  return calm;
};
const probed = { hold: 'key', holdMessage: 'no', probeAt: 1 } as const;

test('a key that works again ends the hold, and gives no retry back: none was made', async () => {
  const calm = await given(probed);
  await calm.during((ports) => probeService(ports, shop, 'live'));
  expect(calm.world.shops.health(shop)).toEqual({ ...goodHealth, retryTokens: 3 });
});

test('a key that was entered while the one before was probed is not held for it', async () => {
  const calm = await given(probed);
  calm.world.service.takesKey = () => false;
  await calm.during((ports) => {
    const courier: typeof ports.courier = {
      ...ports.courier,
      checkKey: async (account) => {
        await ports.shops.changeHealth(shop, 'live', () => ({ health: goodHealth, result: undefined }));
        return ports.courier.checkKey(account);
      },
    };
    return probeService({ ...ports, courier }, shop, 'live');
  });
  expect(calm.world.shops.health(shop)).toEqual(goodHealth);
});

test.each([
  ['lets one waiting delivery through', true, expect.any(Number)],
  ['makes the next order the probe where nothing waits', false, null],
])('a refused key that no call checks %s', async (_what, waits, probeAt) => {
  const calm = await given(probed);
  let woken = 0;
  await calm.during((ports) => {
    const checkKey = async (): Promise<KeyCheck> => ({ ok: false, kind: 'address', message: '404', hasNoCall: true });
    const wakeOneHeld = async () => {
      woken += 1;
      return waits;
    };
    const [courier, shops] = [
      { ...ports.courier, checkKey },
      { ...ports.shops, wakeOneHeld },
    ];
    return probeService({ ...ports, courier, shops }, shop, 'live');
  });
  expect(calm.world.shops.health(shop)).toMatchObject({ hold: null, breaker: 'open', probeAt });
  expect(woken).toBe(1);
});

test.each([
  ['goes on once it is taken', true, 'placed'],
  ['waits on while it is refused', false, 'held'],
])('an order behind a refused key that no call checks %s', async (_what, isTaken, state) => {
  const calm = calmWorld();
  const { service } = calm.world;
  service.takesKey = () => false;
  service.canLookup = false;
  calm.world.notify(shop, orderId, 'orders/paid');
  await calm.world.runFor(20_000, 20_000);
  expect(calm.deliveries()).toMatchObject([{ state: 'held', reason: { code: 'key_refused' } }]);
  service.takesKey = () => isTaken;
  await calm.world.runFor(600_000, 20_000);
  expect(calm.deliveries()).toMatchObject([{ state }]);
});

test('an order that the service forbids though it takes the key ends with a person, and the others go', async () => {
  const { world } = calmWorld();
  world.service.forbids = (reference) => reference === '1001';
  world.notify(shop, orderId, 'orders/paid');
  for (const number of [1002, 1003, 1004]) {
    await world.runFor(1_000, 20_000);
    world.shopify.addOrder(shop, number, 1);
    world.notify(shop, orderIdOf(number), 'orders/paid');
  }
  await world.runFor(300_000, 20_000);
  const states = world.orders.of(shop).map(({ order }) => [order?.number, order?.state, order?.reason?.code]);
  expect(states).toEqual([
    [1001, 'needs_attention', 'attempts_used_up'],
    ...[1002, 1003, 1004].map((number) => [number, 'placed', undefined]),
  ]);
  expect(world.orders.stored(shop, orderId).order?.reason?.serviceMessage).toBe('blocked');
});

test('an order that alone is not found keeps the others waiting for no more than a few probes', async () => {
  const { world } = calmWorld();
  world.service.forbids = (reference) => reference === '1001';
  world.service.forbidden = { kind: 'account_refused', cause: 'address', httpStatus: 404, message: 'no such place' };
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(1_000, 20_000);
  const others = Array.from({ length: 40 }, (_, index) => 1002 + index);
  for (const number of others) {
    world.shopify.addOrder(shop, number, 1);
    world.notify(shop, orderIdOf(number), 'orders/paid');
  }
  await world.runFor(60_000, 20_000);
  const states = Map.groupBy(world.orders.of(shop), ({ order }) => order?.state);
  expect([states.get('placed')?.length, states.get('held')?.length]).toEqual([40, 1]);
  for (let number = 1042; number < 1062; number += 1) {
    world.shopify.addOrder(shop, number, 1);
    world.notify(shop, orderIdOf(number), 'orders/paid');
    await world.runFor(60_000, 20_000);
  }
  const { order } = world.orders.stored(shop, orderId);
  expect(order).toMatchObject({
    state: 'needs_attention',
    reason: { code: 'attempts_used_up', serviceMessage: 'no such place' },
  });
});

test('a look-up that is refused though the key is taken holds nothing but its own order', async () => {
  const { world } = calmWorld({ faults: ['reset_after'] });
  world.service.faults.lookup = () => 'key_refused';
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(5_000, 20_000);
  world.shopify.addOrder(shop, 1002, 1);
  world.notify(shop, orderIdOf(1002), 'orders/paid');
  await world.runFor(120_000, 20_000);
  const states = world.orders.of(shop).map(({ order }) => [order?.number, order?.state, order?.reason?.code]);
  expect(states).toEqual([
    [1001, 'confirming', 'asking_service'],
    [1002, 'placed', undefined],
  ]);
  expect(world.shops.health(shop).hold).toBeNull();
});

describe('what a check of the key found', () => {
  const refused: KeyCheck = { ok: false, kind: 'key', message: 'unknown key' };
  const away: KeyCheck = { ok: false, kind: 'unreachable', message: 'away' };
  const accepted: KeyCheck = { ok: true, kind: 'accepted', message: 'ok' };
  const probeAt = expect.any(Number);
  test.each<[string, Partial<ServiceHealth>, KeyCheck, object]>([
    ['holds the orders where it is refused', {}, refused, { hold: 'key', holdMessage: 'unknown key', probeAt }],
    ['holds them longer', probed, refused, { hold: 'key', holdMessage: 'no', probeAt }],
    ['holds them longer where the service is away', probed, away, { hold: 'key', holdMessage: 'no' }],
    ['holds nothing where the service is away', {}, away, { hold: null, probeAt: null }],
    ['ends the hold where it is taken', probed, accepted, { hold: null, holdMessage: null, probeAt: null }],
    ['ends no other', { hold: 'address', probeAt: 1 }, accepted, { hold: 'address', probeAt: 1 }],
  ])('%s', async (_what, before, check, after) => {
    const calm = await given(before);
    await calm.during((ports) => reportKeyCheck(ports, shop, 'live', check));
    expect(calm.world.shops.health(shop)).toMatchObject({ retryTokens: 3, ...after });
  });
});
