import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { SeededRandom } from './seeded-random.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

export const minute = 60_000;
export const hour = 60 * minute;
/** Faults, kills and edits end after this; then everything must come to rest. */
export const stormMs = 10 * minute;

/** How much happens in one schedule, and within what time of one another orders, webhooks, edits and kills come. */
export interface Scale {
  /** One shop with one order, and little of everything else. */
  small: boolean;
  spreadMs: number;
}

/** In how many milliseconds something happens that may at any time; soon, half of the time. */
export const anyTime = (random: SeededRandom, spreadMs: number): number =>
  random.below((random.chance(0.5) ? 2 : 10) * spreadMs);

/** What goes wrong mostly goes wrong between few things that are close to one another; some of it only between many. */
export function drawScale(plan: SeededRandom): Scale {
  if (!plan.chance(0.85)) return { small: false, spreadMs: minute };
  const spreadMs = plan.pick([
    [minute, 1],
    [5_000, 2],
    [1_000, 1],
  ] as const);
  return { small: true, spreadMs };
}

/** An order, and the shop whose it is. */
export interface Chosen {
  shop: ShopDomain;
  id: OrderId;
}

/** Every shop has an order of this number, and most of what a schedule draws happens to it. */
export const firstNumber = 1001;

/** The first shop's first order. */
export const firstOrder = ({ shops }: SimWorld): Chosen => firstOrderOf(shops.domains()[0] as ShopDomain);

export const firstOrderOf = (shop: ShopDomain): Chosen => ({ shop, id: orderIdOf(firstNumber) });

export function anyShop({ shops }: SimWorld, random: SeededRandom): ShopDomain {
  const all = shops.domains();
  return all[random.below(all.length)] as ShopDomain;
}

/** The id of the location that goods come from at first, or of any. */
export const someLocation = (random: SeededRandom): string => String(9001 + (random.chance(0.7) ? 0 : random.below(3)));
