import { addressLine } from './address.ts';
import { cleanText } from './clean-text.ts';
import { piecesIn } from './coverage.ts';
import { lineName } from './parcels.ts';
import type { ShopOrder } from './shop-order.ts';

/** Whom an order is for and what was ordered, as it stands in Shopify, for the person who looks after it. */
export function buyerOf(order: ShopOrder) {
  const { shippingAddress: address, fulfillmentOrders, phone, customer, total } = order;
  // Wherever the driver's number is looked for, so that who serves the counter can call it, too.
  const phones = [
    address?.phone,
    ...fulfillmentOrders.map(({ contactPhone }) => contactPhone),
    ...fulfillmentOrders.map(({ destinationPhone }) => destinationPhone),
    ...[...order.shippingLines, ...order.removedShippingLines].map((line) => line.phone),
    phone,
    customer?.phone,
  ];
  return {
    name: cleanText(address?.name) || cleanText(customer?.displayName) || null,
    phone: phones.map(cleanText).find((one) => one !== '') ?? null,
    address: address === null ? null : addressAsGiven(address),
    items: fulfillmentOrders.flatMap((one) =>
      one.lines
        .map((line) => ({ name: lineName(line) || 'item', quantity: piecesIn(one, line) }))
        .filter(({ quantity }) => quantity > 0),
    ),
    total: { amount: total.amount, currency: total.currency },
  };
}

/** What cannot be made into one sure line is shown as the buyer typed it. */
function addressAsGiven(address: NonNullable<ShopOrder['shippingAddress']>): string | null {
  const made = addressLine(address);
  if (made.ok) return made.line;
  const { address1, address2, city, province, zip, country } = address;
  const parts = [address1, address2, city, province, zip, country].map(cleanText).filter((part) => part !== '');
  return parts.join(', ') || null;
}
