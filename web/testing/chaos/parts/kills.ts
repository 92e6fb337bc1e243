import { quantile } from '#testing/bench/spread.ts';
import { crashDatabase } from '../crash-database.ts';
import { type KillOptions, type KillResult, killOneApp, killUnderLoad, resumptions } from '../kill-apps.ts';
import { atLeast, atMost, type Count, counted, exactly, nonBroken, type Part, type PartOptions } from '../part.ts';
import { onPglite, onServer } from './on-engine.ts';

const restMs = 30 * 60_000;
const resumedWithinMs = 20_000;

/** SIGKILLs of the app under load with spoilt answers, half of them on each engine. */
export const kills: Part = {
  name: 'kills',
  title: 'SIGKILLs of the app under load with 25 % faulty answers',
  run: async (options) => {
    const count = options.quick ? 2 : 150;
    const killing = { ...loadOf(options, count), strike: killOneApp };
    options.say('two processes on a server');
    const server = await onServer(options, async (world) => {
      const result = await killUnderLoad(world, killing);
      return { result, resumedMs: await resumptions(world) };
    });
    options.say('one process on PGlite');
    const pglite = await onPglite(options, (world) => killUnderLoad(world, killing));
    return [
      { what: 'SIGKILL of the app, PostgreSQL, 2 processes', counts: countsOf(server.result, count, options) },
      { what: 'SIGKILL of the app, PGlite', counts: countsOf(pglite, count, options) },
      { what: "a killed process's calls taken up again", counts: resumptionCounts(server.resumedMs) },
    ];
  },
};

/** SIGKILLs of every process of the database server under the same load. */
export const database: Part = {
  name: 'database',
  title: 'SIGKILLs of the database server under load with 25 % faulty answers',
  run: async (options) => {
    const count = options.quick ? 2 : 25;
    const result = await onServer(options, (world, server) =>
      killUnderLoad(world, { ...loadOf(options, count), strike: () => crashDatabase(server) }),
    );
    return [{ what: 'SIGKILL of the database server, 2 processes', counts: countsOf(result, count, options) }];
  },
};

function loadOf({ say }: PartOptions, kills: number): Omit<KillOptions, 'strike'> {
  return { kills, ordersPerKill: 20, restMs, say };
}

function countsOf(result: KillResult, kills: number, options: PartOptions): Count[] {
  return [
    atLeast(kills, counted('kills', result.kills)),
    counted('orders', result.orders),
    exactly(result.orders, counted('acknowledged', result.acknowledged)),
    exactly(0, counted('lost', result.lost)),
    exactly(0, counted('doubled', result.doubled)),
    exactly(0, counted('unexplained', result.unexplained)),
    nonBroken(result.broken, options),
    counted('placed', result.placed),
    counted('needs a person', result.needsAttention),
    counted('placing calls', result.placings),
  ];
}

function resumptionCounts(resumedMs: readonly number[]): Count[] {
  const calls = atLeast(1, counted('calls', resumedMs.length));
  if (resumedMs.length === 0) return [calls];
  return [
    calls,
    atMost(resumedWithinMs, counted('p99', Math.round(quantile(resumedMs, 0.99)), 'ms')),
    counted('longest', Math.max(...resumedMs), 'ms'),
  ];
}
