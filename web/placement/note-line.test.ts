import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOwnLine, notedReference, noteLimit, promises, writeNoteLines } from './note-line.ts';

const line = { reference: '1001', text: 'Sat 21 Nov 2026, 14:00–16:00 (D-8831)' };
const second = { reference: '1001-2', text: 'booked, time not given' };
const own = 'Same-day delivery 1001: Sat 21 Nov 2026, 14:00–16:00 (D-8831)';
const own2 = 'Same-day delivery 1001-2: booked, time not given';

describe('writeNoteLines', () => {
  it.each<[string, string | null, { reference: string; text: string }[], string]>([
    ['is the whole of an empty note', '', [line], own],
    ['is the whole of no note', null, [line], own],
    ['follows a blank line', 'Ring twice', [line], `Ring twice\n\n${own}`],
    ['completes a blank line', 'Ring twice\n', [line], `Ring twice\n\n${own}`],
    ['uses a blank line that is there', 'Ring twice\n\n', [line], `Ring twice\n\n${own}`],
    ['leaves further blank lines', 'Ring twice\n\n\n', [line], `Ring twice\n\n\n${own}`],
    ['takes a note of line breaks for blank lines', '\n', [line], `\n${own}`],
    ['keeps spaces', '  ', [line], `  \n\n${own}`],
    ['writes CRLF where the note does', 'a\r\nb', [line], `a\r\nb\r\n\r\n${own}`],
    ['writes CR where the note does', 'a\rb\r', [line, second], `a\rb\r\r${own}\r${own2}`],
    ['writes two lines below each other', 'a', [line, second], `a\n\n${own}\n${own2}`],
    ['puts a further line below the first', `a\n\n${own}\nb`, [line, second], `a\n\n${own}\n${own2}\nb`],
    ['puts a further line below one at the end', `a\r\n\r\n${own}`, [line, second], `a\r\n\r\n${own}\r\n${own2}`],
    ['keeps each ending where a note mixes them', `a\r\n${own}\rb`, [line, second], `a\r\n${own}\r${own2}\rb`],
    ['replaces in place', 'a\nSame-day delivery 1001: old\nb\n', [line], `a\n${own}\nb\n`],
    ['replaces without touching other endings', 'a\r\nSame-day delivery 1001: old\rb\n', [line], `a\r\n${own}\rb\n`],
    ['replaces a line a person emptied', 'Same-day delivery 1001:', [line], own],
    ['does not take 1001-2 for 1001', `${own2}\na`, [line], `${own2}\na\n\n${own}`],
    [
      'leaves a pasted line of another order where it is',
      'Same-day delivery 7: y\na',
      [line],
      `Same-day delivery 7: y\na\n\n${own}`,
    ],
    ['keeps one of several copies', `${own}\nx\n${own}\ny\nSame-day delivery 1001: z\n`, [line], `${own}\nx\ny\n`],
    ['keeps one of two copies at the end', `a\n\n${own}\n${own}`, [line], `a\n\n${own}`],
    ['keeps a line that quotes ours', `> ${own}`, [line], `> ${own}\n\n${own}`],
    ['keeps U+2028, tabs and NUL', 'a\u2028b\t\u0000', [line], `a\u2028b\t\u0000\n\n${own}`],
    [
      'writes one line whatever the text holds',
      'a',
      [{ reference: '1001', text: 'x\r\nSame-day\u2028y' }],
      'a\n\nSame-day delivery 1001: x Same-day y',
    ],
    ['takes the last word for a reference', '', [{ reference: '1001', text: 'x' }, line], own],
    ['writes lines of any reference', '', [{ reference: 'ab', text: 'x' }, line], `Same-day delivery ab: x\n${own}`],
  ])('%s', (_guarantee, note, lines, after) => {
    expect(writeNoteLines(note, lines)).toEqual({ note: after, changed: after !== (note ?? '') });
  });

  const over = { reference: '1001', text: 'cancelled (D-8831)', onlyInPlace: true };
  it.each<[string, string | null, { reference: string; text: string; onlyInPlace?: boolean }[], string]>([
    [
      'in the place of its slot',
      `a\r\n\r\n${own}\r\n${own2}\r\nb`,
      [over, second],
      `a\r\n\r\nSame-day delivery 1001: cancelled (D-8831)\r\n${own2}\r\nb`,
    ],
    ['once', `${own}\nx\n${own}\n`, [over], 'Same-day delivery 1001: cancelled (D-8831)\nx\n'],
    ['not where somebody took its line away', 'Ring twice', [over], 'Ring twice'],
    ['not beside a living one that is written anew', 'Ring twice', [over, second], `Ring twice\n\n${own2}`],
  ])('says that a delivery is over %s', (_where, note, lines, after) => {
    expect(writeNoteLines(note, lines)).toEqual({ note: after, changed: after !== note });
  });

  it('shortens a note that is too long already', () => {
    const full = `${'x'.repeat(noteLimit)}\n${own}`;
    const shorter = full.replace(own, 'Same-day delivery 1001: cancelled (D-8831)');
    expect(writeNoteLines(full, [over])).toEqual({ note: shorter, changed: true });
    expect(writeNoteLines(full, [second])).toEqual({ tooLong: true });
  });

  it('changes nothing where the lines stand already', () => {
    const note = `a\n\n${own}\n${own2}\nb`;
    expect(writeNoteLines(note, [line, second])).toEqual({ note, changed: false });
    expect(writeNoteLines('x'.repeat(6000), [])).toEqual({ note: 'x'.repeat(6000), changed: false });
  });

  it('leaves a note alone that would pass 5,000 characters', () => {
    const room = noteLimit - own.length - 4;
    expect(writeNoteLines('x'.repeat(room), [line])).toMatchObject({ changed: true });
    expect(writeNoteLines('x'.repeat(room + 1), [line])).toEqual({ tooLong: true });
    expect(writeNoteLines('😀'.repeat(room / 2 + 1), [line])).toEqual({ tooLong: true });
    expect(writeNoteLines(`${'x'.repeat(room - 10)}${'\n'.repeat(8)}`, [line])).toEqual({ tooLong: true });
  });

  const piece = fc.oneof(
    fc.constantFrom(
      '\n',
      '\r\n',
      '\r',
      '',
      ' ',
      own,
      own2,
      'Same-day delivery 1001: x',
      'Same-day delivery 7: y',
      '\u2028',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const anyNote = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
  const anyLines = fc.subarray([line, second, { reference: 'TEST-1001-R2', text: 'z' }], { minLength: 1 });
  const startsOf = (note: string, reference: string) =>
    note.split(/\r\n|\n|\r/).filter((text) => text.startsWith(`Same-day delivery ${reference}:`)).length;

  it('has exactly one line per delivery, and a second write changes nothing', () => {
    fc.assert(
      fc.property(anyNote, anyLines, (note, lines) => {
        const once = writeNoteLines(note, lines);
        if ('tooLong' in once) return;
        for (const { reference } of lines) expect(startsOf(once.note, reference)).toBe(1);
        expect(writeNoteLines(once.note, lines)).toEqual({ note: once.note, changed: false });
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every other line byte for byte and in order', () => {
    const others = (note: string) =>
      note
        .split(/\r\n|\n|\r/)
        .filter((text) => text !== '' && !/^Same-day delivery (1001|1001-2|TEST-1001-R2):/.test(text));
    fc.assert(
      fc.property(anyNote, anyLines, (note, lines) => {
        const written = writeNoteLines(note, lines);
        if (!('tooLong' in written)) expect(others(written.note)).toEqual(others(note));
      }),
      { numRuns: 500 },
    );
  });

  it('only appends to a note without lines of ours', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (note) => {
        const written = writeNoteLines(note, [line]);
        expect('note' in written && written.note.startsWith(note) && written.note.endsWith(own)).toBe(true);
      }),
    );
  });
});

describe('notedReference', () => {
  it.each<[string | null, string | null]>([
    [null, null],
    ['Ring twice', null],
    [`Ring twice\n\n${own}`, '1001'],
    ['Same-day delivery TEST-Shop-1001-2-R2: Sat 21 Nov', 'TEST-Shop-1001-2-R2'],
    ['Same-day delivery 1001: cancelled (D-8831)\nSame-day delivery 1001-2: Sat 21 Nov', '1001-2'],
    ['Same-day delivery 1001: cancelled (D-8831)', null],
    ['Same-day delivery 1002: Sat 21 Nov', null],
    ['Same-day delivery 1-1001: Sat 21 Nov', null],
  ])('of order 1001 %j names %j', (note, reference) => {
    expect(notedReference(note, 1001)).toBe(reference);
  });
});

describe('promises', () => {
  it.each<[string | null, boolean]>([
    [null, false],
    [`Ring twice\n\n${own}`, true],
    ['Same-day delivery 1001-2: Sat 21 Nov\nSame-day delivery 1001: Sat 21 Nov', true],
    ['Same-day delivery 1001: cancelled (D-8831)', false],
    ['Same-day delivery 1001-2: Sat 21 Nov', false],
    ['see Same-day delivery 1001: Sat 21 Nov', false],
  ])('%j promises 1001: %s', (note, expected) => {
    expect(promises(note, '1001')).toBe(expected);
  });
});

describe('isOwnLine', () => {
  it.each([
    [own, true],
    ['Same-day delivery TEST-Shop-1001-2-R2:', true],
    ['Same-day delivery: 1001', false],
    ['Same-day delivery please: x', false],
    [' Same-day delivery 1001: x', false],
  ])('%j: %s', (text, answer) => {
    expect(isOwnLine(text)).toBe(answer);
  });
});
