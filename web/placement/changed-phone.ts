import { normalisePhone } from './phone.ts';
import type { ShopOrder } from './shop-order.ts';

/** The usable phone numbers that staff can change in Shopify; '' where there is none. */
export interface StaffPhones {
  address: string;
  order: string;
}

/** Those of an order as it is now. */
export function staffPhones({ shippingAddress, phone }: Pick<ShopOrder, 'shippingAddress' | 'phone'>): StaffPhones {
  return { address: usable(shippingAddress?.phone), order: usable(phone) };
}

/**
 * The order with the place whose phone number was changed since the order was first read. What checkout asked for at Local
 * Delivery nobody can change: staff correct the number there instead.
 *
 * @param first as it was first read; null where that was not kept
 */
export function withChangedPhone(order: ShopOrder, first: StaffPhones | null): ShopOrder {
  const now = staffPhones(order);
  const place = now.address === '' ? 'order' : 'address';
  if (first === null || now[place] === '' || now[place] === first[place]) return order;
  return { ...order, changedPhone: place };
}

function usable(raw: string | null | undefined): string {
  const read = normalisePhone(raw);
  return read.ok ? read.phone : '';
}
