import { later } from './draw-events.ts';
import { anyShop, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { saveSettings, sendsByHand, withRules } from './shop-settings.ts';
import { letDriversDrive } from './sim-drivers.ts';
import type { SimWorld } from './sim-world.ts';

/** In a fifth the shops want tags and fulfilments; where a driver's way is told too, drivers drive. */
export function wantFollowUp(world: SimWorld, wishes: SeededRandom): void {
  if (!wishes.chance(0.2)) return;
  for (const shop of world.shops.domains()) {
    const fulfil = wishes.pick([
      ['placed', 2],
      ['pickedUp', 2],
      ['never', 1],
    ] as const);
    const { settings } = world.shops.record(shop);
    const writeBack = { ...settings.writeBack, tags: wishes.chance(0.6), fulfil };
    world.shops.change(shop, { settings: { ...settings, writeBack } });
  }
  if (!world.followsDrivers && wishes.chance(0.4)) letDriversDrive(world);
}

/** While orders come in and wait, a shop serves another location only, and takes that back. */
export function drawRules(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  const shop = anyShop(world, staff);
  if (sendsByHand(world, shop)) return;
  const serve = (locationIds: string[]) => {
    world.log(`${shop} serves ${locationIds.join() || 'every location'}`);
    saveSettings(world, shop, (settings) => withRules(settings, { locationIds }));
  };
  later(world, 2 * spreadMs, () => {
    serve(['9999']);
    later(world, 4 * spreadMs, () => serve([]));
  });
}
