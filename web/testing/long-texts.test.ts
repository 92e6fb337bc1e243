import { describe, expect, it } from 'vitest';
import { addressLine } from '#placement/address.ts';
import { cleanLines, cleanText, fold } from '#placement/clean-text.ts';
import { parseCoordinates } from '#placement/coordinates.ts';
import { normalisePhone } from '#placement/phone.ts';
import { dropoffRemarks } from '#placement/remarks.ts';

const address = { address1: '1 Main Road', address2: null, city: 'Cape Town', province: null, zip: null };
const nowhere = { country: null, countryCode: null };
const readers: [name: string, read: (text: string) => unknown][] = [
  ['a line', cleanText],
  ['a note', cleanLines],
  ['a name to compare', fold],
  ['an address', (text) => addressLine({ ...address, ...nowhere, address2: text })],
  ['remarks', (note) => dropoffRemarks({ note, customAttributes: [{ key: 'gate', value: note }] }, [], ['gate'])],
  ['a phone number', normalisePhone],
  ['coordinates', parseCoordinates],
];
const blanks = ' '.repeat(100_000);
const floods: [name: string, text: string][] = [
  ['blanks', `a${blanks}b`],
  ['blanks after a digit', `1${blanks}x`],
  ['tabs and line breaks', `a${'\t\n'.repeat(50_000)}b`],
  ['commas', `a${', ;'.repeat(33_000)}b`],
  ['zeros', `${'0'.repeat(100_000)}x`],
  ['accents', `a${'\u0301'.repeat(100_000)}b`],
];

describe.each(readers)('100 kB read as %s', (_name, read) => {
  it.each(floods)('of %s take no time to speak of', (_flood, text) => {
    expect(fastestMs(() => read(text))).toBeLessThan(20);
  });
});

/** The best of five: a busy machine slows one run, a pattern that goes back and forth slows every one. */
function fastestMs(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}
