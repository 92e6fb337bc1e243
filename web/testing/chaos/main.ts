import { availableParallelism, release, type } from 'node:os';
import { typed } from '#testing/bench/flags.ts';
import { readWords } from '#testing/usage.ts';
import { readChaosFlags } from './flags.ts';
import { holds, type Part, type Row } from './part.ts';
import { flood } from './parts/flood.ts';
import { hang } from './parts/hang.ts';
import { hostile } from './parts/hostile.ts';
import { database, kills } from './parts/kills.ts';
import { hourOut, notes, schedules } from './parts/simulated.ts';
import { stops } from './parts/stops.ts';
import { tokens } from './parts/tokens.ts';
import { retention, rotation } from './parts/volumes.ts';
import { webhooks } from './parts/webhooks.ts';
import { head, rowText } from './print-row.ts';

/**
 * `npm run chaos`: the long fault runs. Each prints its seed and its counts as a row, and fails where a count is below
 * what it must be. `--only <name>[,<name>]` runs a part, `--quick` the figures that `npm test` runs too, `--seed` draws
 * the same again, `--json` ends with one JSON object on the last line. Exit code 1 where any row fails.
 */
const parts: readonly Part[] = [
  ...[notes, hourOut, hostile, rotation, retention, tokens],
  ...[database, kills, stops, webhooks, hang, flood, schedules],
];

interface Ran {
  part: string;
  rows: (Row & { ok: boolean })[];
  /** What ended the part before it could count. */
  problem: string | null;
}

const say = (line: string): void => void process.stderr.write(`  … ${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function runPart({ name, title, run }: Part, options: { quick: boolean; seed: number }): Promise<Ran> {
  say(title);
  try {
    const rows = (await run({ ...options, say })).map((row) => ({ ...row, ok: holds(row) }));
    for (const row of rows) print(rowText(row, options.seed, row.ok));
    return { part: name, rows, problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'unknown failure';
    print(rowText({ what: `${name}: ${problem}`, counts: [] }, options.seed, false));
    return { part: name, rows: [], problem };
  }
}

// Whoever interrupts a run leaves no processes behind: they end with the event `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const names = parts.map(({ name }) => name);
const usage = `usage: ${typed('chaos', names, ' [--seed <number>]')}`;
const { only, quick, json, seed } = readWords(usage, (args) => readChaosFlags(args, names));
const at = new Date().toISOString();
const machine = `${availableParallelism()} cores, ${type()} ${release()}, Node ${process.version}`;
print(`${machine}\n\n${head}`);
const ran: Ran[] = [];
for (const part of parts) {
  if (only.length === 0 || only.includes(part.name)) ran.push(await runPart(part, { quick, seed }));
}
const failed = ran
  .filter(({ rows, problem }) => problem !== null || rows.some(({ ok }) => !ok))
  .map(({ part }) => part);
if (json) print(JSON.stringify({ at, machine, quick, seed, failed, parts: ran }));
process.exit(failed.length > 0 ? 1 : 0);
