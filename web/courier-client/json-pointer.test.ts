import { expect, test } from 'vitest';
import { JSON_POINTER, readPointer } from './json-pointer.ts';

const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8, '~1': 9, deep: { '0': 'x' }, nothing: null };

test.each<[string, unknown]>([
  ['', document],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/m~0n', 8],
  ['/~01', 9],
  ['/deep/0', 'x'],
  ['/nothing', null],
  ['/nothing/x', undefined],
  ['/foo/01', undefined],
  ['/foo/-', undefined],
  ['/foo/length', undefined],
  ['/constructor', undefined],
  ['/__proto__', undefined],
  ['/missing/deeper', undefined],
])('%j', (pointer, expected) => {
  expect(JSON_POINTER.test(pointer)).toBe(true);
  expect(readPointer(document, pointer)).toEqual(expected);
});

test.each(['id', '/a~2', '/~', 'a/b'])('%j is no pointer', (pointer) => {
  expect(JSON_POINTER.test(pointer)).toBe(false);
});

test('a document that is no object has no members', () => {
  for (const value of ['text', 7, null, undefined, true]) expect(readPointer(value, '/length')).toBeUndefined();
});
