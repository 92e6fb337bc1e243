import type { ShopOrder } from '#placement/shop-order.ts';

const texts = new WeakMap<object, string>();

/** As JSON. Kept, since a change of an order makes other objects of what it changes, and of nothing else. */
function textOf(value: object | null): string {
  const text = (value && texts.get(value)) ?? JSON.stringify(value);
  if (value) texts.set(value, text);
  return text;
}

const goods = new WeakMap<ShopOrder['fulfillmentOrders'], string>();

/** How many of each line are ordered, and are still to be brought: payloads say neither where they are nor whether they may go. */
function goodsOf(fulfillmentOrders: ShopOrder['fulfillmentOrders']): string {
  const known = goods.get(fulfillmentOrders);
  if (known !== undefined) return known;
  const lines = new Map<string, [ordered: number, left: number]>();
  for (const { lineItemId, totalQuantity, remainingQuantity } of fulfillmentOrders
    .filter(({ status }) => status !== 'CANCELLED')
    .flatMap((one) => one.lines)) {
    const [ordered, left] = lines.get(lineItemId) ?? [0, 0];
    lines.set(lineItemId, [ordered + totalQuantity, left + remainingQuantity]);
  }
  const text = JSON.stringify([...lines].toSorted());
  goods.set(fulfillmentOrders, text);
  return text;
}

/** What of a webhook's payload matters for placing. */
export function fingerprintOf(order: ShopOrder): string {
  const { cancelledAt, financialStatus, customAttributes, shippingAddress, fulfillmentOrders, tags } = order;
  const parts = [customAttributes, shippingAddress, order.shippingLines, order.removedShippingLines].map(textOf);
  const said = [cancelledAt, financialStatus, ...parts, goodsOf(fulfillmentOrders)].join();
  return `${said}|${tags.join()}`;
}
