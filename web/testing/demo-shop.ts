import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { NewOrder } from '#store-simulator/state/new-order.ts';
import type { StoreSimulator } from '#store-simulator/store-simulator.ts';
import { demoShop } from './local-world.ts';

/** The shop of the demo and of the screenshots. */
export const kettleShop = {
  domain: demoShop,
  name: 'Kloof Street Kettles',
  ianaTimezone: 'Africa/Johannesburg',
  currency: 'ZAR',
} as const;

/** One of each kind that a newcomer should see, unpaid: "Mark as paid" tells what the app does with it. */
export const awkwardOrders: readonly NewOrder[] = [
  orderKinds.unpaid(),
  orderKinds.noPhone(),
  orderKinds.phoneOnShippingLine(),
  orderKinds.localPickup(),
  orderKinds.giftCardBesideGoods(),
  orderKinds.emojiNote(),
  orderKinds.onHold(),
  orderKinds.outsideSouthAfrica(),
  orderKinds.zeroWeight(),
];

/** Puts them into the shop; their numbers. */
export function addAwkwardOrders(store: StoreSimulator): number[] {
  return awkwardOrders.map((order) => store.addOrder(demoShop, order).number);
}
