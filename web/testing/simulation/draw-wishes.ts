import type { SeededRandom } from './seeded-random.ts';
import { letDriversDrive } from './sim-drivers.ts';
import type { SimWorld } from './sim-world.ts';

/** In a fifth the shops want tags and fulfilments; where a driver's way is told too, drivers drive. */
export function wantFollowUp(world: SimWorld, wishes: SeededRandom): void {
  if (!wishes.chance(0.2)) return;
  for (const [shop, { record }] of world.shops.shops) {
    const fulfil = wishes.pick([
      ['placed', 2],
      ['pickedUp', 2],
      ['never', 1],
    ] as const);
    const { settings } = record;
    const writeBack = { ...settings.writeBack, tags: wishes.chance(0.6), fulfil };
    world.shops.change(shop, { settings: { ...settings, writeBack } });
  }
  if (!world.followsDrivers && wishes.chance(0.4)) letDriversDrive(world);
}
