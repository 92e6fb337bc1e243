import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { goodHealth } from '#deliveries/service-health.ts';
import { installShop, openTestStorage } from './testing/engines.ts';

test('who put an order down as held hears of the recovery that was under way, and may not have seen it', async () => {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'recovers.myshopify.com');
  await storage.shops.changeHealth(shop, 'live', (health) => ({
    health: { ...health, breaker: 'open' },
    result: null,
  }));
  const asked = await storage.db.transaction().execute(async (recovery) => {
    await sql`update gate set state = ${JSON.stringify(goodHealth)} where shop = ${shop}`.execute(recovery);
    const settled = storage.shops.settledHealth(shop, 'live');
    // The panel's look waits for nobody.
    expect(await storage.shops.health(shop, 'live')).toMatchObject({ breaker: 'open' });
    await Promise.race([settled, pause(300)]);
    return { settled };
  });
  expect(await asked.settled).toMatchObject({ breaker: 'closed' });
});
