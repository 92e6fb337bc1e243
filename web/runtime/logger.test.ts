import { expect, test } from 'vitest';
import { sayWarning } from './logger.ts';

test.each([
  ['SECURITY WARNING: The SSL modes\nare many\n', 'SECURITY WARNING: The SSL modes'],
  ['The URL postgres://u:canary@db.example:x/a is invalid.', 'The URL … is invalid.'],
  [
    '11 close listeners added to [Socket]. MaxListeners is 10.',
    '11 close listeners added to [Socket]. MaxListeners is 10.',
  ],
  ['of canary@shop.example and key=canary', 'of … and …'],
  [`the key ${'canary'.repeat(5)}, short`, 'the key … short'],
  ['x '.repeat(200), 'x '.repeat(100)],
])('of the warning %j the log says %j', (message, said) => {
  expect(sayWarning(message)).toBe(said);
});
