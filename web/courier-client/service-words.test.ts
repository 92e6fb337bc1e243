import { describe, expect, test } from 'vitest';
import { cleanText, fieldAtFault, serviceWords } from './service-words.ts';
import { readStatements } from './statements.ts';

const words = (body: unknown) =>
  serviceWords(readStatements(typeof body === 'string' ? body : JSON.stringify(body)), 'k');
const field = (body: unknown) => fieldAtFault(readStatements(JSON.stringify(body)));

describe('the service’s words', () => {
  test.each<[unknown, string]>([
    [{ message: 'Unauthorized access', status: 'error' }, 'Unauthorized access'],
    [{ type: 'about:blank', title: 'Not valid', detail: 'Phone is short', status: 422 }, 'Phone is short: Not valid'],
    [
      {
        errors: [
          { field: 'a', message: 'x' },
          { field: 'b', message: 'y' },
        ],
      },
      'a: x; b: y',
    ],
    [{ errors: { dropoff_address: ['is required', 'is odd'] } }, 'dropoff_address: is required, is odd'],
    [{ error: 'no_slot' }, 'no_slot'],
    [{ error: 'No slot is left' }, 'No slot is left'],
    [{ error: { message: 'Inner' } }, 'Inner'],
    ['plain\r\nwords', 'plain words'],
    ['<!DOCTYPE html><p>Bad gateway', ''],
    ['', ''],
    [[], ''],
    [null, ''],
    [{ message: { nested: true } }, ''],
  ])('%j', (body, expected) => {
    expect(words(body)).toBe(expected);
  });

  test('one line, no control or direction characters, at most 500 characters, no half characters', () => {
    expect(cleanText('a\u0000b\u202Ec\u2028d\u001b[31me', 'key')).toBe('a b c d [31me');
    const long = cleanText('😀'.repeat(400), 'key');
    expect(long.length).toBeLessThanOrEqual(500);
    expect(long.isWellFormed()).toBe(true);
    expect(cleanText('\uD800 x', 'key').isWellFormed()).toBe(true);
  });
});

describe('the field at fault', () => {
  test.each<[unknown, string | null]>([
    [{ errors: [{ field: 'dropoff_address', message: 'x' }] }, 'dropoff_address'],
    [{ errors: [{ pointer: '#/dropoff_address', detail: 'x' }] }, 'dropoff_address'],
    [{ errors: [{ source: { pointer: '/items/0/weight' }, detail: 'x' }] }, 'items.0.weight'],
    [{ errors: [{ path: 'items[0].weight', message: 'x' }] }, 'items.0.weight'],
    [{ detail: [{ loc: ['body', 'pickup_address'], msg: 'x' }] }, 'pickup_address'],
    [{ 'invalid-params': [{ name: 'pickup_address', reason: 'x' }] }, 'pickup_address'],
    [{ field: 'pickup_address', message: 'x' }, 'pickup_address'],
    [{ errors: [{ field: 'a b<script>', message: 'x' }] }, null],
    [{ name: 'ValidationError', message: 'x' }, null],
    [{ message: 'x' }, null],
  ])('%j', (body, expected) => {
    expect(field(body)).toBe(expected);
  });
});
