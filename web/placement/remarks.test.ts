import { describe, expect, it } from 'vitest';
import { dropoffRemarks, remarksLimit } from './remarks.ts';

const attributes = [
  { key: 'Gate code', value: '1234#' },
  { key: 'Gift', value: 'yes' },
  { key: 'gate CODE', value: '1234#' },
  { key: 'Empty', value: null },
];

describe('dropoffRemarks', () => {
  it.each<[string, string | null, string[], string]>([
    ['is empty for nothing', null, [], ''],
    ['is the note', 'Ring twice', [], 'Ring twice'],
    [
      'leaves out our own lines',
      'Ring twice\r\n\r\nSame-day delivery 1001: Sat 21 Nov 2026, 14:00 (D-1)\r\nSame-day delivery TEST-Shop-1001-2-R2: booked',
      [],
      'Ring twice',
    ],
    [
      'keeps a line that only looks like ours',
      'Same-day delivery please: ring twice',
      [],
      'Same-day delivery please: ring twice',
    ],
    ['keeps what follows our line', 'a\nSame-day delivery 1001: x\nb', [], 'a\nb'],
    [
      'adds the chosen attributes in the merchant’s order, once',
      'Ring',
      ['gift', 'gate code', 'empty', 'nope'],
      'Ring\nGift: yes\nGate code: 1234#\ngate CODE: 1234#',
    ],
    ['is the attributes alone', null, ['Gift'], 'Gift: yes'],
    ['removes NUL, controls and lone surrogates', 'a\u0000b\ud800c\u0007\u2028d', [], 'a bc\nd'],
    ['keeps emoji whole', '👩‍🚀 🇿🇦', [], '👩‍🚀 🇿🇦'],
    ['keeps no more than one blank line', 'a\n\n\n\n\nb', [], 'a\n\nb'],
  ])('%s', (_guarantee, note, names, remarks) => {
    expect(dropoffRemarks({ note, customAttributes: attributes }, [], names)).toBe(remarks);
  });

  it('cuts visibly at 2,000 characters, never through a character', () => {
    const remarks = dropoffRemarks({ note: '😀'.repeat(1500), customAttributes: [] }, [], []);
    expect(remarks.length).toBeLessThanOrEqual(remarksLimit);
    expect(remarks.isWellFormed()).toBe(true);
    expect(remarks.endsWith('😀…')).toBe(true);
  });

  it('begins with what checkout asked, each text once', () => {
    const asked = ['Gate code 1234\r\n', null, ' ', 'Gate code 1234', 'Ask for Sam'].map((instructions) => ({
      instructions,
    }));
    const remarks = dropoffRemarks({ note: 'Ring twice', customAttributes: [] }, asked, []);
    expect(remarks).toBe('Gate code 1234\nAsk for Sam\nRing twice');
  });
});
