import { expect, test } from 'vitest';
import { maskWords } from './mask-words.ts';

const known = ['Zoë Bird', '12 Kloof Street, Gardens, Cape Town, 8001', '0821234567', 'the bell is broken', '–'];

test.each<[string, string]>([
  ['The address 12 Kloof Street, Gardens could not be found.', 'The address ••• could not be found.'],
  ['Nobody called ZOE bird answers 082 123 4567.', 'Nobody called ••• answers •••.'],
  ['Delivery 1001 was refused.', 'Delivery 1001 was refused.'],
  ['write to zoe.b@example.com', 'write to •••'],
  ['No driver goes to Oranjezicht today.', 'No driver goes to ••• today.'],
  ['dropoff_contact_phone is too short', 'dropoff_contact_phone is too short'],
  ['call +27821234567 at once', 'call +••• at once'],
  ['a.longer.address@example.com: refused. Nobody is there.', '••• refused. Nobody is there.'],
  ['', ''],
])('%s', (text, expected) => {
  expect(maskWords(text, known, '1001')).toBe(expected);
});
