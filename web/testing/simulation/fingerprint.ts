import type { ShopOrder } from '#placement/shop-order.ts';

const texts = new WeakMap<object, string>();

/** As JSON. Kept, since a change of an order makes other objects of what it changes, and of nothing else. */
function textOf(value: object | null): string {
  const text = (value && texts.get(value)) ?? JSON.stringify(value);
  if (value) texts.set(value, text);
  return text;
}

/** What of a webhook's payload matters for placing. */
export function fingerprintOf(order: ShopOrder): string {
  const { cancelledAt, financialStatus, customAttributes, shippingAddress, fulfillmentOrders, tags } = order;
  const parts = [customAttributes, shippingAddress, fulfillmentOrders].map(textOf);
  const said = [cancelledAt, financialStatus, ...parts].join();
  return `${said}|${tags.join()}`;
}
