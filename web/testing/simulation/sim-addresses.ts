import type { OrderRecord } from '#deliveries/order.ts';
import type { ShopAddress, ShopOrder } from '#placement/shop-order.ts';
import { exampleAddress } from '#placement/testing/example-order.ts';

/** Where the buyers of this world may live: an address, and the point that people give for it. */
export const homes = [
  { street: /Wale St/, point: '-33.9211, 18.4151', address: exampleAddress() },
  {
    street: /Rivonia Rd/,
    point: '-26.1071, 28.0561',
    address: exampleAddress({
      ...{ address1: '10 Rivonia Rd', address2: 'Sandton', city: 'Johannesburg', zip: '2196' },
      ...{ province: 'Gauteng', provinceCode: 'GP', latitude: -26.107, longitude: 28.0567 },
    }),
  },
] as const;

/** What people make of an address: nothing that a driver could be sent to, another country, or another home. */
export const newAddresses: readonly (readonly [Partial<ShopAddress>, weight: number])[] = [
  [{ address1: 'PO Box 12' }, 2],
  [{ address1: null }, 2],
  [{ city: null }, 1],
  [{ country: 'Namibia', countryCode: 'NA', province: null, provinceCode: null }, 2],
  [homes[0].address, 1],
  [homes[1].address, 1],
];

/** Whether a driver could be sent there at all; another country is not asked about. */
export const isSendable = ({ address1, city }: ShopAddress): boolean =>
  Boolean(address1 && city) && !address1?.startsWith('PO Box');

/** Whether nobody could be sent to the buyer as the order has it, and no person's correction says more. */
export function lacksDropoff(
  { shippingAddress: address }: ShopOrder,
  { corrections }: Pick<OrderRecord, 'corrections'>,
): boolean {
  const typed = corrections['*'] ?? {};
  const isNowhere = !address || (!isSendable(address) && typed.dropoff_address === undefined);
  return isNowhere || (!/\d{9}/u.test(address.phone?.replace(/\D/gu, '') ?? '') && !typed.dropoff_contact_phone);
}
