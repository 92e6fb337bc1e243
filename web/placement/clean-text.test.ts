import { describe, expect, it } from 'vitest';
import { cleanLines, cleanText } from './clean-text.ts';

describe('text that a buyer typed', () => {
  it.each([
    ['', ''],
    [null, ''],
    [' a \t b\u0000 ', 'a b'],
    ['12\u200B3 Main\u00AD Road', '123 Main Road'],
    ['\uD800x', 'x'],
    ['a\r\nb', 'a b'],
    ['x'.repeat(1_000), 'x'.repeat(1_000)],
    ['x'.repeat(1_001), `${'x'.repeat(999)}…`],
    [`${' '.repeat(2_000)}12 Main Road${' '.repeat(2_000)}`, '12 Main Road'],
  ])('%j is one clean line', (raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
  });

  it('keeps its lines, each without blanks at its end, and at most 5,000 characters', () => {
    expect(cleanLines(' a  b \t\r\n c\u2028\n\nd ')).toBe('a  b\n c\n\n\nd');
    expect(cleanLines('x'.repeat(5_000))).toHaveLength(5_000);
    expect(cleanLines('x'.repeat(5_001))).toBe(`${'x'.repeat(4_999)}…`);
  });
});
