import { expect, onTestFinished, test, vi } from 'vitest';
import { orderDueChannel } from '#storage/order-runs.ts';
import { startTestWorld } from '#testing/test-world.ts';

test('a notice of a due order has its shop looked at', async () => {
  const world = await startTestWorld();
  onTestFinished(() => world.close());
  const { database, runs } = world.app.context.storage;
  const claim = vi.spyOn(runs, 'claim');
  await database.notify(orderDueChannel, 'named.myshopify.com');
  await expect.poll(() => claim.mock.calls).toContainEqual([expect.any(Number), ['named.myshopify.com']]);
});
