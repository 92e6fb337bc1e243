import { addLocation } from '../changes/location.ts';
import { buildOrder } from '../state/add-order.ts';
import type { NewOrder } from '../state/new-order.ts';
import type { ShopState } from '../state/shop-state.ts';
import { orderKinds, thirdParty } from './order-kinds.ts';
import { people } from './people.ts';

const hourMs = 3_600_000;

/** Orders of the days before the app came: those that are paid stay untouched. Oldest first. */
const sampleOrders: ((shop: ShopState) => NewOrder)[] = [
  () => orderKinds.paid({ customer: people.aisha.customer, shippingAddress: people.aisha.address }),
  () => orderKinds.digitalOnly({ paid: true }),
  () => orderKinds.pointOfSale({ paid: true }),
  () => orderKinds.twoLocations(),
  () => orderKinds.noPhone(),
  () => orderKinds.phoneOnShippingLine(),
  () => orderKinds.localPickup(),
  () => orderKinds.giftCardBesideGoods(),
  () => orderKinds.ouncesAndPounds({ customer: people.pieter.customer, shippingAddress: people.pieter.address }),
  () => orderKinds.zeroWeight({ customer: people.aisha.customer, shippingAddress: people.aisha.address }),
  () => orderKinds.redacted(),
  () => orderKinds.outsideSouthAfrica({ customer: { firstName: 'Tomas', lastName: 'Shikongo' } }),
  () => orderKinds.unvalidatedCoordinates(),
  (shop) => orderKinds.scheduled({ fulfillAt: shop.now() + 14 * 24 * hourMs }),
  () => orderKinds.onHold(),
  () => orderKinds.thirdPartyLocation(),
  () => orderKinds.draftOrder(),
  () => orderKinds.noCustomer(),
  () => orderKinds.testOrder(),
  () => orderKinds.notRand(),
  () => orderKinds.hugeId(),
  () => orderKinds.emojiNote(),
  () => orderKinds.unpaid({ note: 'Please leave it with the concierge if I am out.' }),
];

/** Fills a shop with one order of each kind, spread over the last two days, without telling the app. */
export function addSampleOrders(shop: ShopState): void {
  addLocation(
    shop,
    {
      ...thirdParty,
      address1: '1 Corporate Park South',
      city: 'Midrand',
      provinceCode: 'GP',
      zip: '1685',
      phone: '010 555 0144',
    },
    true,
  );
  for (const [index, kind] of sampleOrders.entries()) {
    const processedAt = shop.now() - (sampleOrders.length - index) * 2 * hourMs;
    const order = buildOrder(shop, { ...kind(shop), processedAt });
    order.updatedAt = order.processedAt;
  }
}
