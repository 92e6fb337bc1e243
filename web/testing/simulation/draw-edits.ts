import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { closeTomorrow } from './draw-hours.ts';
import { anyTime, minute, type Scale } from './draw-scale.ts';
import { whileSent } from './draw-staff.ts';
import type { SeededRandom } from './seeded-random.ts';
import { setRules } from './shop-settings.ts';
import type { Named } from './sim-edits.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

const hour = 60 * minute;
const number = 1001;

/** The day on which schedules begin, the one before and the one after, and what no day is; as people and their apps write them. */
const days: readonly (readonly [Named, weight: number])[] = [
  [['2026-11-21', '2026-11-21'], 2],
  [['21/11/2026', '2026-11-21'], 1],
  [['2026-11-22', '2026-11-22'], 3],
  [['22 Nov 2026', '2026-11-22'], 1],
  [['2026-11-21T22:00:00.000Z', '2026-11-22'], 1],
  [['2026-11-20', '2026-11-20'], 1],
  [['next week', null], 1],
  [['', ''], 2],
];

/** In some the first order is edited after it was paid: it owes money for a while, or names another day. */
export function drawEdits(world: SimWorld, edits: SeededRandom, { spreadMs }: Scale): void {
  const [shop] = world.shops.shops.keys();
  if (shop === undefined) return;
  const first = { shop, id: orderIdOf(number), spreadMs };
  if (edits.chance(0.08)) drawDebts(world, edits, first);
  if (edits.chance(0.08)) drawDays(world, edits, first);
}

interface First {
  shop: ShopDomain;
  id: OrderId;
  spreadMs: number;
}

/** Goods are added that are paid minutes later, at or after the calm, or never. */
function drawDebts(world: SimWorld, edits: SeededRandom, { shop, id, spreadMs }: First): void {
  const maxAgeHours = edits.pick([24, 1, 0.1].map((hours) => [hours, 1] as const));
  setRules(world, shop, { maxAgeHours });
  world.edits.paysAfterMs = edits.pick([0, 3 * hour, null].map((ms) => [ms, 1] as const));
  for (let times = edits.chance(0.2) ? 2 : 1; times > 0; times -= 1) {
    happen(world, edits, { shop, id, spreadMs }, () => {
      world.edits.owe(shop, id, edits);
      const inMs = edits.pick([
        [2 * spreadMs, 1],
        [4 * minute, 2],
        [8 * minute, 1],
        [null, 1],
      ] as const);
      if (inMs === null) return;
      world.scheduler.after(edits.below(inMs), () => world.edits.payRest(shop, id));
    });
  }
}

/** The day is named, changed and taken back; at times nothing is open on the next one. */
function drawDays(world: SimWorld, edits: SeededRandom, { shop, id, spreadMs }: First): void {
  for (let times = 1 + edits.below(3); times > 0; times -= 1) {
    const day = edits.pick(days);
    happen(world, edits, { shop, id, spreadMs }, () => world.edits.name(shop, id, day));
  }
  if (edits.chance(0.2)) closeTomorrow(world, shop);
}

/** As the first order comes in, at any time, or while it is being sent. */
function happen(world: SimWorld, edits: SeededRandom, { shop, id, spreadMs }: First, deed: () => void): void {
  if (edits.chance(0.3)) whenAdded(world, shop, id, deed);
  else if (edits.chance(0.15)) whileSent(world, shop, deed);
  else world.scheduler.after(anyTime(edits, spreadMs), deed);
}

function whenAdded({ shopify }: SimWorld, shop: ShopDomain, id: OrderId, deed: () => void): void {
  const { onAdded } = shopify;
  shopify.onAdded = (...added) => {
    onAdded(...added);
    if (added[0] === shop && added[1] === id) deed();
  };
}
