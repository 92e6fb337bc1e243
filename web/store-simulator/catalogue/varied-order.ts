import type { NewLine, NewOrder } from '../state/new-order.ts';
import { johannesburg } from './demo-catalogue.ts';
import { localDelivery, ordinary, sameDay } from './order-kinds/ordinary.ts';
import { type Person, person } from './people.ts';

const capeTown = { city: 'Cape Town', provinceCode: 'WC' };
const jozi = { city: 'Johannesburg', provinceCode: 'GP' };
const at = (latitude: number, longitude: number) => ({ latitude, longitude });

/** Streets and suburbs are real, persons and numbers are not. */
const buyers: readonly Person[] = [
  person('Nomvula', 'Dlamini', '+27 82 555 0104', {
    ...{ address1: '41 Lower Main Road', address2: 'Observatory', ...capeTown, zip: '7925', ...at(-33.9375, 18.4712) },
  }),
  person('Johan', 'Botha', '083 555 0127', {
    ...{ address1: '8 Wellington Road', address2: 'Durbanville', ...capeTown, zip: '7550', ...at(-33.8322, 18.6471) },
  }),
  person('Ayanda', 'Mfengu', '071 555 0193', {
    ...{ address1: '19 Spine Road', address2: 'Khayelitsha', ...capeTown, zip: '7784', ...at(-34.0392, 18.676) },
  }),
  person('Fatima', 'Adams', '+27 72 555 0166', {
    ...{ address1: '22 Chiappini Street', address2: 'Bo-Kaap', ...capeTown, zip: '8001', ...at(-33.9195, 18.4149) },
  }),
  person('Kabelo', 'Mokwena', '0765550131', {
    ...{ address1: '18 7th Street', address2: 'Melville', ...jozi, zip: '2092', ...at(-26.1757, 28.0078) },
  }),
  person('Tshepo', 'Molefe', '+27 73 555 0112', {
    ...{ address1: '63 Main Road', address2: 'Claremont', ...capeTown, zip: '7708', ...at(-33.9846, 18.4652) },
  }),
  person('Rirhandzu', 'Baloyi', '084 555 0159', {
    ...{ address1: '5 Beach Road', address2: 'Muizenberg', ...capeTown, zip: '7945', ...at(-34.1086, 18.4702) },
  }),
  person('Mulalo', 'Tshivhase', '079 555 0140', {
    ...{ address1: '14 Tygervalley Road', address2: 'Bellville', ...capeTown, zip: '7530', ...at(-33.8735, 18.6337) },
  }),
  person('Sarah', 'Jacobs', '+27 82 555 0175', {
    ...{ address1: '31 Kloof Street', address2: 'Flat 4, Gardens', ...capeTown, zip: '8001', ...at(-33.9299, 18.4105) },
  }),
  person('Annelize', 'du Plessis', '082 555 0118', {
    ...{ address1: '9 Dorp Street', address2: null, city: 'Stellenbosch', provinceCode: 'WC', zip: '7600' },
    ...at(-33.9394, 18.859),
  }),
  person('Priya', 'Govender', '+27 61 555 0182', {
    ...{ address1: '77 Durban Road', address2: 'Mowbray', ...capeTown, zip: '7700', ...at(-33.9476, 18.474) },
  }),
  person('Lindiwe', 'Sithole', '078 555 0109', {
    ...{ address1: '27 4th Avenue', address2: 'Parkhurst', ...jozi, zip: '2193', ...at(-26.1396, 28.0187) },
  }),
  person('Sibusiso', 'Mahlangu', '060 555 0154', {
    ...{ address1: '15 Koeberg Road', address2: 'Milnerton', ...capeTown, zip: '7441', ...at(-33.8826, 18.4977) },
  }),
  person('Zanele', 'Khoza', '+27 74 555 0147', {
    ...{ address1: '28 Albert Road', address2: 'Woodstock', ...capeTown, zip: '7925', ...at(-33.9273, 18.4466) },
  }),
  person('Thabo', 'Letsoalo', '081 555 0133', {
    ...{ address1: '6 Century Boulevard', address2: 'Century City', ...capeTown, zip: '7441' },
    ...at(-33.8926, 18.5117),
  }),
  person('Grace', 'Petersen', '083 555 0121', {
    ...{ address1: '50 Main Road', address2: 'Fish Hoek', ...capeTown, zip: '7975', ...at(-34.1366, 18.43) },
  }),
  person('Xolani', 'Ngcobo', '+27 76 555 0198', {
    ...{ address1: '102 Voortrekker Road', address2: 'Parow', ...capeTown, zip: '7500', ...at(-33.9036, 18.579) },
  }),
  person('Refilwe', 'Maluleke', '072 555 0136', {
    ...{ address1: '12 Camps Bay Drive', address2: 'Camps Bay', ...capeTown, zip: '8005', ...at(-33.9552, 18.3833) },
  }),
];

const baskets: readonly NewLine[][] = [
  [{ sku: 'KET-COP' }],
  [{ sku: 'POT-WHT' }, { sku: 'TEA-ROO', quantity: 2 }],
  [{ sku: 'GRIND' }, { sku: 'BEAN-1KG' }],
  [{ sku: 'MUG-SAND' }],
  [{ sku: 'RUSK', quantity: 3 }, { sku: 'TEA-ROO' }],
  [{ sku: 'KET-GOOSE' }, { sku: 'HON-12OZ' }],
  [{ sku: 'POTJIE-2' }],
  [{ sku: 'MUG-BLUE' }, { sku: 'MUG-SAND' }],
  [{ sku: 'POT-MOKA' }, { sku: 'BEAN-1KG', quantity: 2 }],
  [{ sku: 'TEA-ROO', quantity: 4 }],
  [{ sku: 'HON-3LB' }, { sku: 'RUSK', quantity: 2 }],
];

const notes = [
  'Please leave it with the concierge.',
  'Lui asseblief twee keer.',
  'Ngicela ushaye ucingo uma usufikile.',
];

/** One of the buyers, in turn. */
export const variedBuyer = (index: number): Person => buyers[index % buyers.length] as Person;

/**
 * An unpaid order like most, for the `index`th (from 0) of a row of them: no two of the first 198 have the same buyer and the
 * same goods. Buyers in Johannesburg are sent their goods from there.
 */
export function variedOrder(index: number, overrides: NewOrder = {}): NewOrder {
  const { customer, address } = variedBuyer(index);
  const basket = baskets[index % baskets.length] ?? [];
  return ordinary({
    customer,
    shippingAddress: address,
    ...(index % 4 === 3
      ? { shippingLines: [localDelivery], methodType: 'LOCAL' }
      : { shippingLines: [sameDay], methodType: 'SHIPPING' }),
    lines: address.city === jozi.city ? basket.map((line) => ({ ...line, location: johannesburg })) : basket,
    note: index % 5 === 4 ? (notes[Math.floor(index / 5) % notes.length] as string) : null,
    ...overrides,
  });
}
