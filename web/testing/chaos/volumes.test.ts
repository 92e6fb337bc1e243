import { expect, onTestFinished, test } from 'vitest';
import { freshServerDatabase } from '../databases.ts';
import { startChaosWorld } from './chaos-world.ts';
import { eraseManyOrders } from './erase-old.ts';
import { expireTokens, expiringTokens } from './expire-tokens.ts';
import { rotateWhileServing } from './rotate-keys.ts';

test('security 5: 1,000 values are encrypted anew while the panel is used, and the old key opens nothing more', async () => {
  const result = await rotateWhileServing(freshServerDatabase, { orders: 500 });
  expect(result).toMatchObject({ failed: 0, underOldKey: 0, unreadable: 0, oldKeysNeeded: false });
  expect(result.renewed).toBeGreaterThanOrEqual(1_000);
  expect(result.served).toBeGreaterThan(0);
}, 240_000);

test('3,000 orders past retention are erased while a new one gets its driver', async () => {
  const result = await eraseManyOrders(freshServerDatabase, { orders: 3_000, withinMs: 50_000 });
  expect(result).toMatchObject({ old: 3_001, left: 0, placedMeanwhile: true });
}, 240_000);

test('security 4: two processes refresh 150 expired tokens one at a time for a shop, though answers are lost', async () => {
  const seed = Number(process.env['CHAOS_SEED'] ?? 20261122);
  const tokens = expiringTokens(seed);
  const world = await startChaosWorld({ databaseUrl: await freshServerDatabase(), processes: 2, seed, tokens });
  onTestFinished(() => world.close());
  const result = await expireTokens(world, tokens, { expiries: 150, restMs: 120_000 });
  expect(result).toMatchObject({ atOnce: 1, refused: 0, loggedOut: 0, notRested: 0 });
  expect(result.refreshes).toBeGreaterThanOrEqual(150);
  expect(result.lost).toBeGreaterThan(0);
}, 240_000);
