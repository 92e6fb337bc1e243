import type { Figure } from './figure.ts';
import type { Spread } from './spread.ts';

/** The figures as lines for a terminal: what, median (min–max), peer, ratio, goal. */
export function linesOf(figures: readonly Figure[]): string[] {
  const rows = figures.map((figure) => [
    figure.row,
    figure.what,
    `${spreadText(figure.value)} ${figure.unit}`,
    figure.beside ? `${figure.beside.name}: ${spreadText(figure.beside.value)}` : '',
    figure.beside ? `${figure.beside.ratio.toFixed(2)} ×` : '',
    goalText(figure),
  ]);
  const heads = ['', 'what', 'median (min–max)', 'beside', 'ratio', 'goal'];
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [heads, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function goalText({ goal }: Figure): string {
  if (!goal) return '';
  return `${goal.text} ${goal.met ? 'met' : 'NOT MET'}`;
}

function spreadText({ median, min, max, runs }: Spread): string {
  return runs === 1 ? short(median) : `${short(median)} (${short(min)}–${short(max)})`;
}

function short(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return Math.abs(value) >= 10 ? value.toFixed(1) : String(Number(value.toPrecision(2)));
}
