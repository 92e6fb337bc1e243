import { describe, expect, test } from 'vitest';
import { locationSettings, type Settings } from '#api-contract/settings.ts';
import type { LocationId } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleLocation } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { nothing, paidAt, read } from '#testing/deliveries/read-order.ts';
import { promisesSettled } from '#testing/simulation/scheduler.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';
import { setRules } from '#testing/simulation/shop-settings.ts';
import { fulfil, type GoodsChange, hold, release, simLocation } from '#testing/simulation/sim-goods.ts';
import { type DeliveryRecord, forPerson } from '../delivery.ts';
import { reason } from '../reasons.ts';
import { goodHealth } from '../service-health.ts';

type Given = ReturnType<typeof calmWorld>;

/** A paid order whose first request came to `fault`: the service has nothing of it, and is asked again in a moment. */
async function firstCameTo(fault: PlaceFault, change: (settings: Settings) => Settings = (same) => same) {
  const given = calmWorld({ faults: [fault] });
  const { world } = given;
  world.shops.change(shop, { settings: change(world.shops.record(shop).settings) });
  world.notify(shop, orderId, 'orders/paid');
  while (!['confirming', 'queued'].includes(given.deliveries()[0]?.state ?? '')) {
    await world.scheduler.run(world.scheduler.now() + 1, 20_000);
    await promisesSettled();
  }
  return given;
}

const edited = (given: Given, changes: Partial<ShopOrder>) => given.world.shopify.edit(shop, orderId, changes);
const goods = (given: Given, change: GoodsChange) => given.world.shopify.changeGoods(shop, orderId, change);
const empty: GoodsChange = ({ fulfillmentOrders: all }) =>
  all.map((one) => ({
    ...one,
    lines: one.lines.map((line) => ({ ...line, totalQuantity: 0, remainingQuantity: 0, currentQuantity: 0 })),
  }));
const cancelNow = (given: Given) => edited(given, { cancelledAt: new Date(given.world.scheduler.now()).toISOString() });
const refund = (given: Given) => edited(given, { financialStatus: 'REFUNDED' });
const elsewhere: GoodsChange = ({ fulfillmentOrders: all }) => all.map((one) => ({ ...one, location: simLocation(1) }));

test('what a person is to find out, and whose goods are gone, is asked about with news, and else now and then', () => {
  const own = exampleFulfillmentOrder();
  const other = exampleFulfillmentOrder({
    ...{ id: '502', location: exampleLocation({ id: '9002' as LocationId, name: 'Other' }) },
    lines: [exampleLine({ id: '5020', lineItemId: '7502' })],
  });
  const gone = { ...own, status: 'CLOSED', lines: own.lines.map((line) => ({ ...line, remainingQuantity: 0 })) };
  const planned = read(nothing, { fulfillmentOrders: [own, other] }, false);
  const [first, second] = planned.deliveries as [DeliveryRecord, DeliveryRecord];
  const theirs = { ...first, ...forPerson(reason('fate_unknown', { reference: first.orderReference })) };
  const inDoubt = { ...theirs, everUnknown: true, doubt: 'unanswered' as const, updatedAt: paidAt };
  const readAt = (now: number) =>
    read({ ...planned, deliveries: [inDoubt, second], now }, { fulfillmentOrders: [gone, other] }, false);
  expect(readAt(paidAt + 299_999).deliveries[0]).toMatchObject({ state: 'needs_attention', doubt: 'unanswered' });
  expect(readAt(paidAt + 300_000).deliveries[0]).toMatchObject({ state: 'confirming', dueAt: paidAt + 300_000 });
});

