import { availableParallelism } from 'node:os';
import { anHour } from '#testing/simulation/outage.ts';
import { runInProcesses, startOutage } from '#testing/simulation/start-many.ts';
import { writeRandomNotes } from '../notes.ts';
import { atLeast, atMost, counted, exactly, type Part } from '../part.ts';

const perProcess = 2_000;
const patienceMs = 3_600_000;
/** One in so many schedules is run a second time and must go the same way. */
const replayedOneIn = 20;
/** In one share of so many, what is rare in the others is three times as frequent. */
const denseOneIn = 5;

/** Simulated schedules with kills, stops, faults and repeats; seeds from the run's own on. */
export const schedules: Part = {
  name: 'schedules',
  title: 'simulated schedules',
  run: async ({ quick, seed, say }) => {
    const count = quick ? 20_000 : 2_000_000;
    const processes = availableParallelism();
    const sum = { schedules: 0, orders: 0, placed: 0, kills: 0, replayed: 0, differed: 0, broken: 0, elapsedMs: 0 };
    for (let round = 1; sum.schedules < count && sum.broken === 0; round += 1) {
      const share = Math.min(processes * perProcess, count - sum.schedules);
      const replay = Math.ceil(share / replayedOneIn);
      const from = seed + sum.schedules;
      const density = round % denseOneIn === 0 ? 3 : 1;
      const part = await runInProcesses({ from, count: share, density, replay, processes, withinMs: patienceMs });
      if (part.schedules < share) throw new Error(`only ${part.schedules} of ${share} schedules in an hour`);
      for (const name of ['schedules', 'orders', 'placed', 'kills', 'replayed', 'elapsedMs'] as const)
        sum[name] += part[name];
      sum.differed += part.differed.length;
      sum.broken += part.broken.length;
      for (const { seed: broken, violations } of part.broken)
        say(`schedule ${broken}, density ${density}: ${violations.join('; ')}`);
      say(`${sum.schedules} schedules, ${Math.round((1000 * sum.schedules) / sum.elapsedMs)} a second`);
    }
    const counts = [
      atLeast(count, counted('schedules', sum.schedules)),
      exactly(0, counted('broke a rule', sum.broken)),
      counted('replayed', sum.replayed),
      exactly(0, counted('went another way', sum.differed)),
      counted('orders', sum.orders),
      counted('deliveries', sum.placed),
      counted('kills and stops', sum.kills),
    ];
    return [{ what: 'simulated schedules', counts }];
  },
};

/** Random notes, written into again and again. */
export const notes: Part = {
  name: 'notes',
  title: 'random notes of merchants',
  run: async ({ seed, say }) => {
    const result = writeRandomNotes(10_000, seed);
    for (const problem of result.problems) say(problem);
    const counts = [
      atLeast(10_000, counted('notes', result.notes)),
      counted('writes', result.writes),
      counted('too long for a line', result.tooLong),
      exactly(0, counted('problems', result.problems.length)),
    ];
    return [{ what: "random notes keep the merchant's words", counts }];
  },
};

/** An hour without the delivery service, on the simulated clock. */
export const hourOut: Part = {
  name: 'outage',
  title: "an hour's outage of the delivery service",
  run: async ({ seed }) => {
    const [shops, orders] = [20, 1_000];
    const result = await startOutage({ shops, orders, outageMs: anHour, seed, lostWebhooks: 0 });
    const counts = [
      atLeast(orders, counted('placed', result.placed)),
      counted('shops', result.shops),
      exactly(0, counted('unexplained', result.unexplained)),
      atMost(1.2 * orders + result.probes, counted('calls', result.calls)),
      counted('of them while it was out', result.duringOutage),
      atMost(orders / 5, counted('most calls in a second', result.burst)),
      atMost(900, counted('all placed after', Math.round(result.restedWithinMs / 1000), 's')),
    ];
    return [{ what: "an hour's outage, simulated clock", counts }];
  },
};
