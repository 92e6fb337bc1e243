/** One number of a run, and what it must be where something is asked of it. */
export interface Count {
  name: string;
  value: number;
  unit?: string;
  must?: { be: '=' | '≤' | '≥'; limit: number };
}

/** One line of the report. */
export interface Row {
  what: string;
  counts: Count[];
}

export interface PartOptions {
  /** The figures that `npm test` runs too. */
  quick: boolean;
  /** Of everything that is drawn. */
  seed: number;
  /** Tells a person at the terminal what is going on. */
  say: (line: string) => void;
}

export interface Part {
  name: string;
  title: string;
  run(options: PartOptions): Promise<Row[]>;
}

export const counted = (name: string, value: number, unit?: string): Count => ({
  name,
  value,
  ...(unit === undefined ? {} : { unit }),
});

export const exactly = (limit: number, count: Count): Count => ({ ...count, must: { be: '=', limit } });
export const atMost = (limit: number, count: Count): Count => ({ ...count, must: { be: '≤', limit } });
export const atLeast = (limit: number, count: Count): Count => ({ ...count, must: { be: '≥', limit } });

/** Goods that nobody brings and nobody is told of, and drivers that are denied: the first are told, there may be none. */
export function nonBroken(broken: readonly string[], { say }: Pick<PartOptions, 'say'>): Count {
  for (const line of broken.slice(0, 10)) say(line);
  return exactly(0, counted('promises broken', broken.length));
}

/** Whether every number of the row is what it must be: nothing was measured (NaN) is not. */
export function holds({ counts }: Row): boolean {
  return counts.every(({ value, must }) => {
    if (!must) return true;
    if (must.be === '=') return value === must.limit;
    return must.be === '≤' ? value <= must.limit : value >= must.limit;
  });
}
