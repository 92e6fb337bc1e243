import { alsoWhen, later } from './draw-events.ts';
import { anyTime, type Chosen, firstOrder, minute, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { setRules } from './shop-settings.ts';
import { homes } from './sim-addresses.ts';
import { start } from './sim-goods.ts';
import type { SimWorld } from './sim-world.ts';

/** In some the buyer of the first order moves while people give points, or the shop sends what it has packed. */
export function drawMoves(world: SimWorld, moves: SeededRandom, { spreadMs }: Scale): void {
  if (moves.chance(0.06)) drawHomes(world, moves, spreadMs);
  if (moves.chance(0.04)) drawPacking(world, moves);
}

function drawHomes(world: SimWorld, moves: SeededRandom, spreadMs: number): void {
  const order = firstOrder(world);
  const { shop, id } = order;
  const deeds = [
    () => world.edits.move(shop, id, homes[moves.below(2)]?.address ?? homes[0].address),
    () => givePoint(world, order),
  ];
  for (let times = 2 + moves.below(4); times > 0; times -= 1) {
    const deed = deeds[moves.below(2)] as () => void;
    world.scheduler.after(anyTime(moves, spreadMs), deed);
  }
}

/** As Shopify shows the order to whoever types it. */
function givePoint(world: SimWorld, { shop, id }: Chosen): void {
  const line = world.shopify.order(shop, id)?.shippingAddress?.address1 ?? '';
  const home = homes.find(({ street }) => street.test(line));
  if (!home) return;
  world.edits.noteTyped(shop, id);
  world.people.press(shop, id, { mode: 'again', corrections: { dropoff_coordinates: home.point } });
}

/** Staff mark what they have packed, some of it never. */
function drawPacking(world: SimWorld, moves: SeededRandom): void {
  const { shop } = firstOrder(world);
  setRules(world, shop, { trigger: 'inProgress' });
  alsoWhen(world.shopify, 'onAdded', (where, id) => {
    if (where !== shop || moves.chance(0.25)) return;
    for (let times = 1 + moves.below(3); times > 0; times -= 1) {
      later(world, 4 * minute, () => world.shopify.changeGoods(shop, id, start));
    }
  });
}
