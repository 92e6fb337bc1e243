import { expect, test } from 'vitest';
import { hasWantedMethod, methodName, wantedText } from './delivery-method.ts';
import { exampleFulfillmentOrder } from './testing/example-order.ts';

const line = (title: string, code = title) => ({ title, code, phone: null });
const texts = ['same day'];

const kept = (presentedName: string | null, methodType: string | null = 'SHIPPING') =>
  exampleFulfillmentOrder({ presentedName, serviceCode: null, methodType });

const [day, post, free] = ['Same Day', 'Post', 'Shipping'].map((title) => line(title));

test.each<[name: string, string | null, now: unknown[], removed: unknown[], string | null, string]>([
  ['as at checkout', 'Same Day', [day], [], 'same day', 'Same Day'],
  ['of a split cart whose line has a name of its own', 'Same Day', [free], [], 'same day', 'Same Day'],
  ['another one, as at checkout', 'Post', [post], [], null, 'Post'],
  ['the buyer paid for same-day delivery later', 'Post', [day], [post], 'same day', 'Same Day'],
  ['a dearer line in its place', 'Same Day', [free], [day], 'same day', 'Shipping'],
  ['nothing in its place', 'Same Day', [], [day], 'same day', 'Same Day'],
  ['the same name at another price', 'Same Day', [line('SAME  DAY', 'custom')], [day], 'same day', 'Same Day'],
  ['one of two lines is other', 'Post', [day, free], [post], null, 'Same Day, Shipping'],
  ['another line was taken out', 'Same Day', [day], [post], 'same day', 'Same Day'],
  ['no name, one line', null, [day], [post], 'same day', 'Same Day'],
  ['no name, and a line without one was taken out', null, [post], [line('')], null, 'Post'],
  ['none at all', null, [], [], null, 'none'],
])('the method of goods: %s', (_name, presentedName, shippingLines, removedShippingLines, text, name) => {
  const order = { shippingLines, removedShippingLines } as Parameters<typeof methodName>[1];
  const goods = kept(presentedName);
  expect(wantedText(goods, order, texts)).toBe(text);
  expect(hasWantedMethod(goods, order, texts)).toBe(text !== null);
  expect(methodName(goods, order)).toBe(name);
});

test('goods of Local Delivery are wanted whatever their line says', () => {
  const order = { shippingLines: [line('R 50')], removedShippingLines: [line('Local Delivery')] };
  const goods = kept('Local Delivery', 'LOCAL');
  expect(hasWantedMethod(goods, order, [])).toBe(true);
});
