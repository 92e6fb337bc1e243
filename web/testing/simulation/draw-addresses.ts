import { changeGoods, later, pressNew, replace } from './draw-events.ts';
import { anyTime, type Chosen, firstOrder, minute, type Scale } from './draw-scale.ts';
import { whileSent } from './draw-staff.ts';
import type { SeededRandom } from './seeded-random.ts';
import { homes, newAddresses } from './sim-addresses.ts';
import { fulfil } from './sim-goods.ts';
import type { SimWorld } from './sim-world.ts';

/** In some staff or the buyer change where, or to whom, the first order goes, and often put it right: at any time, or while it is being sent. */
export function drawAddresses(world: SimWorld, addresses: SeededRandom, { spreadMs }: Scale): void {
  if (!addresses.chance(0.08)) return;
  const order = firstOrder(world);
  for (let times = 1 + addresses.below(3); times > 0; times -= 1) {
    const [change, press] = [changeOf(world, addresses, order), pressOf(world, addresses, order)];
    const deed = () => {
      change();
      press();
    };
    const inMs = anyTime(addresses, spreadMs);
    if (addresses.chance(0.2)) whileSent(world, order.shop, deed);
    else world.scheduler.after(inMs, deed);
  }
}

/** The address or the phone number, and often once more within minutes. */
function changeOf(world: SimWorld, addresses: SeededRandom, { shop, id }: Chosen): () => void {
  const { edits, scheduler, shopify } = world;
  const isPhone = addresses.chance(0.15);
  const [change, home] = [addresses.pick(newAddresses), homes[addresses.below(2)] ?? homes[0]];
  const mendedInMs = addresses.chance(0.5) ? addresses.below(2 * minute) : null;
  const apply = isPhone ? () => shopify.changePhone(shop, id, 'call my wife') : () => edits.readdress(shop, id, change);
  const mend = isPhone
    ? () => shopify.changePhone(shop, id, '083 987 6543')
    : () => edits.readdress(shop, id, home.address);
  return () => {
    apply();
    if (mendedInMs !== null) scheduler.after(mendedInMs, mend);
  };
}

/** A person presses for another driver then, or once news of it has come; at times the first one has all goods by Shopify's books. */
function pressOf(world: SimWorld, addresses: SeededRandom, order: Chosen): () => void {
  const press = addresses.pick([
    [pressNew, 4],
    [replace, 1],
    [null, 2],
  ] as const);
  const [isHandedOver, withinMs] = [addresses.chance(0.5), addresses.chance(0.5) ? 2_000 : 2 * minute];
  return () => {
    if (press === null) return;
    if (isHandedOver) changeGoods(world, order, fulfil);
    later(world, withinMs, () => press(world, order));
  };
}
