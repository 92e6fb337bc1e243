import { expect, onTestFinished, test } from 'vitest';
import { freshServerDatabase } from '../databases.ts';
import { startChaosWorld } from './chaos-world.ts';
import { shuffleWebhooks } from './shuffle-webhooks.ts';

const limit = { timeout: 400_000 };
const seed = Number(process.env['CHAOS_SEED'] ?? 20261121);

/** Races are between the webhooks of one order, 1 to 9 of them: `npm run chaos` sends those of 5,000. */
test('400 orders whose webhooks come 1 to 9 times to two processes get one delivery each', limit, async () => {
  const world = await startChaosWorld({
    databaseUrl: await freshServerDatabase(),
    processes: 2,
    seed,
    env: { COURIER_TIMEOUT_MS: '10000' },
  });
  onTestFinished(() => world.close());
  const result = await shuffleWebhooks(world, { orders: 400, seed, restMs: 300_000 });
  expect(result).toMatchObject({ unacknowledged: 0, notRested: 0, deliveries: 400, notOne: 0, broken: [] });
});
