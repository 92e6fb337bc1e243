import { cpus, release, type } from 'node:os';
import { readWords } from '#testing/usage.ts';
import { checkout } from './checkout/checkout.ts';
import { drain } from './drain/drain.ts';
import type { Bench, Figure } from './figure.ts';
import { readFlags, typed } from './flags.ts';
import { growth } from './growth/growth.ts';
import { intake } from './intake/intake.ts';
import { calls } from './order/calls.ts';
import { demo } from './order/demo.ts';
import { latency } from './order/latency.ts';
import { panel } from './panel/panel.ts';
import { placements } from './placements/placements.ts';
import { linesOf } from './print.ts';

/**
 * `npm run bench`: measures this app beside its peers on one machine in one go. `--only <name>[,<name>]` measures a
 * part, `--quick` in a few minutes with fewer repetitions, `--json` ends with one JSON object on the last line.
 */
const benches: readonly Bench[] = [panel, latency, calls, placements, checkout, intake, drain, growth, demo];

const names = benches.map(({ name }) => name);
const flags = readWords(`usage: ${typed('bench', names)}`, (args) => readFlags(args, names));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const tell = (line: string): void => void process.stderr.write(`  … ${line}\n`);

const startedAt = new Date();
const machine = `${cpus().length} cores, ${type()} ${release()}, Node ${process.version}`;
const figures: Figure[] = [];
const failed: string[] = [];
print(machine);
for (const { name, title, run } of benches) {
  if (flags.only.length > 0 && !flags.only.includes(name)) continue;
  tell(title);
  try {
    const measured = await run({ quick: flags.quick, say: tell });
    figures.push(...measured);
    print(`\n${title}\n`);
    for (const line of linesOf(measured)) print(`  ${line}`);
    for (const { what, note } of measured) if (note) print(`  ${what}: ${note}`);
  } catch (error) {
    failed.push(name);
    tell(`${name} failed: ${error instanceof Error ? error.message : 'unknown failure'}`);
  }
}
if (flags.json) print(JSON.stringify({ at: startedAt.toISOString(), machine, quick: flags.quick, failed, figures }));
process.exit(failed.length > 0 ? 1 : 0);
