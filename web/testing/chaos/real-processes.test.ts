import { expect, test } from 'vitest';
import { freshServerDatabase } from '../databases.ts';
import { startChaosWorld } from './chaos-world.ts';
import { killOneApp, killUnderLoad, resumptions } from './kill-apps.ts';
import { shuffleWebhooks } from './shuffle-webhooks.ts';
import { stopUnderLoad } from './stop-apps.ts';

const restMs = 120_000;
const limit = { timeout: 400_000 };

test.each(['PGlite', 'a server'])(
  '3 SIGKILLs under load with spoilt answers lose and double nothing on %s',
  limit,
  async (engine) => {
    const onServer = engine === 'a server';
    const world = await startChaosWorld({
      databaseUrl: onServer ? await freshServerDatabase() : null,
      processes: onServer ? 2 : 1,
    });
    try {
      const result = await killUnderLoad(world, { kills: 3, ordersPerKill: 20, restMs, strike: killOneApp });
      expect(result).toMatchObject({ kills: 3, acknowledged: result.orders, lost: 0, doubled: 0 });
      expect(result.placed + result.needsAttention).toBe(result.orders);
      if (onServer) expect(Math.max(0, ...(await resumptions(world)))).toBeLessThan(60_000);
    } finally {
      await world.close();
    }
  },
);

test('a process stopped for longer than its lease writes nothing late', limit, async () => {
  const world = await startChaosWorld({ databaseUrl: await freshServerDatabase(), processes: 2 });
  try {
    const result = await stopUnderLoad(world, { stops: 2, ordersPerStop: 12, stopMs: 20_000, restMs });
    expect(result).toMatchObject({ stops: 2, lost: 0, doubled: 0, lateWrites: 0 });
  } finally {
    await world.close();
  }
});

test('2,000 orders whose webhooks come 1 to 9 times to two processes get one delivery each', limit, async () => {
  const world = await startChaosWorld({
    databaseUrl: await freshServerDatabase(),
    processes: 2,
    env: { COURIER_TIMEOUT_MS: '10000' },
  });
  try {
    const result = await shuffleWebhooks(world, { orders: 2_000, seed: 20261121, restMs: 300_000 });
    expect(result).toMatchObject({ unacknowledged: 0, notRested: 0, deliveries: 2_000, notOne: 0 });
  } finally {
    await world.close();
  }
});
