import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { variedBuyer, variedOrder } from '#store-simulator/catalogue/varied-order.ts';
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

const of = (index: number): NewOrder => {
  const { customer, address } = variedBuyer(index);
  return { customer, shippingAddress: address };
};

/** One of each kind that a newcomer should see: "Mark as paid" tells what the app does with it. */
const awkwardOrders: readonly NewOrder[] = [
  orderKinds.noPhone(),
  orderKinds.phoneOnShippingLine(),
  orderKinds.localPickup({ customer: variedBuyer(9).customer, lines: [{ sku: 'KET-COP' }] }),
  orderKinds.giftCardBesideGoods(of(10)),
  orderKinds.emojiNote({ ...of(12), lines: [{ sku: 'MUG-BLUE' }] }),
  orderKinds.onHold({ ...of(13), lines: [{ sku: 'KET-COP', quantity: 2 }] }),
  orderKinds.outsideSouthAfrica({
    customer: { firstName: 'Tomas', lastName: 'Shikongo', email: 'tomas.shikongo@example.com' },
    lines: [{ sku: 'GRIND' }],
  }),
  orderKinds.outsideArea({ lines: [{ sku: 'POT-MOKA' }] }),
  orderKinds.landlineOnly({ lines: [{ sku: 'TEA-ROO', quantity: 6 }] }),
  orderKinds.zeroWeight(of(14)),
  orderKinds.twoLocations(),
  orderKinds.cashOnDelivery({ ...of(15), lines: [{ sku: 'RUSK', quantity: 4 }] }),
  orderKinds.warnedOf({ ...of(16), lines: [{ sku: 'KET-COP', quantity: 6 }] }),
];

/** Orders like most, unpaid, from the `first`th of the row on; their numbers. */
export function addDaysOrders(store: StoreSimulator, count: number, first = 0): number[] {
  return Array.from({ length: count }, (_, index) => store.addOrder(demoShop, variedOrder(first + index)).number);
}

/** The awkward ones, unpaid; their numbers. */
export function addAwkwardOrders(store: StoreSimulator): number[] {
  return awkwardOrders.map((order) => store.addOrder(demoShop, order).number);
}