describe('after a lost answer and "not found", nothing goes out', () => {
  test.each<[string, (given: Given) => void, string, string]>([
    ['was refunded', refund, 'cancelled', 'order_ended_in_doubt'],
    ['was emptied', (given) => goods(given, empty), 'cancelled', 'order_ended_in_doubt'],
    ['was fulfilled by staff', (given) => goods(given, fulfil), 'cancelled', 'order_ended_in_doubt'],
    ['moved elsewhere', (given) => goods(given, elsewhere), 'needs_attention', 'changed_in_doubt'],
    ['is unpaid', (given) => edited(given, { financialStatus: 'VOIDED' }), 'needs_attention', 'changed_in_doubt'],
  ])('of an order that %s', async (_name, change, state, code) => {
    const given = await firstCameTo('server_error_before');
    change(given);
    await given.rest();
    expect(given.calls()).toEqual(['place 1001', 'lookup 1001', 'lookup 1001']);
    expect(given.deliveries()).toMatchObject([{ state, everUnknown: true, reason: { code } }]);
    expect(given.world.orders.stored(shop, orderId).order).toMatchObject({ state, reason: { code } });
  });

  test.each<[string, Settings['automation']['testMode'], boolean]>([
    ['paused', false, true],
    ['in test mode', true, false],
  ])(
    'of an order that was refunded while the shop is %s, and nothing promises a driver',
    async (_name, testMode, paused) => {
      const given = await firstCameTo('server_error_before');
      const { world } = given;
      const { settings } = world.shops.record(shop);
      world.shops.change(shop, { settings: { ...settings, paused, automation: { ...settings.automation, testMode } } });
      await given.rest();
      expect(given.deliveries()).toMatchObject([{ state: 'held', waitsFor: { kind: 'settings' }, doubt: null }]);
      refund(given);
      await given.rest();
      expect(given.calls()).toEqual(['place 1001', 'lookup 1001', 'lookup 1001']);
      expect(given.deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'order_ended_in_doubt' } }]);
    },
  );

  test.each<[string, (given: Given) => void]>([
    ['was refunded', refund],
    ['was fulfilled by staff', (given) => goods(given, fulfil)],
    ['is unpaid', (given) => edited(given, { financialStatus: 'VOIDED' })],
  ])('for a part of an order that %s while the service refuses the shop, as only a press has read', async (...row) => {
    const [, change] = row;
    const given = calmWorld({ faults: ['none', 'server_error_before'], goods: 2 });
    const { world } = given;
    const { settings } = world.shops.record(shop);
    world.service.onCall = ({ kind }) => {
      if (kind === 'lookup') world.shops.change(shop, { settings: { ...settings, paused: true } });
    };
    await given.run();
    await refusing('address')(given);
    world.shops.change(shop, { settings });
    await given.run('orders/updated');
    const waits = { state: 'held', reason: { code: 'address_wrong' }, doubt: null };
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }, waits]);
    // Not when the app compares with Shopify.
    await world.runFor(10_000, 20_000);
    world.shopify.onChange = () => undefined;
    change(given);
    world.people.press(shop, orderId, { mode: 'again', orderReference: given.deliveries()[1]?.orderReference });
    await world.runFor(1_000, 20_000);
    await given.during(({ shops }) =>
      shops.changeHealth(shop, 'live', () => ({ health: goodHealth, result: null, wakesWithinMs: 0 })),
    );
    await given.rest();
    expect(given.calls().filter((call) => call === 'place 1001-2')).toHaveLength(1);
  });

  test('of goods that moved elsewhere while the shop is paused and refused, once it is neither', async () => {
    const given = calmWorld({ faults: ['none', 'server_error_before'], goods: 2 });
    const { world } = given;
    const { settings } = world.shops.record(shop);
    world.service.onCall = ({ kind }) => {
      if (kind === 'lookup') world.shops.change(shop, { settings: { ...settings, paused: true } });
    };
    await given.run();
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }, { state: 'held', reason: { code: 'paused' } }]);
    await refusing('address')(given);
    goods(given, ({ fulfillmentOrders: all }) =>
      all.map((one) => (one.location.id === '9002' ? { ...one, location: simLocation(2) } : one)),
    );
    await given.rest();
    world.shops.change(shop, { settings });
    await given.during(({ shops }) => shops.changeHealth(shop, 'live', () => ({ health: goodHealth, result: null })));
    await given.run('orders/updated');
    expect(given.calls().filter((call) => call === 'place 1001-2')).toHaveLength(1);
    expect(given.deliveries()[1]).toMatchObject({ state: 'needs_attention', reason: { code: 'changed_in_doubt' } });
  });

  test.each<PlaceFault>(['rate_limited', 'unsent'])(
    'of an order whose change somebody else took in while the same body was on its way (%s)',
    async (fault) => {
      const given = calmWorld({ faults: ['server_error_before', fault] });
      const { world } = given;
      let isPressed = false;
      world.service.onCall = ({ kind }) => {
        if (kind !== 'place' || world.service.calls.length === 0 || isPressed) return;
        isPressed = true;
        world.scheduler.skip(5);
        edited(given, { financialStatus: 'VOIDED' });
        world.people.press(shop, orderId, { mode: 'again' });
      };
      await given.run();
      expect(given.calls()).toEqual(['place 1001', 'lookup 1001', 'place 1001', 'lookup 1001']);
      expect(given.deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'changed_in_doubt' } }]);
    },
  );

  test('of goods on hold, until they are released', async () => {
    const given = await firstCameTo('server_error_before');
    goods(given, hold);
    await given.world.runFor(60_000, 20_000);
    expect(given.calls()).toEqual(['place 1001', 'lookup 1001']);
    expect(given.deliveries()).toMatchObject([{ state: 'held', reason: { code: 'fulfillment_on_hold' } }]);
    goods(given, release);
    await given.rest();
    expect(given.calls()).toEqual(['place 1001', 'lookup 1001', 'lookup 1001', 'place 1001']);
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }]);
  });

  test('of goods on hold that a person sends, whose word counts for a day from their release on', async () => {
    const given = calmWorld({ faults: ['server_error_before'] });
    const { people, scheduler } = given.world;
    setRules(given.world, shop, { mode: 'manual' });
    people.press(shop, orderId, { mode: 'again' });
    while (given.deliveries()[0]?.state !== 'confirming') {
      await scheduler.run(scheduler.now() + 1, 20_000);
      await promisesSettled();
    }
    goods(given, hold);
    await given.world.runFor(3 * 86_400_000, 20_000);
    expect(given.deliveries()).toMatchObject([{ state: 'held', word: [], deadlineAt: null }]);
    const releasedAt = scheduler.now();
    goods(given, release);
    await given.rest();
    const [{ state, deadlineAt }] = given.deliveries() as [DeliveryRecord];
    expect(state).toBe('placed');
    expect(deadlineAt).toBeGreaterThan(releasedAt);
    expect(deadlineAt).toBeLessThanOrEqual(scheduler.now() + 86_400_000);
  });

  test('of an order that Shopify no longer shows, and the service is asked first once a person sends it', async () => {
    const given = await firstCameTo('server_error_before');
    given.world.shopify.remove(shop, orderId);
    await given.rest();
    expect(given.calls()).toEqual(['place 1001', 'lookup 1001']);
    expect(given.deliveries()).toMatchObject([
      { state: 'needs_attention', doubt: 'unanswered', reason: { code: 'changed_in_doubt' } },
    ]);
  });
});

