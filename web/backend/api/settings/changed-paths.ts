import { isDeepStrictEqual } from 'node:util';

/** Dotted names of the values that differ, without the values: settings may hold names and phone numbers. */
export function changedPaths(before: object, after: object, path: readonly string[] = []): string[] {
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const keys = new Set([...Object.keys(old), ...Object.keys(fresh)]);
  return [...keys].flatMap((key) => {
    const [a, b] = [old[key], fresh[key]];
    if (isDeepStrictEqual(a, b)) return [];
    const both = isPlain(a) && isPlain(b);
    return both ? changedPaths(a, b, [...path, key]) : [[...path, key].join('.')];
  });
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
