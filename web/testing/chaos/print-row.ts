import type { Count, Row } from './part.ts';

const widths = [7, 46, 11];

/** The head of the table, whose rows come one by one over hours. */
export const head = line(['', 'what', 'seed', 'counts']);

/** A row of the table: whether it holds, what was done, its seed and its counts with what they must be. */
export function rowText({ what, counts }: Row, seed: number, ok: boolean): string {
  return line([ok ? 'ok' : 'FAILED', what, String(seed), counts.map(countText).join(', ')]);
}

function line(cells: readonly string[]): string {
  return cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
}

function countText({ name, value, unit, must }: Count): string {
  const of = unit ? ` ${unit}` : '';
  return `${name} ${shown(value)}${of}${must ? ` (${must.be} ${shown(must.limit)})` : ''}`;
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 2 });
}
