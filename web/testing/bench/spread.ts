/** Repeated measurements of one thing. */
export interface Spread {
  median: number;
  min: number;
  max: number;
  runs: number;
}

/** @throws Error where nothing was measured. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((left, right) => left - right);
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1), runs: sorted.length };
}

/** The value that the part `q` (0 to 1) of the values does not exceed; the mean of the two in the middle for 0.5. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const place = (sorted.length - 1) * q;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) throw new Error('nothing was measured');
  return below + (above - below) * (place - Math.floor(place));
}
