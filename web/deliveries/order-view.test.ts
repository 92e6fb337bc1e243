import { expect, test } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import { booked, exampleDelivery, exampleRecord, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from './delivery.ts';
import { orderView } from './order-view.ts';

const context = {
  ...{ now, timeZone: 'Africa/Johannesburg', shopTimeZone: 'Africa/Johannesburg' },
  ...{ contactUrl: () => null, late: new Set<string>(), testMode: false },
};

test.each([
  ['placed', 'goods_without_driver', 1],
  ['placed', 'request', 1],
  ['needs_attention', 'goods_without_driver', 1],
  ['needs_attention', 'request', 0],
] as const)('of a delivery that is %s, a difference in %s is shown %i times, with an alarm', (state, about, times) => {
  const drift: DriftItem[] = [{ about, field: 'goods: Mug', placed: '0', now: '1' }];
  const delivery = exampleDelivery({ state, drift });
  const [shown] = orderView(exampleRecord({ state }), [delivery], { attempts: [], actions: [] }, context).deliveries;
  expect([shown?.drift.length, shown?.alarm !== null]).toEqual([times, times === 1]);
});

test.each([
  ['placed', [], 'https://t.example/1'],
  ['cancelled', [], null],
  [
    'cancelled',
    [{ about: 'not_cancelled', field: 'cancellation', placed: 'to be cancelled', now: 'booked' }],
    'https://t.example/1',
  ],
] as const)('the driver of one that is %s with %j can be followed at %s', (state, drift, trackingUrl) => {
  const delivery = exampleDelivery({
    state,
    drift: [...drift],
    service: booked({ trackingUrl: 'https://t.example/1' }),
  });
  const { deliveries } = orderView(exampleRecord({ state }), [delivery], { attempts: [], actions: [] }, context);
  expect(deliveries).toMatchObject([{ trackingUrl }]);
});

test.each<[string, Partial<DeliveryRecord>, Partial<DeliveryRecord>, string]>([
  ['the second one', {}, {}, '1001-R2'],
  ['the first one once the second was called off', {}, { state: 'cancelled' }, '1001'],
  ['the one under another reference', { state: 'cancelled' }, { orderReference: 'SHOP-1001' as never }, 'SHOP-1001'],
])('of two for the same goods, %s speaks for them', (_name, first, changes, current) => {
  const second = { orderReference: '1001-R2' as never, replaces: '1001' as never, ...changes };
  const rows = [
    { state: 'placed' as const, ...first },
    { state: 'placed' as const, ...second },
  ].map(exampleDelivery);
  const { deliveries } = orderView(exampleRecord(), rows, { attempts: [], actions: [] }, context);
  expect(deliveries.filter(({ isCurrent }) => isCurrent).map((one) => one.orderReference)).toEqual([current]);
});

const byHand = [{ rule: 'automatic' as const, input: 'manual', result: 'fail' as const, message: 'by hand' }];

test.each([
  ['a live order in test mode', { testMode: true, testOrder: false }, ['test_mode', false]],
  ['a live order outside it', { testMode: false, testOrder: false }, [undefined, true]],
  ['a test order in test mode', { testMode: true, testOrder: true }, [undefined, true]],
])('Send for %s by hand is as it is offered', (_name, { testMode, testOrder }, expected) => {
  const order = exampleRecord({ state: 'skipped', rules: byHand, testOrder });
  const view = orderView(order, [], { attempts: [], actions: [] }, { ...context, testMode });
  expect([view.refusal?.code, view.overridable]).toEqual(expected);
});
