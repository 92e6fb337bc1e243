import { expect, test } from 'vitest';
import { calmWorld, shop } from '#testing/deliveries/calm-world.ts';
import { goodHealth } from '../service-health.ts';
import { probeService } from './circuit-breaker.ts';

test('a key that works again ends the hold, and gives no retry back: none was made', async () => {
  const given = calmWorld({});
  const { shops } = given.world;
  await given.during(async (ports) => {
    await ports.shops.changeHealth(shop, 'live', () => ({
      health: { ...goodHealth, hold: 'key', holdMessage: 'no', probeAt: 1, retryTokens: 3 },
      result: undefined,
    }));
    await probeService(ports, shop, 'live');
  });
  expect(shops.health(shop)).toEqual({ ...goodHealth, retryTokens: 3 });
});
