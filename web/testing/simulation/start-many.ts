import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { OutageOptions, OutageResult } from './outage.ts';
import type { ManyResult } from './run-many.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

/** An outage in a process of its own. */
export function startOutage(options: Omit<OutageOptions, 'plant'>): Promise<OutageResult> {
  return start<OutageResult>('outage', [JSON.stringify(options)]);
}

async function start<R>(program: string, args: readonly string[]): Promise<R> {
  const child = spawn(process.execPath, [fileOf(program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [output, problem] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const last = output.trim().split('\n').at(-1) ?? '';
  if (child.exitCode !== 0 || last === '') throw new Error(`the simulation ended with ${child.exitCode}: ${problem}`);
  return JSON.parse(last) as R;
}

/** Splits `count` seeds over `processes` processes and adds up what they came to. */
export async function runInProcesses(options: {
  from: number;
  count: number;
  /** How many times as often rare things are drawn. */
  density: number;
  replay: number;
  processes: number;
  withinMs: number;
}): Promise<ManyResult> {
  const share = Math.ceil(options.count / options.processes);
  const parts = await Promise.all(
    Array.from({ length: options.processes }, (_, index) =>
      start<ManyResult>('run-many', [
        ...['--from', String(options.from + index * share)],
        ...['--count', String(share)],
        ...['--density', String(options.density)],
        ...['--replay', String(Math.ceil(options.replay / options.processes))],
        ...['--within-ms', String(options.withinMs)],
      ]),
    ),
  );
  const sum = (pick: (part: ManyResult) => number) => parts.reduce((total, part) => total + pick(part), 0);
  return {
    from: options.from,
    schedules: sum(({ schedules }) => schedules),
    orders: sum(({ orders }) => orders),
    placed: sum(({ placed }) => placed),
    kills: sum(({ kills }) => kills),
    elapsedMs: Math.max(...parts.map(({ elapsedMs }) => elapsedMs)),
    replayed: sum(({ replayed }) => replayed),
    differed: parts.flatMap(({ differed }) => differed),
    broken: parts.flatMap(({ broken }) => broken),
  };
}
