import type { PlantedBug } from './planted-bug.ts';
import { plantedBugs } from './planted-bugs.ts';
import { startMany } from './start-many.ts';

/** What became of one planted bug. */
export interface Caught {
  bug: string;
  /** The first schedule that broke a rule; null: none did. */
  seed: number | null;
  violation: string;
}

/** As many as every run of the tests tries of the code as it is: a planted bug that survives them would go unseen. */
const patience = 20_000;

/** Where bugs that take many schedules were last seen: tried first. A change of the code moves them. */
const lastSeen: Readonly<Record<string, number>> = {
  'a reference that the account of a new key has already is forgotten': 341,
  'a rename forgets which delivery it names': 341,
  'no fence check when a look-up is written down': 369,
  'sent past the deadline': 537,
  'an order that is gone from Shopify goes on waiting': 547,
  'what a pause held is forgotten': 570,
  'no fence check when an answer is written down': 586,
  'a cancelled order sent again after "not found"': 625,
  'our own write hides what a lost webhook said': 1256,
  'a driver of an ended order stays without an alarm': 2244,
  'attempts without an end': 2688,
  'a refusal after a lost answer to a cancel taken for a no': 4294,
  'the last word taken while a request is in flight': 4824,
  'a pause ignored by what waits to be tried again': 6970,
  'a stale snapshot applied': 9564,
};

/** Runs the simulation with each bug planted, in processes of their own, some side by side. */
export async function tryPlantedBugs(options: {
  from: number;
  sideBySide: number;
  bugs?: readonly PlantedBug[];
}): Promise<Caught[]> {
  const left = [...(options.bugs ?? plantedBugs)];
  const caught: Caught[] = [];
  const worker = async (): Promise<void> => {
    for (let bug = left.shift(); bug; bug = left.shift()) caught.push(await tryOne(bug, options.from));
  };
  await Promise.all(Array.from({ length: options.sideBySide }, worker));
  return caught.sort((a, b) => (a.seed ?? Number.POSITIVE_INFINITY) - (b.seed ?? Number.POSITIVE_INFINITY));
}

async function tryOne({ name, proof }: PlantedBug, from: number): Promise<Caught> {
  const run = async (seed: number, count: number) => {
    const args = ['--from', String(seed), '--count', String(count), '--until-broken'];
    return (await startMany(proof ? [...args, '--outage'] : args, name)).broken[0];
  };
  const hint = lastSeen[name];
  const first = (hint === undefined ? undefined : await run(hint, 1)) ?? (await run(from, patience));
  return { bug: name, seed: first?.seed ?? null, violation: first?.violations[0] ?? 'not caught' };
}

/** The table that is printed. */
export function caughtTable(caught: readonly Caught[]): string {
  const width = Math.max(...caught.map(({ bug }) => bug.length));
  const lines = caught.map(({ bug, seed, violation }) => {
    const found = seed === null ? 'NOT CAUGHT' : `seed ${String(seed).padStart(5)}`;
    return `${bug.padEnd(width)}  ${found.padEnd(10)}  ${violation}`;
  });
  return lines.join('\n');
}

if (import.meta.main) {
  const only = process.argv[2];
  const bugs = plantedBugs.filter(({ name }) => only === undefined || name.includes(only));
  process.stdout.write(`${caughtTable(await tryPlantedBugs({ from: 1, sideBySide: 2, bugs }))}\n`);
}
