import { isOwnLine } from '#placement/note-line.ts';

/** A note without our lines and without the breaks at its end. */
export function merchantWords(note: string): string {
  const lines = note.match(/[^\r\n]*(?:\r\n|\n|\r|$)/gu) ?? [];
  const kept = lines.filter((line) => !isOwnLine(line.replace(/[\r\n]+$/u, '')));
  return kept.join('').replace(/[\r\n]+$/u, '');
}
