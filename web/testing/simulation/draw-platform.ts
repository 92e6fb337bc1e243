import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import { anyShop, anyTime, firstOrderOf, hour, minute, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { ended, fulfilPart, move, release, takeBack, unitsOrdered } from './sim-goods.ts';
import { holdPart, merge, split } from './sim-splits.ts';
import type { SimWorld } from './sim-world.ts';

/** What Shopify, and apps that make orders, do beside what people do. */
export function drawPlatform(world: SimWorld, platform: SeededRandom, scale: Scale): void {
  if (platform.chance(0.08)) drawConnector(world, platform);
  const isClosing = platform.chance(0.5);
  const isRefunding = platform.chance(0.3);
  world.shopify.alongWith = (order, changes) => ({
    ...(isClosing && changes.cancelledAt ? { fulfillmentOrders: order.fulfillmentOrders.map(endedBy(platform)) } : {}),
    ...(isRefunding && takesAway(order, changes) ? { financialStatus: 'PARTIALLY_REFUNDED' } : {}),
  });
  if (platform.chance(0.12)) drawSplits(world, platform, scale);
}

/** Staff split the goods of a shop's first order, hold a piece of them, and merge them again, beside what else they do. */
function drawSplits(world: SimWorld, platform: SeededRandom, { spreadMs }: Scale): void {
  const { shopify, scheduler } = world;
  const { shop, id } = firstOrderOf(anyShop(world, platform));
  for (let times = 1 + platform.below(5); times > 0; times -= 1) {
    const change = platform.pick(splits);
    const at = scheduler.now() + anyTime(platform, spreadMs);
    const endsIn = platform.below(4 * minute);
    scheduler.at(at, () => {
      shopify.changeGoods(shop, id, change);
      if (change === holdPart) scheduler.at(at + endsIn, () => shopify.changeGoods(shop, id, release));
    });
  }
}

const splits = [
  [split, 3],
  [holdPart, 2],
  [merge, 3],
  [move, 1],
  [fulfilPart, 1],
  [takeBack, 1],
] as const;

/** Another sales channel hands orders over some time after they were made there. */
function drawConnector({ shopify }: SimWorld, platform: SeededRandom): void {
  const { onAdded } = shopify;
  shopify.onAdded = (shop, id) => {
    const order = shopify.orders.get(`${shop}/${id}`);
    const processedAt = new Date(Date.parse(order?.createdAt ?? '') - platform.below(4 * hour)).toISOString();
    if (order) shopify.orders.set(`${shop}/${id}`, { ...order, processedAt });
    onAdded(shop, id);
  };
}

/** What nobody is to get any more: with the order's end its fulfilment orders end, too. */
const endedBy =
  (platform: SeededRandom) =>
  (one: FulfillmentOrder): FulfillmentOrder => {
    if (one.status === 'CLOSED') return one;
    return { ...one, status: platform.chance(0.5) ? 'CANCELLED' : 'CLOSED', lines: one.lines.map(ended) };
  };

/** Of an order that is paid, goods are taken away: their money goes back. */
function takesAway(order: ShopOrder, { fulfillmentOrders, financialStatus }: Partial<ShopOrder>): boolean {
  if (!fulfillmentOrders || financialStatus || order.financialStatus !== 'PAID') return false;
  return unitsOf({ ...order, fulfillmentOrders }) < unitsOf(order);
}

const unitsOf = (order: ShopOrder): number => [...unitsOrdered(order).values()].reduce((sum, count) => sum + count, 0);
