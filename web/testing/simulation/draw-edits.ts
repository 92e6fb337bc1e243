import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { alsoWhen } from './draw-events.ts';
import { closeTomorrow } from './draw-hours.ts';
import { anyTime, type Chosen, firstOrder, hour, minute, type Scale } from './draw-scale.ts';
import { whileSentOrAnyTime } from './draw-staff.ts';
import type { SeededRandom } from './seeded-random.ts';
import { setRules } from './shop-settings.ts';
import { isPaidFor, type Named } from './sim-edits.ts';
import type { SimWorld } from './sim-world.ts';

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
  const first = { ...firstOrder(world), spreadMs };
  if (edits.chance(0.08)) drawDebts(world, edits, first);
  if (edits.chance(0.08)) drawDays(world, edits, first);
}

interface First extends Chosen {
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
  const whenAdded = (where: ShopDomain, added: OrderId) => {
    if (where === shop && added === id) deed();
  };
  if (edits.chance(0.3)) alsoWhen(world.shopify, 'onAdded', whenAdded);
  else whileSentOrAnyTime(world, edits, { shop, spreadMs, whileSent: 0.15 }, deed);
}

const titles = [
  ['Same Day', 2],
  ['Same day before noon', 1],
  ['Economy courier', 3],
  ['Shipping', 1],
] as const;

/** In some the shipping line of the first order is edited after checkout, and back. */
export function drawMethods(world: SimWorld, methods: SeededRandom, { spreadMs }: Scale): void {
  if (!methods.chance(0.06)) return;
  const { shop, id } = firstOrder(world);
  for (let times = 1 + methods.below(3); times > 0; times -= 1) {
    const title = methods.pick(titles);
    world.scheduler.after(anyTime(methods, spreadMs), () => world.edits.changeMethod(shop, id, title));
  }
}

const recommendations = [
  ['CANCEL', 3],
  ['INVESTIGATE', 1],
  ['ACCEPT', 2],
] as const;

/** In some the first order is analysed for fraud, later than it is paid as a rule, and again. */
export function drawRisks(world: SimWorld, risks: SeededRandom, { spreadMs }: Scale): void {
  if (!risks.chance(0.06)) return;
  const { shop, id } = firstOrder(world);
  // Where replicas lag, changes are kept a second apart: with more of them, instants run ahead of the clock.
  world.edits.analysisTouches = risks.chance(0.5) && world.shopify.orders.lagMs === 0;
  for (let times = 1 + risks.below(3); times > 0; times -= 1) {
    const found = risks.pick(recommendations);
    world.scheduler.after(anyTime(risks, spreadMs), () => world.edits.analyse(shop, id, found));
  }
}

/** In some the first order's money is given back in full, by amount: its goods stay open in Shopify. */
export function drawRefunds(world: SimWorld, refunds: SeededRandom, { spreadMs }: Scale): void {
  if (!refunds.chance(0.06)) return;
  const { shop, id } = firstOrder(world);
  world.scheduler.after(anyTime(refunds, spreadMs), () => {
    if (!isPaidFor(world.shopify.order(shop, id))) return;
    world.log(`${id} is refunded`);
    world.edits.payBack(shop, id);
  });
}
