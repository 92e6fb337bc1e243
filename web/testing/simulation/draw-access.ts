import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { oweForbidden } from '#deliveries/run/record-write-back.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { alsoWhen } from './draw-events.ts';
import { anyShop, minute, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimWorld } from './sim-world.ts';

const roundMs = 10_000;

/** In some a shop keeps from the app the access that it needs to write, until its merchant approves it: at last in the calm. */
export function drawAccess(world: SimWorld, access: SeededRandom, { spreadMs }: Scale): void {
  if (!access.chance(0.08)) return;
  const { scheduler, shopify } = world;
  const shop = anyShop(world, access);
  for (let times = 1 + access.below(2); times > 0; times -= 1) {
    const at = scheduler.now() + access.below(access.chance(0.5) ? spreadMs : 4 * spreadMs);
    scheduler.at(at, () => shopify.withheld.add(shop));
    scheduler.at(at + access.below(4 * minute), () => approveAccess(world, shop));
  }
}

/** Shopify lets the app write at once; a little later that is written down, and what was forbidden is taken up. */
export function approveAccess(world: SimWorld, shop: ShopDomain): void {
  const { scheduler, shopify, random } = world;
  if (!shopify.withheld.delete(shop)) return;
  world.log(`${shop} approves the access`);
  const grantedAt = scheduler.now() + random.below(roundMs);
  scheduler.at(grantedAt, () => takeUp(world, shop, grantedAt));
}

/** The worker's rounds: also of what a call that was forbidden before that writes down only then. */
function takeUp(world: SimWorld, shop: ShopDomain, grantedAt: number): void {
  const { orders, scheduler } = world;
  const isForbidden = ({ refusals }: DeliveryRecord): boolean =>
    refusals.some(({ forbiddenAt = Number.POSITIVE_INFINITY }) => forbiddenAt <= grantedAt);
  let isDue = false;
  const comeAgain = (): void => {
    if (!isDue) scheduler.after(roundMs, round);
    isDue = true;
  };
  const round = (): void => {
    isDue = false;
    const forbidden = orders.of(shop).filter(({ deliveries }) => [...deliveries.values()].some(isForbidden));
    if (forbidden.length > 0) comeAgain();
    const process = world.runs.anyProcess();
    if (!process) return;
    const ports = world.portsOf(process);
    for (const { orderId } of forbidden) ports.orders.change(shop, orderId, (read) => oweForbidden(read, grantedAt));
  };
  alsoWhen(orders, 'onWrite', (wrote) => {
    if (wrote.shop === shop && wrote.change.deliveries?.some(isForbidden)) comeAgain();
  });
  round();
}
