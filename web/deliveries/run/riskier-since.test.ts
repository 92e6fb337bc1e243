import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { riskierSince } from './riskier-since.ts';

type Known = NonNullable<DeliveryRecord['said']>['fraud_risk'];

const told = (placed: string, now: string) => [{ about: 'fraud_risk', field: 'fraud_risk', placed, now }];

test.each<[name: string, Known, string | null, changes: object, unknown[]]>([
  ['found since', 'none', 'CANCEL', {}, told('none', 'high')],
  ['graver than known', 'medium', 'CANCEL', {}, told('medium', 'high')],
  ['known when a person sent it', 'high', 'CANCEL', {}, []],
  ['less grave than known', 'high', 'INVESTIGATE', { askAtRisk: 'medium' }, []],
  ['one that the shop is not asked about', 'none', 'INVESTIGATE', {}, []],
  ['one that it is asked about', 'none', 'INVESTIGATE', { askAtRisk: 'medium' }, told('none', 'medium')],
  ['none is asked about', 'none', 'CANCEL', { askAtRisk: 'never' }, []],
  ['not kept by a version before', undefined, 'CANCEL', {}, told('none', 'high')],
  ['on its way', 'none', 'CANCEL', { progress: 'on_its_way' }, told('none', 'high')],
  ['delivered', 'none', 'CANCEL', { progress: 'delivered' }, []],
  ['found harmless', 'none', 'ACCEPT', {}, []],
  ['not analysed', 'none', null, {}, []],
])('a risk of fraud, %s', (_name, known, riskRecommendation, changes, expected) => {
  const { progress, askAtRisk } = { progress: null, askAtRisk: 'high' as const, ...changes };
  const said = { fraud_risk: known } as DeliveryRecord['said'];
  expect(riskierSince({ said, progress }, { riskRecommendation }, { askAtRisk })).toEqual(expected);
});

test('nothing is kept of an old delivery', () => {
  const delivery = { said: null, progress: null };
  expect(riskierSince(delivery, { riskRecommendation: 'CANCEL' }, { askAtRisk: 'high' })).toEqual(told('none', 'high'));
});

const minute = 60_000;

test("an order that Shopify warns of is a person's, and goes once it is found harmless", async () => {
  const { world, run, calls } = calmWorld();
  world.edits.analyse(shop, orderId, 'CANCEL');
  await run();
  const order = () => world.orders.stored(shop, orderId).order;
  expect(order()).toMatchObject({ state: 'needs_attention', reason: { code: 'fraud_risk_high' } });
  expect(calls()).toEqual([]);
  world.edits.analyse(shop, orderId, 'ACCEPT');
  await world.runFor(minute, 20_000);
  expect(order()).toMatchObject({ state: 'placed' });
  expect(calls()).toEqual(['place 1001']);
});

test('a warning after the booking is told of, and no more once it is taken back', async () => {
  const { world, run, deliveries } = calmWorld();
  await run();
  world.edits.analyse(shop, orderId, 'CANCEL');
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: told('none', 'high') }]);
  world.edits.analyse(shop, orderId, 'INVESTIGATE');
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
});

test('a warning about what waits for the service keeps it back', async () => {
  const { world, calls, deliveries } = calmWorld({ faults: ['rate_limited'] });
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(1_000, 20_000);
  world.edits.analyse(shop, orderId, 'CANCEL');
  await world.runFor(10 * minute, 20_000);
  expect(deliveries()).toMatchObject([
    { state: 'needs_attention', reason: { code: 'fraud_risk_high' }, waitsFor: { kind: 'order' } },
  ]);
  expect(calls()).toEqual(['place 1001']);
});
