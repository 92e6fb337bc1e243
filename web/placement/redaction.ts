import type { ShopAddress, ShopOrder } from './shop-order.ts';

/** Whether Shopify withheld a value: the path itself, or what it lies in, or something inside it. */
export function isRedacted(order: Pick<ShopOrder, 'redacted'>, path: string): boolean {
  return order.redacted.some((held) => held === path || path.startsWith(`${held}.`) || held.startsWith(`${path}.`));
}

/**
 * Whether an address has country or province and nothing else: what Shopify leaves of it where the app may not see
 * protected customer data, also where it names no redacted path.
 */
export function isWithheld(address: ShopAddress): boolean {
  const { name, firstName, lastName, company, address1, address2, city, zip, phone } = address;
  const personal = [name, firstName, lastName, company, address1, address2, city, zip, phone];
  const coarse = [address.country, address.countryCode, address.province, address.provinceCode];
  return personal.every((value) => !value) && coarse.some((value) => value);
}
