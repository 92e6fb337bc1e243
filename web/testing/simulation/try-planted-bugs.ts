import { type PlantedBug, plantedBugs } from './planted-bugs.ts';
import { startMany } from './start-many.ts';

/** What became of one planted bug. */
export interface Caught {
  bug: string;
  /** Schedules run until one broke a rule; null: none did. */
  after: number | null;
  seed: number | null;
  violation: string;
}

/** Schedules that a planted bug may survive before the simulation is blind to it. */
const patience = 6_000;

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
  return caught.sort((a, b) => (a.after ?? Number.POSITIVE_INFINITY) - (b.after ?? Number.POSITIVE_INFINITY));
}

async function tryOne({ name, proof }: PlantedBug, from: number): Promise<Caught> {
  const args = ['--from', String(from), '--count', String(patience), '--until-broken'];
  const result = await startMany(proof ? [...args, '--outage'] : args, name);
  const first = result.broken[0];
  return {
    bug: name,
    after: first ? first.seed - from + 1 : null,
    seed: first?.seed ?? null,
    violation: first?.violations[0] ?? 'not caught',
  };
}

/** The table that is printed. */
export function caughtTable(caught: readonly Caught[]): string {
  const width = Math.max(...caught.map(({ bug }) => bug.length));
  const lines = caught.map(({ bug, after, violation }) => {
    const found = after === null ? 'NOT CAUGHT' : `after ${String(after).padStart(4)}`;
    return `${bug.padEnd(width)}  ${found.padEnd(10)}  ${violation}`;
  });
  return lines.join('\n');
}

if (import.meta.main) {
  const only = process.argv[2];
  const bugs = plantedBugs.filter(({ name }) => only === undefined || name.includes(only));
  process.stdout.write(`${caughtTable(await tryPlantedBugs({ from: 1, sideBySide: 2, bugs }))}\n`);
}
