import { expect, test } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { fulfil } from '#testing/simulation/sim-goods.ts';
import { refreshOrder } from './refresh.ts';
import { sendOrder } from './send-again.ts';

const naming = (value: string) => ({ customAttributes: [{ key: 'Delivery-Date', value }] });
const otherDay = (now: string) => [{ about: 'request', field: 'delivery_day', placed: '2026-11-21', now }];

test.each([
  ['another day', '2026-11-25', otherDay('2026-11-25')],
  ['it in other words', '25 Nov 2026', otherDay('2026-11-25')],
  ['something that is no day', 'next week', otherDay('next week')],
  ['the day on which the driver comes', '21/11/2026', []],
  ['no day', '', []],
])('a booked driver does not know that the order names %s by now', async (_name, value, drift) => {
  const { world, run, calls, deliveries } = calmWorld();
  await run();
  world.shopify.edit(shop, orderId, naming(value));
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift }]);
  world.shopify.edit(shop, orderId, naming('2026-11-21'));
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
  expect(calls()).toEqual(['place 1001']);
});

test('a driver who was sent on the day named while an answer was lost is told of no other day', async () => {
  const { world, rest, calls, deliveries } = calmWorld({ faults: ['reset_before'] });
  const { onArrived } = world.service;
  world.service.onArrived = () => {
    world.service.onArrived = onArrived;
    world.shopify.edit(shop, orderId, naming('2026-11-22'));
  };
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(60_000, 20_000);
  const told = [{ about: 'request', field: 'delivery_day', placed: '', now: '2026-11-22' }];
  expect(deliveries()).toMatchObject([{ state: 'held', reason: { code: 'waiting_for_day' }, drift: told }]);
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed', service: { slot: { start: '2026-11-22T12:00:00.000Z' } } }]);
  expect(deliveries()).toMatchObject([{ drift: [] }]);
  expect(calls().filter((call) => call === 'place 1001')).toHaveLength(2);
});

test('a driver whose slot is known only later is told of no other day where that is the one named', async () => {
  const { world, run, rest, during, deliveries } = calmWorld({ faults: ['no_slot'] });
  world.service.canLookup = false;
  await run();
  world.shopify.edit(shop, orderId, naming('2026-11-21'));
  await rest();
  expect(deliveries()).toMatchObject([
    { state: 'placed', service: { slot: null }, drift: [{ field: 'delivery_day' }] },
  ]);
  world.service.canLookup = true;
  await during((ports) => refreshOrder(ports, world.shops.record(shop), { orderId, actor: 'person' }));
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed', service: { slot: {} }, drift: [] }]);
});

test('a day that a person has sent it in spite of is no change', async () => {
  const { world, during, deliveries } = calmWorld({ order: naming('2026-11-25') });
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(60_000, 20_000);
  await during((ports) =>
    sendOrder(ports, world.shops.record(shop), { orderId, actor: 'person', body: { mode: 'again' } }),
  );
  await world.runFor(60_000, 20_000);
  world.shopify.typeInNote(shop, orderId, 'By the back door');
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
  world.shopify.edit(shop, orderId, naming('2026-11-26'));
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: otherDay('2026-11-26') }]);
});

test('nor is one in spite of which a person has sent another driver for goods that the first one took', async () => {
  const { world, run, rest, during, deliveries } = calmWorld();
  await run();
  world.shopify.edit(shop, orderId, naming('2026-11-22'));
  world.shopify.changeGoods(shop, orderId, fulfil);
  await rest();
  const body = {
    ...{ mode: 'new' as const, orderReference: '1001' as OrderReference, newReference: '1001-R2' as OrderReference },
    reason: 'the driver never came',
  };
  await during((ports) => sendOrder(ports, world.shops.record(shop), { orderId, actor: 'person', body }));
  await rest();
  world.shopify.typeInNote(shop, orderId, 'By the back door');
  await rest();
  expect(deliveries().find(({ orderReference }) => orderReference === '1001-R2')).toMatchObject({
    ...{ state: 'placed', drift: [] },
  });
});

test.each([
  ['names', '', 'Datum'],
  ['renames', 'Delivery-Date', 'Datum'],
])('a setting that %s the attribute alarms nobody of an order that did not change', async (_name, before, after) => {
  const { world, run, deliveries } = calmWorld({
    order: { customAttributes: [{ key: 'Datum', value: '2026-11-25' }] },
  });
  const call = (deliveryDateAttribute: string) => {
    const { settings } = world.shops.record(shop);
    world.shops.change(shop, {
      settings: { ...settings, automation: { ...settings.automation, deliveryDateAttribute } },
    });
  };
  const standing = () => deliveries().map(({ state, drift }) => ({ state, drift }));
  call(before);
  await run();
  call(after);
  world.shopify.typeInNote(shop, orderId, 'By the back door');
  await world.runFor(60_000, 20_000);
  expect(standing()).toEqual([{ state: 'placed', drift: [] }]);
});

test('an attribute that is spelt otherwise in the settings by now is the same one', async () => {
  const { world, run, deliveries } = calmWorld();
  await run();
  const { settings } = world.shops.record(shop);
  const automation = { ...settings.automation, deliveryDateAttribute: 'delivery-date' };
  world.shops.change(shop, { settings: { ...settings, automation } });
  world.shopify.edit(shop, orderId, naming('2026-11-25'));
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: otherDay('2026-11-25') }]);
});

test('nothing is told of a booking that did not keep which attribute it was', async () => {
  const { world, run, deliveries } = calmWorld();
  await run();
  const { deliveries: rows } = world.orders.stored(shop, orderId);
  for (const [key, row] of rows) {
    const { delivery_day_attribute: _attribute, ...said } = row.said ?? expect.fail('no words are kept');
    rows.set(key, { ...row, said });
  }
  world.shopify.edit(shop, orderId, naming('2026-11-25'));
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
});

test('a slot that the service moves to a later day than the order names is told of once that is seen', async () => {
  const { world, deliveries } = calmWorld({ order: naming('2026-11-21') });
  // Nothing but the day tells of the move: no note is written, and so no webhook comes of it.
  const { settings } = world.shops.record(shop);
  world.shops.change(shop, { settings: { ...settings, writeBack: { ...settings.writeBack, note: false } } });
  world.followsDrivers = true;
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
  const stored = world.service.stored.get('1001');
  if (!stored) throw new Error('not booked');
  const slot = { start: '2026-11-22T12:00:00.000Z', end: '2026-11-22T14:00:00.000Z' };
  world.service.stored.set('1001', { ...stored, slot });
  await world.runFor(2 * 3_600_000, 20_000);
  const later = { about: 'later_day', field: 'delivery_day', placed: '2026-11-22', now: '2026-11-21' };
  expect(deliveries()).toMatchObject([{ drift: [later] }]);
});