const neverOpen = locationSettings.parse({
  hours: [{ day: 'monday', open: '08:00', close: '09:00' }],
  closedDays: Array.from({ length: 70 }, (_, day) => new Date(Date.UTC(2026, 10, 20 + day)).toISOString().slice(0, 10)),
});

describe('what was denied and left to a person', () => {
  const ended = { state: 'cancelled', reason: { code: 'order_ended_in_doubt' } };

  test.each<[string, PlaceFault[], string]>([
    ['is unpaid', [], 'changed_in_doubt'],
    ['was refused', ['refused'], 'refused_after_unknown'],
    ['was tried often', Array.from({ length: 7 }, () => 'server_error_before' as const), 'attempts_used_up_in_doubt'],
  ])('asks for nobody once its order is refunded: %s', async (_name, more, code) => {
    const given = calmWorld({ faults: ['server_error_before', ...more] });
    if (more.length === 0) given.world.service.onCall = () => edited(given, { financialStatus: 'VOIDED' });
    await given.run();
    expect(given.deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code } }]);
    refund(given);
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ ...ended, cancellation: null, drift: [] }]);
    expect(given.world.orders.stored(shop, orderId).order).toMatchObject(ended);
  });

  test.each<[string, PlaceFault[], (given: Given) => void, string]>([
    ['was cancelled in doubt', ['redirected'], cancelNow, 'order_cancelled_in_doubt'],
    ['was refunded in doubt', ['redirected'], refund, 'order_ended_in_doubt'],
    ['was refunded', ['server_error_before', 'refused'], refund, 'order_ended_in_doubt'],
    ['was handed over', ['server_error_before', 'refused'], (given) => goods(given, fulfil), 'order_ended_in_doubt'],
  ])('asks for nobody, however late its order ends: %s', async (_name, faults, change, code) => {
    const given = calmWorld({ faults });
    await given.run();
    await given.world.runFor(30 * 3_600_000, 20_000);
    expect(given.deliveries()).toMatchObject([{ state: 'needs_attention' }]);
    const asked = given.calls().length;
    change(given);
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'cancelled', reason: { code }, cancellation: null }]);
    expect(given.world.orders.stored(shop, orderId).order).toMatchObject({ state: 'cancelled', reason: { code } });
    expect(new Set(given.calls().slice(asked))).toEqual(new Set(['lookup 1001']));
  });

  test.each<[string, (settings: Settings) => Settings]>([
    ['mode', (settings) => ({ ...settings, automation: { ...settings.automation, mode: 'manual' } })],
    ['hours', (settings) => ({ ...settings, locations: { 9001: neverOpen } })],
  ])('blames no change of an order of which only the shop’s settings changed: %s', async (_name, change) => {
    const given = await firstCameTo('server_error_before');
    given.world.shops.change(shop, { settings: change(given.world.shops.record(shop).settings) });
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'changed_in_doubt' } }]);
    expect(given.deliveries()[0]?.reason?.message).not.toContain('changed');
  });

  test('asks for nobody once another delivery brings its goods', async () => {
    const given = await firstCameTo('server_error_before');
    goods(given, elsewhere);
    await given.rest();
    given.world.people.press(shop, orderId, { mode: 'goods', newReference: '1001-2' });
    await given.rest();
    expect(given.deliveries()).toMatchObject([ended, { orderReference: '1001-2', state: 'placed' }]);
    expect(given.world.orders.stored(shop, orderId).order).toMatchObject({ state: 'placed' });
  });
});

