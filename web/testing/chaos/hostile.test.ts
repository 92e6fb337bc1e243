import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { forgeSignatures } from './forge-signatures.ts';
import { sendMalformed } from './malformed-webhooks.ts';

const seed = Number(process.env['CHAOS_SEED'] ?? 20261122);
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.close());

test('security 3: of 2,000 webhooks with a signature, body or key changed a little none is taken', async () => {
  const { accepted, genuine, taken } = await forgeSignatures(world, { count: 2_000, seed });
  expect({ accepted, taken }).toEqual({ accepted: 0, taken: genuine });
}, 180_000);

test('1,000 signed webhooks that nothing can be read from are answered 200, quarantined and counted each', async () => {
  const result = await sendMalformed(world, { count: 1_000, seed, restMs: 45_000 });
  expect(result).toMatchObject({ failed: 0, taken: 1_000, quarantined: 1_000, counted: 1_000, shown: result.ofShop });
}, 180_000);
