import { expect, onTestFinished, test } from 'vitest';
import { quantile } from '#testing/bench/spread.ts';
import { freshServerDatabase } from '../databases.ts';
import { startPostgresServer } from '../postgres-server.ts';
import { startChaosWorld } from './chaos-world.ts';
import { crashDatabase } from './crash-database.ts';
import { hangOneShop } from './hang-one-shop.ts';
import { killOneApp, killUnderLoad, resumptions } from './kill-apps.ts';
import { shuffleWebhooks } from './shuffle-webhooks.ts';
import { stopUnderLoad } from './stop-apps.ts';

const restMs = 120_000;
const limit = { timeout: 400_000 };
const seed = Number(process.env['CHAOS_SEED'] ?? 20261121);

test.for(['PGlite', 'a server'])(
  '3 SIGKILLs under load with spoilt answers lose and double nothing on %s',
  limit,
  async (engine, { annotate }) => {
    const onServer = engine === 'a server';
    const world = await startChaosWorld({
      databaseUrl: onServer ? await freshServerDatabase() : null,
      processes: onServer ? 2 : 1,
      seed,
    });
    try {
      const result = await killUnderLoad(world, { kills: 3, ordersPerKill: 20, restMs, strike: killOneApp });
      expect(result).toMatchObject({ kills: 3, acknowledged: 60, lost: 0, doubled: 0, unexplained: 0 });
      await world.fleet.close();
      const resumedMs = await resumptions(world);
      // The figure to hold is 20 s, measured by `npm run chaos`: here other tests share the processor.
      expect(Math.max(0, ...resumedMs)).toBeLessThan(60_000);
      const p99 = resumedMs.length > 0 ? `, p99 ${Math.round(quantile(resumedMs, 0.99))} ms` : '';
      await annotate(`seed ${seed}: ${resumedMs.length} calls of killed processes taken up again${p99}`);
    } finally {
      await world.close();
    }
  },
);

test('2 SIGKILLs of the database server under load with spoilt answers lose and double nothing', limit, async () => {
  const server = await startPostgresServer();
  onTestFinished(() => server.stop());
  const world = await startChaosWorld({ databaseUrl: await server.createDatabase(), processes: 2, seed });
  try {
    const strike = () => crashDatabase(server);
    const result = await killUnderLoad(world, { kills: 2, ordersPerKill: 20, restMs, strike });
    expect(result).toMatchObject({ kills: 2, acknowledged: 40, lost: 0, doubled: 0, unexplained: 0 });
  } finally {
    await world.close();
  }
});

test(
  'orders of other shops hardly wait while 300 orders of one shop wait for a service that hangs',
  limit,
  async ({ annotate }) => {
    const world = await startChaosWorld({
      databaseUrl: await freshServerDatabase(),
      processes: 2,
      seed,
      env: { COURIER_TIMEOUT_MS: '15000' },
    });
    try {
      const { waiting, hung, baselineP95Ms, p95Ms } = await hangOneShop(world, {
        waiting: 300,
        others: 20,
        everyMs: 50,
      });
      await annotate(`p95 ${baselineP95Ms} ms before, ${p95Ms} ms beside ${hung} calls left hanging`);
      expect(waiting).toBe(300);
      expect(hung).toBeGreaterThan(0);
      expect(p95Ms).toBeLessThanOrEqual(3 * baselineP95Ms + 500);
    } finally {
      await world.close();
    }
  },
);

test('a process stopped for longer than its lease writes nothing late', limit, async ({ annotate }) => {
  const world = await startChaosWorld({ databaseUrl: await freshServerDatabase(), processes: 2, seed });
  try {
    const result = await stopUnderLoad(world, { stops: 2, ordersPerStop: 12, stopMs: 20_000, restMs });
    await annotate(`${result.fenced} late answers were fenced off`);
    expect(result).toMatchObject({ stops: 2, lost: 0, doubled: 0, lateWrites: 0 });
    expect(result.fenced).toBeGreaterThan(0);
  } finally {
    await world.close();
  }
});

test('2,000 orders whose webhooks come 1 to 9 times to two processes get one delivery each', limit, async () => {
  const world = await startChaosWorld({
    databaseUrl: await freshServerDatabase(),
    processes: 2,
    seed,
    env: { COURIER_TIMEOUT_MS: '10000' },
  });
  try {
    const result = await shuffleWebhooks(world, { orders: 2_000, seed, restMs: 300_000 });
    expect(result).toMatchObject({ unacknowledged: 0, notRested: 0, deliveries: 2_000, notOne: 0 });
  } finally {
    await world.close();
  }
});
