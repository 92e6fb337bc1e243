import { describe, expect, test } from 'vitest';
import { foundBy, searchedFor } from './found-by.ts';
import { exampleOrder } from './testing/example-order.ts';

const orderOf = (name: string | null, phone: string | null) => {
  const order = exampleOrder();
  const none = { phone: null, firstName: null, lastName: null };
  return {
    ...order,
    phone,
    customer: null,
    shippingLines: [],
    fulfillmentOrders: [],
    shippingAddress: order.shippingAddress && { ...order.shippingAddress, ...none, name },
  };
};

const isFound = (text: string, by: readonly string[]): boolean => {
  const wanted = searchedFor(text);
  return wanted.length > 0 && wanted.every((term) => by.includes(term));
};

describe('an order is found by a name, however it is typed', () => {
  test.each([
    ['Thabo Nkosi', 'thabo'],
    ['Thabo Nkosi', 'NKOSI thabo'],
    ['  Thabo\u00a0 Nkosi ', 'Thabo Nkosi'],
    ['Zoë Müller', 'zoe muller'],
    ['Zoe Muller', 'Zoe\u0308 MÜLLER'],
    ['Ｔｈａｂｏ', 'thabo'],
    ['Siobhán O’Brien', "o'brien"],
    ["Siobhán O'Brien", 'obrien'],
    ["Siobhán O'Brien", 'Brien'],
    ['Anna Smith–Jones', 'smith-jones'],
    ['Anna Smith-Jones', 'Jones'],
    ['J. van der Merwe', 'j van der merwe'],
    ['李小龍', '李小龍'],
  ])('%j by %j', (name, text) => expect(isFound(text, foundBy(orderOf(name, null), []))).toBe(true));

  test.each([
    ['Thabo Nkosi', 'Thab'],
    ['Thabo Nkosi', 'Thabo Dlamini'],
    ['Thabo Nkosi', '-'],
    [null, 'null'],
    ['', ' '],
  ])('%j not by %j', (name, text) => expect(isFound(text, foundBy(orderOf(name, null), []))).toBe(false));
});

test('an order is found by a phone that stands in a shipping line, also once an edit took that out', () => {
  const line = (phone: string) => ({ title: 'Same Day', code: null, phone });
  const order = { ...orderOf(null, null), shippingLines: [line('0821234567')] };
  const edited = { ...order, removedShippingLines: [line('0837654321')] };
  expect(['082 123 4567', '083 765 4321'].map((text) => isFound(text, foundBy(edited, [])))).toEqual([true, true]);
});

describe('an order is found by a phone number, however it is typed', () => {
  test.each([
    ['0821234567', '082 123 4567'],
    ['+27 82 123 4567', '0821234567'],
    ['0821234567', '+27821234567'],
    ['082-123-4567', '+27 (0)82 123 4567'],
    ['O82 123 4567', '0821234567'],
    ['０８２１２３４５６７', '0821234567'],
    ['021 574 1004/5', '021 5741004'],
    ['082 123 4567, 083 765 4321', '083 765 4321'],
    ['+44 20 7946 0958', '020 7946 0958'],
    ['5741004', '574 1004'],
  ])('%j by %j', (phone, text) => expect(isFound(text, foundBy(orderOf(null, phone), []))).toBe(true));

  test.each([
    ['0821234567', '0821234568'],
    ['0821234567', '4567'],
    ['call me', '082'],
  ])('%j not by %j', (phone, text) => expect(isFound(text, foundBy(orderOf(null, phone), []))).toBe(false));
});

test('name and number must both be right', () => {
  const by = foundBy(orderOf('Thabo Nkosi', '0821234567'), []);
  expect(isFound('Thabo 082 123 4567', by)).toBe(true);
  expect(isFound('Lerato 082 123 4567', by)).toBe(false);
});

test('what a person corrected is found, and so is what it was', () => {
  const by = foundBy(orderOf('Thabo Nkosi', null), [
    { dropoff_contact_phone: '0837654321', dropoff_contact_name: 'Lerato' },
  ]);
  for (const text of ['Lerato', 'Nkosi', '+27 83 765 4321']) expect(isFound(text, by), text).toBe(true);
});

test('a name without end is cut', () => {
  const endless = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' ');
  expect(foundBy(orderOf(endless, '0821234567'), [])).toHaveLength(32);
  expect(foundBy(orderOf(endless, '0821234567'), [])[0]).toBe('phone 821234567');
});
