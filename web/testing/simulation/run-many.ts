import { parseArgs } from 'node:util';
import { readWords } from '#testing/usage.ts';
import { runSchedule } from './run-schedule.ts';

/** What a run of many schedules came to. */
export interface ManyResult {
  from: number;
  schedules: number;
  orders: number;
  placed: number;
  kills: number;
  elapsedMs: number;
  /** Schedules run twice, and those whose traces differed. */
  replayed: number;
  differed: number[];
  /** The first schedules that broke a rule. */
  broken: { seed: number; violations: string[] }[];
}

/** Runs the schedules of `count` seeds from `from` on. */
async function runMany(options: {
  from: number;
  count: number;
  /** How many times as often rare things are drawn. */
  density: number;
  /** Of the first schedules, how many are run a second time. */
  replay: number;
  /** Ends early when it is used up. */
  withinMs: number;
  /** Whether everything that happened is printed: to read how a schedule came to break a rule. */
  lines: boolean;
}): Promise<ManyResult> {
  const startedAt = performance.now();
  const result: ManyResult = {
    from: options.from,
    schedules: 0,
    orders: 0,
    placed: 0,
    kills: 0,
    elapsedMs: 0,
    replayed: 0,
    differed: [],
    broken: [],
  };
  const isOver = () => performance.now() - startedAt > options.withinMs;
  const traces = new Map<number, string>();
  for (let seed = options.from; seed < options.from + options.count && !isOver(); seed += 1) {
    const { orders, placed, kills, violations, trace, lines } = await runSchedule(seed, undefined, options.density);
    if (options.lines) process.stdout.write(`${[`schedule ${seed}`, ...lines].join('\n')}\n`);
    result.schedules += 1;
    result.orders += orders;
    result.placed += placed;
    result.kills += kills;
    if (violations.length > 0 && result.broken.length < 20) result.broken.push({ seed, violations });
    if (traces.size < options.replay) traces.set(seed, trace);
  }
  // The other way round, so that nothing of what ran before can be part of a trace.
  for (const [seed, trace] of [...traces].toReversed()) {
    if (isOver()) break;
    result.replayed += 1;
    if ((await runSchedule(seed, undefined, options.density)).trace !== trace) result.differed.push(seed);
  }
  result.elapsedMs = Math.round(performance.now() - startedAt);
  return result;
}

function readOptions(args: readonly string[]): Parameters<typeof runMany>[0] {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string', default: '1' },
      count: { type: 'string', default: '1000' },
      density: { type: 'string', default: '1' },
      replay: { type: 'string', default: '0' },
      'within-ms': { type: 'string', default: '600000' },
      lines: { type: 'boolean', default: false },
    },
  });
  const whole = (name: Exclude<keyof typeof values, 'lines'>): number => {
    const number = Number(values[name]);
    if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} must be a whole number`);
    return number;
  };
  const [from, count, density] = [whole('from'), whole('count'), whole('density')];
  return { from, count, density, replay: whole('replay'), withinMs: whole('within-ms'), lines: values.lines };
}

if (import.meta.main) {
  Error.stackTraceLimit = 0;
  const usage =
    'usage: node web/testing/simulation/run-many.ts [--from <seed>] [--count <n>] [--density <n>] [--replay <n>] [--within-ms <n>] [--lines]';
  const result = await runMany(readWords(usage, readOptions));
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