const keyless = ({ world }: Given) => world.shops.change(shop, { accounts: { live: null, test: null } });
const refusing = (why: 'key' | 'address') => (given: Given) => {
  const held = { health: { ...goodHealth, hold: why }, result: null };
  return given.during(({ shops }) => shops.changeHealth(shop, 'live', () => held));
};

describe('goods that staff hand over while a person is to find out whether a driver is booked', () => {
  test.each<[PlaceFault, object, string[]]>([
    ['redirected_after', { state: 'placed', reason: null }, ['lookup 1001']],
    ['redirected', { state: 'cancelled', reason: { code: 'order_ended_in_doubt' } }, ['lookup 1001', 'lookup 1001']],
  ])('are asked about (%s)', async (fault, then, asked) => {
    const given = calmWorld({ faults: [fault] });
    await given.run();
    await given.world.runFor(600_000, 20_000);
    expect(given.deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'redirected' } }]);
    goods(given, fulfil);
    await given.rest();
    expect(given.deliveries()).toMatchObject([then]);
    expect(given.calls()).toEqual(['place 1001', ...asked]);
  });

  test.each<[string, (given: Given) => unknown]>([
    ['an address that is wrong', refusing('address')],
    ['no key', keyless],
    ['the key of another account', ({ world }) => world.shops.saveKey(shop, 'another-key')],
  ])('stay a person’s to find out where the service can not be asked, with %s', async (_name, stop) => {
    const given = calmWorld({ faults: ['redirected_after'] });
    await given.run();
    await stop(given);
    goods(given, fulfil);
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'redirected' } }]);
  });
});

