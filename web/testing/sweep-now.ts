import { setTimeout as pause } from 'node:timers/promises';
import { sweepShop } from '#deliveries/run/reconcile.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { LocalWorld } from './local-world.ts';

/**
 * Compares a shop with its store, after the comparison that the worker begins by itself soon after an install: one that
 * comes beside it does nothing.
 *
 * @returns how many orders it found that had been missed.
 */
export async function sweepNow({ app }: Pick<LocalWorld, 'app'>, shop: ShopDomain): Promise<number> {
  const { storage, ports } = app.context;
  for (const began = performance.now(); performance.now() - began < 20_000; await pause(20)) {
    const row = await storage.db
      .selectFrom('shop')
      .select(['swept_at', 'sweep_lease_until'])
      .where('shop', '=', shop)
      .executeTakeFirst();
    if (row && row.swept_at !== null && row.sweep_lease_until === null) return sweepShop(ports, shop);
  }
  throw new Error(`the worker did not end its first comparison of ${shop}`);
}
