import { expect, test } from 'vitest';
import { hasWantedMethod, isUnwantedNow, keptName, methodName, methodWords, wantedText } from './delivery-method.ts';
import { exampleFulfillmentOrder } from './testing/example-order.ts';

const line = (title: string, code = title) => ({ title, code, phone: null });
const texts = ['same day'];

const kept = (presentedName: string | null, methodType: string | null = 'SHIPPING') =>
  exampleFulfillmentOrder({ presentedName, serviceCode: null, methodType });

const [day, post, free] = ['Same Day', 'Post', 'Shipping'].map((title) => line(title));

test.each<[name: string, string | null, now: unknown[], removed: unknown[], string | null, string, boolean]>([
  ['as at checkout', 'Same Day', [day], [], 'same day', 'Same Day', false],
  ['of a split cart whose line has a name of its own', 'Same Day', [free], [], 'same day', 'Same Day', false],
  ['another one, as at checkout', 'Post', [post], [], null, 'Post', true],
  ['the buyer paid for same-day delivery later', 'Post', [day], [post], 'same day', 'Same Day', false],
  ['a dearer line in its place', 'Same Day', [free], [day], 'same day', 'Shipping', true],
  ['nothing in its place', 'Same Day', [], [day], 'same day', 'Same Day', false],
  ['the same name at another price', 'Same Day', [line('SAME  DAY', 'custom')], [day], 'same day', 'Same Day', false],
  ['the same name again, beside another line', 'Same Day', [day, free], [day], 'same day', 'Same Day', false],
  ['one of two lines in its place is other', 'Post', [day, free], [post], null, 'Same Day, Shipping', true],
  ['another line was taken out', 'Same Day', [day], [post], 'same day', 'Same Day', false],
  ['no name, one line', null, [day], [post], 'same day', 'Same Day', false],
  ['no name, and a line without one was taken out', null, [post], [line('')], null, 'Post', true],
  ['no name, and the price of its line was waived', null, [], [day], 'same day', 'Same Day', false],
  ['none at all', null, [], [], null, 'none', true],
])('the method of goods: %s', (_name, presentedName, shippingLines, removedShippingLines, text, name, isUnwanted) => {
  const goods = kept(presentedName);
  const order = { shippingLines, removedShippingLines, fulfillmentOrders: [goods] } as Parameters<typeof methodName>[1];
  expect(wantedText(goods, order, texts)).toBe(text);
  expect(hasWantedMethod(goods, order, texts)).toBe(text !== null);
  expect(methodName(goods, order)).toBe(name);
  expect(isUnwantedNow(goods, order, texts)).toBe(isUnwanted);
});

test('goods that are known by a code only keep it, whatever came in the place of a line without a name', () => {
  const goods = exampleFulfillmentOrder({ presentedName: null, serviceCode: 'post' });
  const order = { shippingLines: [line('Same Day')], removedShippingLines: [line('')], fulfillmentOrders: [goods] };
  expect(methodName(goods, order)).toBe('post');
});

test.each([
  ['their fee was waived', [line('Same Day')], null],
  ['others came in its place', [line('Same Day'), line('Same day rush')], 'same day'],
])('goods by post, beside others of the same cart, where %s', (_name, shippingLines, text) => {
  const goods = kept('Post');
  const fulfillmentOrders = [kept('Same Day'), goods];
  const order = { shippingLines, removedShippingLines: [line('Post')], fulfillmentOrders };
  expect(wantedText(goods, order, texts)).toBe(text);
});

test.each([
  ['Same Day', 'x', 'Same Day'],
  [null, 'post', 'post'],
  [null, null, ''],
])('checkout kept %s and %s', (presentedName, serviceCode, name) => {
  expect(keptName(exampleFulfillmentOrder({ presentedName, serviceCode }))).toBe(name);
});

test.each([
  ['whatever their line says', [line('R 50')], [], false],
  ['while it was re-priced', [line('Local delivery')], [line('Local Delivery')], false],
  ['also where its fee was waived', [], [line('Local Delivery')], false],
  ['until another line came in its place', [line('Locker to locker')], [line('Local Delivery')], true],
])('goods of Local Delivery are wanted %s', (_name, shippingLines, removedShippingLines, isUnwanted) => {
  const goods = kept('Local Delivery', 'LOCAL');
  const order = { shippingLines, removedShippingLines, fulfillmentOrders: [goods] };
  expect(hasWantedMethod(goods, order, [])).toBe(true);
  expect(isUnwantedNow(goods, order, [])).toBe(isUnwanted);
});

test.each([
  ['wanted', [kept('Same Day'), kept('Express same day')], 'Express same day, Same Day', 'SHIPPING'],
  ['of several types', [kept('Same Day'), kept('At home', 'LOCAL')], 'At home, Same Day', 'LOCAL, SHIPPING'],
  ['of no type', [kept('Same Day', null)], 'Same Day', ''],
  ['partly unwanted', [kept('Same Day'), kept('Post')], undefined, undefined],
])('what a delivery keeps of its method: %s', (_name, goods, delivery_method, delivery_method_type) => {
  const order = { shippingLines: [], removedShippingLines: [], fulfillmentOrders: goods };
  expect(methodWords(goods, order, texts)).toEqual(
    delivery_method === undefined ? {} : { delivery_method, delivery_method_type },
  );
});
