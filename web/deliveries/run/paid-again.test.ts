import { expect, test } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { fulfil, hold, release } from '#testing/simulation/sim-goods.ts';

const day = 24 * 3_600_000;

test('an order whose edit was paid two days later is sent then: too late is counted from the payment of the whole', async () => {
  const { world, rest, calls } = calmWorld();
  const { shopify, scheduler } = world;
  shopify.changeGoods(shop, orderId, hold);
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(60_000, 20_000);
  shopify.edit(shop, orderId, { financialStatus: 'PARTIALLY_PAID' });
  shopify.changeGoods(shop, orderId, release);
  await rest();
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'skipped', reason: { code: 'not_paid' } });
  await world.runFor(2 * day, 200_000);
  expect(calls()).toEqual([]);

  const paidAt = new Date(scheduler.now()).toISOString();
  shopify.edit(shop, orderId, { financialStatus: 'PAID', paidAt });
  await rest();
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'placed', reason: null });
  expect(calls()).toEqual(['place 1001']);
});

test('another driver whom a person sent for goods that the first one took goes once what an edit left unpaid is paid', async () => {
  const { world, run, rest, deliveries } = calmWorld();
  const { shopify, shops, service } = world;
  await run();
  shopify.changeGoods(shop, orderId, fulfil);
  await rest();
  service.takesKey = () => false;
  const another = { orderReference: '1001' as OrderReference, newReference: '1001-R2' as OrderReference };
  world.people.press(shop, orderId, { mode: 'new', ...another, reason: 'the driver never came' });
  await world.runFor(60_000, 20_000);
  const second = () => deliveries().find(({ orderReference }) => orderReference === '1001-R2');
  expect(second()).toMatchObject({ state: 'held', reason: { code: 'key_refused' } });
  shopify.edit(shop, orderId, { financialStatus: 'PARTIALLY_PAID' });
  await world.runFor(60_000, 20_000);
  expect(second()).toMatchObject({ state: 'skipped', reason: { code: 'not_paid' } });
  service.takesKey = () => true;
  shops.saveKey(shop, 'key-2');
  await rest();
  expect(second()).toMatchObject({ state: 'skipped' });
  shopify.edit(shop, orderId, { financialStatus: 'PAID' });
  await rest();
  expect(second()).toMatchObject({ state: 'placed' });
});

test("the rest of an order in doubt that is to be packed is a person's once nobody has packed it in time", async () => {
  const { world, rest, deliveries } = calmWorld({ goods: 2, faults: ['reset_before'] });
  const { shopify, shops, service } = world;
  const { settings } = shops.record(shop);
  const automation = { ...settings.automation, trigger: 'inProgress' as const, maxAgeHours: 2 };
  shops.change(shop, { settings: { ...settings, automation } });
  service.takesKey = () => service.calls.length === 0;
  world.people.press(shop, orderId, { mode: 'again', reason: 'packed already' });
  await world.runFor(60_000, 20_000);
  const standing = () => deliveries().map(({ state, reason }) => `${state} ${reason?.code ?? ''}`.trim());
  expect(standing()).toEqual(['held key_refused', 'held key_refused']);
  shopify.edit(shop, orderId, { financialStatus: 'PARTIALLY_PAID' });
  await world.runFor(60_000, 20_000);
  expect(standing()).toEqual(['held key_refused', 'skipped not_paid']);
  service.takesKey = () => true;
  await world.runFor(600_000, 20_000);
  expect(standing()).toEqual(['needs_attention changed_in_doubt', 'skipped not_paid']);
  shopify.edit(shop, orderId, { financialStatus: 'PAID' });
  await world.runFor(60_000, 20_000);
  expect(standing()).toEqual(['needs_attention changed_in_doubt', 'held waiting_in_progress']);
  await rest();
  expect(standing()).toEqual(['needs_attention changed_in_doubt', 'needs_attention too_old']);
});
