import { describe, expect, test } from 'vitest';
import type { SendBody } from '#api-contract/order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { aggregateOf, exampleDelivery, exampleShop, now } from '#testing/deliveries/example-delivery.ts';
import { setRules } from '#testing/simulation/shop-settings.ts';
import { simLocation } from '#testing/simulation/sim-goods.ts';
import { alarmOf } from '../alarm.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { type Decided, mergeDeliveries, type OrderAggregate } from '../order.ts';
import { shownOf } from '../transitions.ts';
import { acknowledge } from './acknowledge.ts';
import { givePlacingAgainUp, placeAgain } from './place-again.ts';
import { sendOrder } from './send-again.ts';

/** What is left of a delivery that was cancelled to be booked again, where Shopify shows its order no more. */
async function leftOf(isTaken: (reference: string) => boolean, code: string | null = null): Promise<DeliveryRecord[]> {
  const cancellation = {
    ...({ because: 'replaced', stage: 'cancelled', dueAt: now, tries: 0, calling: false, asked: true } as const),
    ...{ newReference: '1001-R2' as never, actor: 'person' },
  };
  const old = exampleDelivery({ state: 'cancelled', placedAt: now - 60_000, cancellation });
  let known = aggregateOf([old]);
  let changes = 0;
  const change = async (...[, , decide]: [unknown, unknown, (order: OrderAggregate) => Decided<unknown>]) => {
    changes += 1;
    if (changes > 9) throw new Error('no end');
    const made = decide(known).change?.deliveries ?? [];
    if (made.some(({ orderReference }) => isTaken(orderReference))) return { kind: 'reference_taken' };
    known = { ...known, deliveries: mergeDeliveries(known.deliveries, made) };
    return { kind: 'done', result: null, after: known };
  };
  const ports = {
    orders: { load: async () => ({ ...known, webhooks: [] }), change },
    shopify: { readOrder: async () => null },
    courier: { canCancel: true },
  };
  const running = { shop: exampleShop(), orderId: old.orderId, known };
  if (code !== null) {
    await givePlacingAgainUp(ports as never, old, code);
    return known.deliveries;
  }
  await placeAgain(ports as never, running as never);
  expect(running.known.deliveries, 'what is written back goes by what it left').toEqual(known.deliveries);
  return known.deliveries;
}

test.each<[name: string, taken: string[], reference: string]>([
  ['goods that cannot go out wait for a person under the reference that was promised', [], '1001-R2'],
  ['under the next one where another order holds that', ['1001-R2', '1001-R3'], '1001-R4'],
])('%s', async (_name, taken, reference) => {
  const [old, fresh, ...others] = await leftOf((one) => taken.includes(one));
  expect(others).toEqual([]);
  expect(old).toMatchObject({ state: 'cancelled', cancellation: null });
  expect(fresh).toMatchObject({ orderReference: reference, replaces: '1001', state: 'needs_attention' });
  expect(fresh, 'a person has not said that it may go yet').toMatchObject({ word: null, waitsFor: { kind: 'person' } });
  expect(fresh?.reason).toMatchObject({ code: 'not_placed_again', params: { reference } });
  expect(JSON.parse(fresh?.body ?? '')).toMatchObject({ order_reference: reference });
});

test('goods whose sending fails in the same way each time wait for a person, who is told of the failure', async () => {
  const [old, fresh, ...others] = await leftOf(() => false, 'a_code');
  expect(others).toEqual([]);
  expect(old).toMatchObject({ state: 'cancelled', cancellation: null });
  expect(fresh).toMatchObject({ orderReference: '1001-R2', replaces: '1001', state: 'needs_attention' });
  expect(fresh?.reason).toMatchObject({ code: 'run_failed', params: { code: 'a_code' } });
});

describe('what could not be booked again', () => {
  const hour = 3_600_000;

  /** A person cancels the booked delivery to book it again; by then the phone is one that cannot be sent. */
  async function refused() {
    const given = calmWorld();
    await given.run();
    const { world } = given;
    const body = { mode: 'replace' as const, orderReference: '1001', newReference: '1001-R2' };
    const pressed = { orderId, actor: 'person', body };
    world.service.onCancel = () => world.shopify.changePhone(shop, orderId, '082');
    expect(await given.during((ports) => sendOrder(ports, world.shops.record(shop), pressed))).toEqual({
      kind: 'sent',
    });
    await given.rest();
    const [, left] = given.deliveries();
    expect(left).toMatchObject({ orderReference: '1001-R2', state: 'needs_attention' });
    expect(left?.reason?.code).toBe('dropoff_phone_not_ten_digits');
    return given;
  }

  test.each([0, 25 * hour])(
    'is not sent by a correction in Shopify after %i ms, and goes when a person says so',
    async (ms) => {
      const given = await refused();
      await given.world.runFor(ms, 20_000);
      given.world.shopify.changePhone(shop, orderId, '0839876543');
      await given.rest();
      expect(given.calls().filter((call) => call === 'place 1001-R2')).toEqual([]);
      expect(given.deliveries()[1]).toMatchObject({
        ...{ state: 'needs_attention', reason: { code: 'not_placed_again' } },
        request: { dropoff_contact_phone: '0839876543' },
      });
      const body = { mode: 'again' as const, orderReference: '1001-R2' };
      const pressed = { orderId, actor: 'person', body };
      await given.during((ports) => sendOrder(ports, given.world.shops.record(shop), pressed));
      await given.rest();
      expect(given.deliveries()[1]).toMatchObject({ state: 'placed', waitsFor: null, word: ['goods_to_deliver'] });
    },
  );

  test('gives its word to no goods that come later at another location', async () => {
    const given = await refused();
    setRules(given.world, shop, { mode: 'manual' });
    given.world.shopify.changeGoods(shop, orderId, (order) => [
      ...order.fulfillmentOrders,
      ...order.fulfillmentOrders.map((one) => ({
        ...{ ...one, id: '77', location: simLocation(2) },
        lines: one.lines.map((line) => ({ ...line, id: '78', lineItemId: '79' })),
      })),
    ]);
    given.world.shopify.changePhone(shop, orderId, '0839876543');
    await given.rest();
    expect(given.calls().filter((call) => call.startsWith('place'))).toEqual(['place 1001']);
  });
});

