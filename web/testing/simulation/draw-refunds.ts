import type { ShopOrder } from '#placement/shop-order.ts';
import { anyTime, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

/** In some the first order's money is given back in full, by amount: its goods stay open in Shopify. */
export function drawRefunds(world: SimWorld, refunds: SeededRandom, { spreadMs }: Scale): void {
  const [shop] = world.shops.shops.keys();
  if (shop === undefined || !refunds.chance(0.06)) return;
  const { scheduler, shopify } = world;
  scheduler.after(anyTime(refunds, spreadMs), () => {
    const id = orderIdOf(1001);
    if (!isPaidFor(shopify.order(shop, id))) return;
    world.log(`${id} is refunded`);
    world.edits.refunded.add(`${shop}/${id}`);
    shopify.edit(shop, id, { financialStatus: 'REFUNDED' });
  });
}

/** Whether the merchant has the money of what is still ordered. */
export const isPaidFor = (order: ShopOrder | null): boolean =>
  ['PAID', 'PARTIALLY_REFUNDED'].includes(order?.financialStatus ?? '');

/** Whether nobody is to get the goods of an order any more. */
export const isOver = ({ cancelledAt, financialStatus }: ShopOrder): boolean =>
  cancelledAt !== null || financialStatus === 'REFUNDED';
