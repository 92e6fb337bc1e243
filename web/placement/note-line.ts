import { cleanText } from './clean-text.ts';
import { isReferenceOf, looksLikeReference } from './order-reference.ts';

export interface NoteLine {
  reference: string;
  /** What follows `Same-day delivery <reference>: `. */
  text: string;
  /** Only where a line of this delivery stands: nobody needs to read of a delivery that is over and stands nowhere. */
  onlyInPlace?: boolean;
}

/** Shopify's limit of an order note, in characters. */
export const noteLimit = 5000;

/**
 * Writes one line per delivery into an order note. A delivery's line is replaced where it stands, and copies of it
 * further down are removed; the first line of all is appended after a blank line, further ones directly below the
 * last of this order's, in the note's own line ending. Everything else stays byte for byte, also a line of another
 * order that somebody pasted. A note that is too long already may still become shorter.
 * Too long is counted in UTF-16 units with every line break as two, for Shopify does not say how it counts.
 */
export function writeNoteLines(
  note: string | null,
  lines: readonly NoteLine[],
): { note: string; changed: boolean } | { tooLong: true } {
  const before = note ?? '';
  const ending = /\r\n|\n|\r/u.exec(before)?.[0] ?? '\n';
  const shown = lines.filter((line) => !line.onlyInPlace || stands(before, line));
  const starts = shown.map(startOf);
  const after = shown.reduce((text, line) => writeLine(text, line, starts, ending), before);
  if (after === before) return { note: before, changed: false };
  if (longest(after) > Math.max(noteLimit, longest(before))) return { tooLong: true };
  return { note: after, changed: true };
}

/** Its length in Shopify, at most. */
const longest = (note: string): number => note.replace(/\r\n|\n|\r/gu, '\r\n').length;

function stands(note: string, line: NoteLine): boolean {
  return split(note).some(({ text }) => text.startsWith(startOf(line)));
}

const ownLine = /^Same-day delivery ([A-Za-z0-9-]+):(?! cancelled)/u;

/** The first reference of this order that its note names and does not call cancelled; null where there is none. */
export function notedReference(note: string | null, number: number): string | null {
  const named = split(note ?? '').map(({ text }) => ownLine.exec(text)?.[1]);
  return named.find((reference) => reference !== undefined && isReferenceOf(number, reference)) ?? null;
}

/** Whether a note names a delivery and does not call it cancelled. */
export function promises(note: string | null, reference: string): boolean {
  return split(note ?? '').some(({ text }) => ownLine.exec(text)?.[1] === reference);
}

/** Whether a line of a note is one of ours: `Same-day delivery <reference>:` with a reference of our form. */
export function isOwnLine(line: string): boolean {
  const reference = /^Same-day delivery ([A-Za-z0-9-]+):/u.exec(line)?.[1];
  return reference !== undefined && looksLikeReference(reference);
}

/** A line of the note and the ending that follows it ('' after the last). */
interface Segment {
  text: string;
  ending: string;
}

function writeLine(note: string, line: NoteLine, starts: readonly string[], ending: string): string {
  const start = startOf(line);
  const own = `${start} ${cleanText(line.text)}`;
  const segments = split(note);
  const at = segments.findIndex(({ text }) => text.startsWith(start));
  if (at !== -1) return join(replaceAt(segments, at, start, own));
  const last = segments.findLastIndex(({ text }) => starts.some((known) => text.startsWith(known)));
  if (last !== -1) return join(insertBelow(segments, last, own, ending));
  return note + blankLineBefore(segments, ending) + own;
}

const startOf = ({ reference }: NoteLine): string => `Same-day delivery ${cleanText(reference)}:`;

function replaceAt(segments: Segment[], at: number, start: string, own: string): Segment[] {
  const kept = segments.filter(({ text }, index) => index <= at || !text.startsWith(start));
  const replaced = kept.map((segment, index) => (index === at ? { ...segment, text: own } : segment));
  // Where the note's last line was a copy, the line before it becomes the last and keeps no ending of its own.
  const lastWasCopy = segments.at(-1) !== kept.at(-1);
  return lastWasCopy
    ? replaced.map((segment, i) => (i === replaced.length - 1 ? { ...segment, ending: '' } : segment))
    : replaced;
}

function insertBelow(segments: Segment[], at: number, own: string, ending: string): Segment[] {
  return segments.flatMap((segment, index) => {
    if (index !== at) return [segment];
    return [
      { ...segment, ending: segment.ending || ending },
      { text: own, ending: segment.ending },
    ];
  });
}

function blankLineBefore(segments: Segment[], ending: string): string {
  const [last, previous] = [segments.at(-1), segments.at(-2)];
  if (last?.text !== '') return ending + ending;
  return previous === undefined || previous.text === '' ? '' : ending;
}

function split(note: string): Segment[] {
  const pieces = note.split(/(\r\n|\n|\r)/u);
  return pieces.flatMap((text, index) => (index % 2 === 0 ? [{ text, ending: pieces[index + 1] ?? '' }] : []));
}

function join(segments: readonly Segment[]): string {
  return segments.map(({ text, ending }) => text + ending).join('');
}
