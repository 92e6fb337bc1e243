import { randomInt } from 'node:crypto';
import { type Flags, readFlags } from '#testing/bench/flags.ts';

/** Room above for the seeds of all schedules of a run. */
const seedsBelow = 2_000_000_000;

/**
 * The flags of a benchmark and `--seed <number>`, without which every run draws its own.
 * @throws Error naming what is wrong.
 */
export function readChaosFlags(args: readonly string[], names: readonly string[]): Flags & { seed: number } {
  const at = args.indexOf('--seed');
  if (at < 0) return { ...readFlags(args, names), seed: randomInt(1, seedsBelow) };
  const seed = Number(args[at + 1]);
  if (!(Number.isInteger(seed) && seed > 0 && seed < seedsBelow)) {
    throw new Error(`--seed must be a whole number between 1 and ${seedsBelow}`);
  }
  return { ...readFlags(args.toSpliced(at, 2), names), seed };
}
