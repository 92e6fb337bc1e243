import { expect, test } from 'vitest';
import type { AutomationSettings } from '#api-contract/settings.ts';
import type { FulfillmentOrder } from '#placement/shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleOrder } from '#placement/testing/example-order.ts';
import { exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import { otherMethod } from './other-method.ts';

const rules: Pick<AutomationSettings, 'mode' | 'deliveryMethodTexts'> = {
  ...{ mode: 'matching', deliveryMethodTexts: ['same day'] },
};
const [own, others] = [exampleLine({ lineItemId: '7' }), exampleLine({ lineItemId: '8' })];
const goods = (presentedName: string, changes: Partial<FulfillmentOrder> = {}) =>
  exampleFulfillmentOrder({
    ...{ id: '1', presentedName, serviceCode: null, lines: [own] },
    ...changes,
  });
const told = (now: string, placed = 'Same Day') => [{ about: 'request', field: 'delivery_method', placed, now }];

test.each<[string, FulfillmentOrder[], Partial<typeof rules>, unknown[]]>([
  ['the same', [goods('Same Day')], {}, []],
  ['another that is wanted', [goods('Same Day before 12')], {}, []],
  ['another', [goods('Post')], {}, told('Post')],
  ['another, of goods that the driver has', [goods('Post', { status: 'CLOSED' })], {}, told('Post')],
  ['another, where a press sends', [goods('Post')], { mode: 'manual' }, told('Post')],
  ['another, where all are sent', [goods('Post')], { mode: 'all' }, []],
  ['the same, wanted no more', [goods('Same Day')], { deliveryMethodTexts: ['express'] }, []],
  ['a pickup, which is told of as goods', [goods('Shop', { methodType: 'PICK_UP' })], {}, []],
  ['one of what was cancelled', [goods('Post', { status: 'CANCELLED' })], {}, []],
  ['one of other goods', [goods('Same Day'), goods('Post', { lines: [others] })], {}, []],
  [
    'another, beside others that keep theirs',
    [goods('Post'), goods('Same Day', { lines: [others] })],
    {},
    told('Post'),
  ],
  ['another, of more than them', [goods('Post', { lines: [own, others] })], {}, told('Post')],
  ['one of a part of them', [goods('Same Day'), goods('Post', { id: '2' })], {}, []],
  ['two others', [goods('Post'), goods('Courier', { id: '2' })], {}, told('Post, Courier')],
  ['none', [], {}, []],
])('the method of a booked delivery now: %s', (_name, fulfillmentOrders, changes, expected) => {
  const { said, lines } = booked({ delivery_method: 'Same Day', delivery_method_type: 'SHIPPING' });
  expect(otherMethod({ said, lines }, orderOf(fulfillmentOrders), { ...rules, ...changes })).toEqual(expected);
});

test.each([
  ['SHIPPING', told('Local Delivery (SHIPPING)', 'Local Delivery (LOCAL)')],
  [null, told('Local Delivery (none)', 'Local Delivery (LOCAL)')],
  ['LOCAL', []],
])('Local Delivery that is %s by now and kept its name', (methodType, expected) => {
  const { said, lines } = booked({ delivery_method: 'Local Delivery', delivery_method_type: 'LOCAL' });
  expect(otherMethod({ said, lines }, orderOf([goods('Local Delivery', { methodType })]), rules)).toEqual(expected);
});

test.each([
  ['Same Day', []],
  ['Post', told('Post', 'At home, Same Day')],
])(
  'goods of two methods that were sent together, of which one is %s, and rules that want neither',
  (name, expected) => {
    const { said, lines } = booked({ delivery_method: 'At home, Same Day', delivery_method_type: 'LOCAL, SHIPPING' });
    const order = orderOf([goods(name)]);
    expect(otherMethod({ said, lines }, order, { ...rules, deliveryMethodTexts: ['express'] })).toEqual(expected);
  },
);

test.each([{}, null])('nothing is told where no method was kept: %j', (words) => {
  expect(otherMethod(booked(words), orderOf([goods('Post')]), rules)).toEqual([]);
});

const orderOf = (fulfillmentOrders: FulfillmentOrder[]) =>
  exampleOrder({ fulfillmentOrders, shippingLines: [], removedShippingLines: [] });

function booked(words: object | null) {
  const delivery = exampleDelivery({ state: 'placed' });
  const [line] = delivery.lines;
  const said = words === null ? null : { ...delivery.said, ...words };
  return { said, lines: line ? [{ ...line, lineItemId: '7' }] : [] } as Parameters<typeof otherMethod>[0];
}
