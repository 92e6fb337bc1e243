import { expect, test } from 'vitest';
import { isDataFault } from './data-fault.ts';

test.each([
  ['22021', 'a character that no text may hold'],
  ['22001', 'a value too long'],
  ['23514', 'a value that a rule of the table refuses'],
  ['54000', 'a row too long for its index'],
])('%s is of what the statement carries: %s', (code) => {
  expect(isDataFault(Object.assign(new Error('refused'), { code }))).toBe(true);
});

test.each([
  ['08006', 'a lost connection'],
  ['0A000', 'a plan from before a change of the table'],
  ['25006', 'a server that another took over from'],
  ['26000', 'a prepared statement that a pooler does not know'],
  ['28P01', 'a password that was changed'],
  ['3D000', 'a database that is not there'],
  ['40P01', 'a deadlock'],
  ['42501', 'a right that was not granted'],
  ['42703', 'a column of another version'],
  ['42P01', 'a table of another version'],
  ['42P05', 'a statement that another process prepared on a backend of a pooler'],
  ['53300', 'too many connections'],
  ['57P01', 'a server that is shut down'],
  ['58030', 'a disk that fails'],
  ['XX000', 'what poolers say where they have no connection'],
  ['ECONNRESET', 'no answer at all'],
])('%s is of the server: %s', (code) => {
  expect(isDataFault(Object.assign(new Error('failed'), { code }))).toBe(false);
});

test('a full queue of notices is of the server, though its code is that of a row too long', () => {
  expect(isDataFault(Object.assign(new Error('refused'), { code: '54000', file: 'async.c' }))).toBe(false);
});

test('nothing without a code is any fault of the database', () => {
  expect([null, undefined, '22021', new Error('failed')].map(isDataFault)).toEqual([false, false, false, false]);
});
