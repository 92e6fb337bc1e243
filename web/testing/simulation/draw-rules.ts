import type { ShopDomain } from '#placement/ids.ts';
import { later } from './draw-events.ts';
import type { Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { saveSettings, sendsByHand, withRules } from './shop-settings.ts';
import type { SimWorld } from './sim-world.ts';

/** While orders come in and wait, a shop serves another location only, and takes that back. */
export function drawRules(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  const shops = [...world.shops.shops.keys()];
  const shop = shops[staff.below(shops.length)];
  if (shop === undefined || sendsByHand(world, shop)) return;
  later(world, 2 * spreadMs, () => {
    saveRules(world, shop, ['9999']);
    later(world, 4 * spreadMs, () => saveRules(world, shop, []));
  });
}

/** What saving them does: waiting orders are woken up, but for a pause. */
function saveRules(world: SimWorld, shop: ShopDomain, locationIds: string[]): void {
  world.log(`${shop} serves ${locationIds.join() || 'every location'}`);
  saveSettings(world, shop, (settings) => withRules(settings, { locationIds }));
}
