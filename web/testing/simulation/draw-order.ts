import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { eventsOf, later } from './draw-events.ts';
import type { Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { sendsByHand } from './shop-settings.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

/** `sure`: at least one webhook of the order arrives. */
export function addOrder(
  world: SimWorld,
  plan: SeededRandom,
  shop: ShopDomain,
  { number, small, spreadMs, sure }: Scale & { number: number; sure: boolean },
): void {
  const id = orderIdOf(number);
  const { prefix } = world.shops.record(shop).settings.reference;
  // Where nothing can be looked up, a prefix is what tells ours from theirs: theirs never begin with it.
  if (plan.chance(0.05) && (world.service.canLookup || prefix === '')) world.service.addForeign(`${prefix}${number}`);
  const byHand = sendsByHand(world, shop);
  if (byHand) pressAroundPayment(world, plan, { shop, id, spreadMs });
  later(world, spreadMs, () => {
    world.shopify.addOrder(
      shop,
      number,
      plan.pick([
        [1, 3],
        [2, 2],
        [3, small ? 0 : 1],
      ] as const),
      byHand ? { financialStatus: 'PENDING', paidAt: null } : {},
    );
    for (
      let times = plan.pick([
        [sure ? 1 : 0, 1],
        [1, 3],
        [2, 3],
        [5, small ? 0 : 2],
      ] as const);
      times > 0;
      times -= 1
    ) {
      later(world, spreadMs, () => world.notify(shop, id, world.random.chance(0.6) ? 'orders/paid' : 'orders/updated'));
    }
  });
  const events = eventsOf(world, { shop, id });
  for (
    let times = plan.pick([
      [0, 3],
      [1, 4],
      [2, 2],
      [3, small ? 0 : 2],
    ] as const);
    times > 0;
    times -= 1
  ) {
    const event = events[plan.below(events.length)] as () => void;
    world.scheduler.after(spreadMs / 2 + plan.below(plan.chance(0.5) ? spreadMs : 9 * spreadMs), () => {
      event();
      // Two tabs, two people.
      if (world.random.chance(0.3)) later(world, 300, event);
    });
  }
}

/** People press before and after the payment; it comes within so many milliseconds. */
function pressAroundPayment(
  world: SimWorld,
  plan: SeededRandom,
  { shop, id, spreadMs }: { shop: ShopDomain; id: OrderId; spreadMs: number },
): void {
  const from = world.scheduler.now() + spreadMs;
  const at = (withinMs: number, run: () => void) => world.scheduler.at(from + plan.below(withinMs), run);
  at(2 * spreadMs, () => world.people.press(shop, id, { mode: 'again' }));
  at(3 * spreadMs, () => world.shopify.pay(shop, id));
  if (plan.chance(0.5)) at(6 * spreadMs, () => world.people.press(shop, id, { mode: 'again' }));
}
