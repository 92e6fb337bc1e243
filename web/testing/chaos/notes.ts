import { noteLimit, writeNoteLines } from '#placement/note-line.ts';
import { SeededRandom } from '#testing/simulation/seeded-random.ts';

export interface NotesResult {
  notes: number;
  writes: number;
  tooLong: number;
  problems: string[];
}

const pieces = [
  'Ring twice',
  '',
  ' ',
  '\t',
  'é',
  '👋🏽',
  '\u200b',
  'Same-day delivery',
  'Same-day delivery maybe:',
  '- gate 4',
  'x'.repeat(400),
  '۱۲۳',
  '"',
  '\\',
];
const breaks = ['\n', '\r\n', '\r', '\n\n', '\r\n\r\n'];

/** Random notes, written into again and again as retries do: the merchant's text stays, our line stands once. */
export function writeRandomNotes(count: number, seed: number): NotesResult {
  const random = new SeededRandom(seed);
  const result: NotesResult = { notes: count, writes: 0, tooLong: 0, problems: [] };
  for (let index = 0; index < count && result.problems.length < 10; index += 1) {
    const words = Array.from({ length: random.below(18) }, () => pieces[random.below(pieces.length)] ?? '');
    let note = words.reduce((text, word) => text + word + (breaks[random.below(breaks.length)] ?? ''), '');
    if (random.chance(0.02)) note = note.padEnd(noteLimit - random.below(120), 'y');
    const merchant = note;
    const stands = new Set<string>();
    const references = [`${1000 + index}`, ...(random.chance(0.3) ? [`${1000 + index}-2`] : [])];
    for (let retry = 1 + random.below(5); retry > 0; retry -= 1) {
      const lines = references.slice(0, 1 + random.below(references.length)).map((reference) => ({
        reference,
        text: random.chance(0.2) ? 'booked, time not given' : 'Sat 21 Nov 2026, 14:00–16:00 (D-8831)',
      }));
      const written = writeNoteLines(note, lines);
      result.writes += 1;
      if ('tooLong' in written) {
        result.tooLong += 1;
        continue;
      }
      note = written.note;
      for (const { reference } of lines) stands.add(reference);
      result.problems.push(...problemsOf(merchant, note, [...stands]));
    }
  }
  return result;
}

function problemsOf(merchant: string, note: string, references: readonly string[]): string[] {
  const found: string[] = [];
  const starts = references.map((reference) => `Same-day delivery ${reference}:`);
  const lines = note.split(/\r\n|\n|\r/u);
  for (const start of starts) {
    const count = lines.filter((line) => line.startsWith(start)).length;
    if (count !== 1) found.push(`${start} stands ${count} times`);
  }
  if (note.length > noteLimit) found.push(`${note.length} characters`);
  // Ours stand below the merchant's text, which begins the note byte for byte.
  if (!note.startsWith(merchant)) found.push(`the merchant's text changed: ${JSON.stringify(merchant.slice(0, 80))}`);
  const rest = note
    .slice(merchant.length)
    .split(/\r\n|\n|\r/u)
    .filter((line) => line !== '' && !starts.some((start) => line.startsWith(start)));
  if (rest.length > 0) found.push(`something else was added: ${rest[0]}`);
  return found;
}
