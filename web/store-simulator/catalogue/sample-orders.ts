import { addLocation } from '../changes/location.ts';
import { buildOrder } from '../state/add-order.ts';
import type { NewOrder } from '../state/new-order.ts';
import type { ShopState } from '../state/shop-state.ts';
import { orderKinds, thirdParty } from './order-kinds.ts';
import { type Person, people } from './people.ts';

const hourMs = 3_600_000;

const from = ({ customer, address }: Person) => ({ customer, shippingAddress: address });

/** Orders of the days before the app came: those that are paid stay untouched. Oldest first. */
const sampleOrders: ((shop: ShopState) => NewOrder)[] = [
  () => orderKinds.paid(from(people.aisha)),
  () => orderKinds.digitalOnly({ paid: true, customer: people.pieter.customer }),
  () => orderKinds.pointOfSale({ paid: true, customer: people.naledi.customer }),
  () => orderKinds.twoLocations(),
  () => orderKinds.noPhone(),
  () => orderKinds.phoneOnShippingLine(),
  () => orderKinds.localPickup({ customer: people.sipho.customer }),
  () => orderKinds.giftCardBesideGoods(from(people.lerato)),
  () => orderKinds.ouncesAndPounds(from(people.pieter)),
  () => orderKinds.zeroWeight(from(people.aisha)),
  () => orderKinds.redacted(),
  () => orderKinds.outsideSouthAfrica({ customer: { firstName: 'Tomas', lastName: 'Shikongo' } }),
  () => orderKinds.unvalidatedCoordinates(),
  (shop) => orderKinds.scheduled({ ...from(people.lerato), fulfillAt: shop.now() + 14 * 24 * hourMs }),
  () => orderKinds.onHold(from(people.pieter)),
  () => orderKinds.thirdPartyLocation(from(people.sipho)),
  () => orderKinds.draftOrder(from(people.aisha)),
  () => orderKinds.noCustomer(),
  () => orderKinds.testOrder(),
  () => orderKinds.notRand(from(people.lerato)),
  () => orderKinds.hugeId(from(people.pieter)),
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
