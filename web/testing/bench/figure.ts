import type { Spread } from './spread.ts';

/** One line of the report. */
export interface Figure {
  /** Row of `docs/performance.md`, e.g. `P6`. */
  row: string;
  what: string;
  unit: string;
  value: Spread;
  /** What it stands beside, and how often the value is of the peer's. */
  beside?: { name: string; value: Spread; ratio: number };
  goal?: { text: string; met: boolean };
  /** What else a reader must know. */
  note?: string;
}

/** How much a benchmark does. */
export interface BenchOptions {
  quick: boolean;
  /** Tells a person at the terminal what is going on. */
  say: (line: string) => void;
}

export interface Bench {
  name: string;
  title: string;
  run(options: BenchOptions): Promise<Figure[]>;
}

/** A goal that the median must not exceed. */
export function atMost(limit: number, unit: string, value: Spread): { text: string; met: boolean } {
  return { text: `≤ ${limit} ${unit}`, met: value.median <= limit };
}

/** A peer, and the ratio of the medians: above 1 is more than the peer's. */
export function beside(name: string, value: Spread, peer: Spread): NonNullable<Figure['beside']> {
  return { name, value: peer, ratio: value.median / peer.median };
}

/** Goals for that ratio. */
export function ratioAtLeast(limit: number, { ratio }: { ratio: number }): { text: string; met: boolean } {
  return { text: `≥ ${limit} ×`, met: ratio >= limit };
}

export function ratioAtMost(limit: number, { ratio }: { ratio: number }): { text: string; met: boolean } {
  return { text: `≤ ${limit} ×`, met: ratio <= limit };
}
