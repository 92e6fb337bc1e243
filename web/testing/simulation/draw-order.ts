import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { newReference } from '#placement/order-reference.ts';
import type { Scale } from './draw-scale.ts';
import { fulfilAll, pressAroundPayment, sendsByHand } from './persons-word.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimWorld } from './sim-world.ts';

/** Happens within so many milliseconds of virtual time. */
export function later(world: SimWorld, withinMs: number, run: () => void): void {
  world.scheduler.at(world.scheduler.now() + world.random.below(withinMs), null, run);
}

/** `sure`: at least one webhook of the order arrives. */
export function addOrder(
  world: SimWorld,
  plan: SeededRandom,
  shop: ShopDomain,
  { number, small, spreadMs, sure }: Scale & { number: number; sure: boolean },
): void {
  const id = String(number) as OrderId;
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
  const edits: (() => void)[] = [
    () => world.shopify.typeInNote(shop, id, 'changed by the merchant'),
    () => world.shopify.typeInNote(shop, id, 'typed again'),
    () => world.shopify.edit(shop, id, { cancelledAt: new Date(world.scheduler.now()).toISOString() }),
    () => world.shopify.changePhone(shop, id, '083 987 6543'),
    () => world.press(shop, id, { mode: 'again' }),
    () => world.press(shop, id, { mode: 'again', corrections: { dropoff_address: '9 New St, Cape Town' } }),
    () => pressNew(world, shop, id),
    () => {
      fulfilAll(world, shop, id);
      pressNew(world, shop, id);
    },
    () => {
      if (plan.chance(0.3)) world.shopify.remove(shop, id);
    },
  ];
  for (
    let times = plan.pick([
      [0, 4],
      [1, 4],
      [3, small ? 0 : 2],
    ] as const);
    times > 0;
    times -= 1
  ) {
    const edit = edits[plan.below(edits.length)] as () => void;
    world.scheduler.at(
      world.scheduler.now() + spreadMs / 2 + plan.below(plan.chance(0.5) ? spreadMs : 9 * spreadMs),
      null,
      () => {
        edit();
        // Two tabs, two people.
        if (world.random.chance(0.3)) later(world, 300, edit);
      },
    );
  }
}

/** "Send as a new delivery" on the first one that may be, under the reference that the preview shows. */
function pressNew(world: SimWorld, shop: ShopDomain, id: OrderId): void {
  const deliveries = [...world.orders.stored(shop, id).deliveries.values()];
  const target = deliveries.find(({ state }) => state === 'placed' || state === 'cancelled');
  if (!target) return;
  const used = deliveries.map(({ orderReference }) => orderReference);
  const reference: OrderReference = newReference(target.orderReference, used);
  for (let times = 1 + world.random.below(2); times > 0; times -= 1) {
    later(world, 500, () =>
      world.press(shop, id, {
        mode: 'new',
        orderReference: target.orderReference,
        newReference: reference,
        reason: 'the driver never came',
      }),
    );
  }
}