test('goods that came are told of on what is booked again for those that left, also while it waits for a person', async () => {
  const given = calmWorld({ faults: ['none', 'refused'] });
  await given.run();
  const { world } = given;
  world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders: [first] }) => {
    if (!first) return [];
    const gone = first.lines.map((line) => ({ ...line, remainingQuantity: 0, totalQuantity: 0 }));
    const came = first.lines.map((line) => ({ ...line, id: '78', lineItemId: '79' }));
    return [
      { ...first, lines: gone },
      { ...first, id: '77', lines: came },
    ];
  });
  await given.rest();
  expect(given.deliveries()).toMatchObject([{ drift: [{ about: 'goods_gone' }, { about: 'goods_without_driver' }] }]);
  const body = { mode: 'replace' as const, orderReference: '1001', newReference: '1001-R2' };
  const pressed = { orderId, actor: 'person', body };
  await given.during((ports) => sendOrder(ports, world.shops.record(shop), pressed));
  await given.rest();
  const [, again] = given.deliveries();
  expect(again).toMatchObject({ orderReference: '1001-R2', state: 'needs_attention' });
  const shown = again && shownOf(again);
  expect(shown?.drift.map(({ about }) => about)).toEqual(['goods_without_driver']);
  const alarm = alarmOf(shown?.drift ?? []) ?? '';
  const done = { orderId, orderReference: '1001-R2', alarm, actor: 'person' };
  const closed = await given.during((ports) => acknowledge(ports, world.shops.record(shop), done));
  expect(closed).toEqual({ kind: 'closed' });
  expect(given.deliveries()[1]?.closed, 'what is not shown is closed by nobody').toHaveLength(1);
});

test('what waits for a person to be booked again ends where its goods were sent from elsewhere', async () => {
  const given = calmWorld();
  await given.run();
  const { world } = given;
  const body = { mode: 'replace' as const, orderReference: '1001', newReference: '1001-R2' };
  const press = (pressed: SendBody) =>
    given.during((ports) => sendOrder(ports, world.shops.record(shop), { orderId, actor: 'person', body: pressed }));
  world.service.onCancel = () => world.shopify.changePhone(shop, orderId, '082');
  await press(body);
  await given.rest();
  world.shopify.changePhone(shop, orderId, '0839876543');
  world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
    fulfillmentOrders.map((one) => ({ ...one, location: simLocation(1) })),
  );
  await given.rest();
  expect(given.deliveries()[1]).toMatchObject({ state: 'needs_attention', drift: [{}, {}] });
  await press({ mode: 'goods', newReference: '1001-2' });
  await given.rest();
  const ended = { orderReference: '1001-R2', state: 'cancelled', reason: { code: 'goods_brought' } };
  expect(given.deliveries()).toMatchObject([{}, ended, { orderReference: '1001-2', state: 'placed' }]);
  expect(await press({ mode: 'again' })).toMatchObject({ kind: 'conflict', code: 'already_placed' });
});

test('goods that somebody sent a driver for meanwhile are neither booked again nor asked about', async () => {
  const given = calmWorld();
  await given.run();
  const { world } = given;
  world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
    fulfillmentOrders.map((one) => ({ ...one, location: simLocation(1) })),
  );
  await given.rest();
  world.service.onCancel = () => world.people.sendGoods(shop, orderId);
  const body = { mode: 'replace' as const, orderReference: '1001', newReference: '1001-R2' };
  const pressed = { orderId, actor: 'person', body };
  await given.during((ports) => sendOrder(ports, world.shops.record(shop), pressed));
  await given.rest();
  expect(given.deliveries()).toMatchObject([
    { orderReference: '1001', state: 'cancelled', cancellation: null },
    { orderReference: '1001-2', state: 'placed', drift: [] },
  ]);
  expect(given.deliveries()).toHaveLength(2);
});
