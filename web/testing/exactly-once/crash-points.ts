import type { SimProcess } from '#testing/simulation/scheduler.ts';
import type { SimWorld } from '#testing/simulation/sim-world.ts';

/** Where a worker dies: each is met at most once, by the first worker that comes there. */
export const crashPoints = [
  'before the claim is committed',
  'after the claim is committed',
  'before the first byte',
  'when the request has arrived',
  'when the service has done its work',
  'before the answer is written down',
  'after the answer is written down',
  'before the note is written',
  'after the note is written',
  'before the write-back is committed',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Steps of one order's journey, told by name and number of the commit. */
const steps: Partial<Record<string, CrashPoint>> = {
  'before commit 2': 'before the claim is committed',
  'after commit 2': 'after the claim is committed',
  'before commit 3': 'before the answer is written down',
  'after commit 3': 'after the answer is written down',
  'before commit 4': 'before the write-back is committed',
  'before the note': 'before the note is written',
  'after the note': 'after the note is written',
};

/** Kills the worker that first comes to `point`. `reached` tells whether one did. */
export function crashAt(point: CrashPoint) {
  let world: SimWorld | undefined;
  let reached = false;
  let commits = 0;
  const meet = (process: SimProcess, here: CrashPoint | undefined): void => {
    if (here !== point || reached || !world) return;
    reached = true;
    world.runs.kill(process);
  };
  return {
    reached: () => reached,
    onStep: (process: SimProcess, step: string): void => {
      if (step === 'before commit') commits += 1;
      meet(process, steps[step.endsWith('commit') ? `${step} ${commits}` : step]);
    },
    watch: (watched: SimWorld): void => {
      world = watched;
      const { service } = watched;
      service.onCall = ({ kind, process }) => kind === 'place' && meet(process, 'before the first byte');
      service.onArrived = ({ process }) => meet(process, 'when the request has arrived');
      service.onServed = ({ process }) => meet(process, 'when the service has done its work');
    },
  };
}
