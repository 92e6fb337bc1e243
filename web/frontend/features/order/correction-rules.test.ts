import { expect, test } from 'vitest';
import { correctionError } from './correction-rules.ts';

test.each([
  ['082 123 4567', null],
  ['+27 (0)82 123 4567', null],
  ['0027821234567', null],
  ['27821234567', null],
  ['０８２１２３４５６７', null],
  ['021 447 1234 ext 12', null],
  ['082123456', 'phone'],
  ['0821234567 / 0837654321', 'phone'],
  ['08612345678', 'phone'],
  ['+44 20 7946 0018', 'phone'],
  ['ask at the door', 'phone'],
  ['', 'phone'],
])('the phone %j is judged as %j', (value, error) => {
  expect(correctionError('dropoff_contact_phone', value)).toBe(error);
});

test.each([
  ['-33.9249, 18.4241', null],
  ['-33.9249,18.4241', null],
  ['', null],
  ['0, 0', 'coordinates'],
  ['18.4241, -33.9249', 'coordinates'],
  ['Cape Town', 'coordinates'],
])('the coordinates %j are judged as %j', (value, error) => {
  expect(correctionError('dropoff_coordinates', value)).toBe(error);
});

test.each([
  ['', 'missing'],
  ['   ', 'missing'],
  ['x'.repeat(1001), 'tooLong'],
  ['4 Kloof Street, Gardens', null],
])('the address %# is judged as %j', (value, error) => {
  expect(correctionError('dropoff_address', value)).toBe(error);
});
