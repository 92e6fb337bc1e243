import { expect, test } from 'vitest';
import { runInProcesses } from './start-many.ts';

/** Run by every `npm test`; the long runs take millions of other seeds. */
const runs: [schedules: number, density: number, replayed: number][] = [
  [1_000, 1, 100],
  [250, 3, 25],
];
const patienceMs = 900_000;
const from = Number(process.env['SIMULATION_SEED'] ?? 1);

for (const [schedules, density, replayed] of runs)
  test(
    `${schedules} schedules from seed ${from} on, of density ${density}, break no rule, and ${replayed} of them run the same way twice`,
    async ({ annotate }) => {
      const result = await runInProcesses({
        ...{ from, count: schedules, density, replay: replayed },
        ...{ processes: 2, withinMs: patienceMs },
      });
      const perSecond = Math.round((result.schedules + result.replayed) / (result.elapsedMs / 1000));
      await annotate(
        `seed ${from}: ${result.schedules} schedules, ${result.orders} orders, ${result.placed} deliveries, ` +
          `${result.kills} kills and stops, ${result.replayed} replayed, ${perSecond} a second`,
      );
      expect(result.broken).toEqual([]);
      expect(result.differed).toEqual([]);
      expect(result.schedules).toBe(schedules);
      expect(result.replayed).toBeGreaterThanOrEqual(replayed);
    },
    patienceMs + 60_000,
  );