test('what was refused after a lost answer, and not said to be there in time, is asked about once its goods are gone', async () => {
  const given = calmWorld({ faults: ['server_error_before', 'refused'] });
  const { service } = given.world;
  service.faults.lookup = () => (service.calls.length > 2 ? 'failed' : 'none');
  given.world.notify(shop, orderId, 'orders/paid');
  await given.world.runFor(30 * 3_600_000, 20_000);
  expect(given.deliveries()).toMatchObject([{ doubt: 'refused', reason: { code: 'fate_unknown' } }]);
  service.faults.lookup = () => 'none';
  goods(given, fulfil);
  await given.rest();
  expect(given.deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'order_ended_in_doubt' } }]);
  expect(given.calls().filter((call) => call.startsWith('place'))).toHaveLength(2);
});

describe('an order that ends while a person is to find out whether a driver is booked', () => {
  const gone = { state: 'cancelled', reason: { code: 'cancelled_with_order' } };
  const inDoubt = async (fault: PlaceFault, deniesForMs: number) => {
    const given = calmWorld({ faults: [fault] });
    given.world.service.deniesForMs = deniesForMs;
    await given.run();
    expect(given.deliveries()).toMatchObject([{ state: 'needs_attention', doubt: expect.anything() }]);
    cancelNow(given);
    await given.rest();
    return given;
  };

  test.each<PlaceFault>(['server_error_after', 'redirected_after'])(
    'is asked about once more, and what is there is cancelled (%s)',
    async (fault) => {
      const given = await inDoubt(fault, 60_000);
      expect(given.deliveries()).toMatchObject([gone]);
      expect([...given.world.service.stored.values()]).toMatchObject([{ state: 'CANCELLED' }]);
    },
  );

  test('is asked about at a person’s press, as the screen promises', async () => {
    const given = await inDoubt('server_error_after', 3_600_000);
    expect(given.deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'probably_placed' } }]);
    given.world.scheduler.skip(3_600_000);
    given.world.people.press(shop, orderId, { mode: 'again' });
    await given.rest();
    expect(given.deliveries()).toMatchObject([gone]);
    expect(given.calls().filter((call) => call.startsWith('place'))).toHaveLength(2);
  });

  test.each<[string, (given: Given) => unknown]>([
    ['no key', keyless],
    ['a key that is refused', refusing('key')],
    ['an address that is wrong', refusing('address')],
    ['a key that the service no longer takes', ({ world }) => (world.service.takesKey = () => false)],
  ])('stays a person’s to find out where the shop has %s', async (_name, stop) => {
    const given = calmWorld({ faults: ['redirected_after'] });
    await given.run();
    await stop(given);
    refund(given);
    await given.world.runFor(3_600_000, 20_000);
    const asked = { state: 'needs_attention', reason: { code: 'fate_unknown' } };
    expect(given.deliveries()).toMatchObject([{ ...asked, doubt: 'unanswered' }]);
    expect(given.world.orders.stored(shop, orderId).order).toMatchObject(asked);
    given.world.service.takesKey = () => true;
    given.world.shops.saveKey(shop, 'key');
    await given.rest();
    expect(given.deliveries()).toMatchObject([gone]);
  });

  test('is asked about by itself once the service takes a key that it refused for a moment', async () => {
    const given = calmWorld({ faults: ['redirected_after'] });
    await given.run();
    given.world.service.takesKey = () => false;
    refund(given);
    await given.world.runFor(30_000, 20_000);
    expect(given.deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'fate_unknown' } }]);
    given.world.service.takesKey = () => true;
    await given.world.runFor(600_000, 20_000);
    expect(given.deliveries()).toMatchObject([gone]);
    expect([...given.world.service.stored.values()]).toMatchObject([{ state: 'CANCELLED' }]);
  });
});
