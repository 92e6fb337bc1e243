import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { later } from './draw-events.ts';
import { anyTime, minute, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { setRules } from './shop-settings.ts';
import { homes } from './sim-addresses.ts';
import { start } from './sim-goods.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

/** In some the buyer of the first order moves while people give points, or the shop sends what it has packed. */
export function drawMoves(world: SimWorld, moves: SeededRandom, { spreadMs }: Scale): void {
  const [shop] = world.shops.shops.keys();
  if (shop === undefined) return;
  if (moves.chance(0.06)) drawHomes(world, moves, { shop, id: orderIdOf(1001), spreadMs });
  if (moves.chance(0.04)) drawPacking(world, moves, shop);
}

function drawHomes(
  world: SimWorld,
  moves: SeededRandom,
  { shop, id, spreadMs }: { shop: ShopDomain; id: OrderId; spreadMs: number },
): void {
  const deeds = [
    () => world.edits.move(shop, id, homes[moves.below(2)]?.address ?? homes[0].address),
    () => givePoint(world, shop, id),
  ];
  for (let times = 2 + moves.below(4); times > 0; times -= 1) {
    const deed = deeds[moves.below(2)] ?? givePoint;
    const at = anyTime(moves, spreadMs);
    world.scheduler.after(at, () => deed(world, shop, id));
  }
}

/** As Shopify shows the order to whoever types it. */
function givePoint(world: SimWorld, shop: ShopDomain, id: OrderId): void {
  const line = world.shopify.order(shop, id)?.shippingAddress?.address1 ?? '';
  const home = homes.find(({ street }) => street.test(line));
  if (!home) return;
  world.edits.noteTyped(shop, id);
  world.people.press(shop, id, { mode: 'again', corrections: { dropoff_coordinates: home.point } });
}

/** Staff mark what they have packed, some of it never. */
function drawPacking(world: SimWorld, moves: SeededRandom, shop: ShopDomain): void {
  setRules(world, shop, { trigger: 'inProgress' });
  const { onAdded } = world.shopify;
  world.shopify.onAdded = (...added) => {
    onAdded(...added);
    const [where, id] = added;
    if (where !== shop || moves.chance(0.25)) return;
    for (let times = 1 + moves.below(3); times > 0; times -= 1) {
      later(world, 4 * minute, () => world.shopify.changeGoods(shop, id, start));
    }
  };
}
