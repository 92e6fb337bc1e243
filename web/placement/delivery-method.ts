import { checkoutServiceCode } from './checkout-words.ts';
import { cleanText, fold } from './clean-text.ts';
import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';

type Named = Pick<FulfillmentOrder, 'methodType' | 'presentedName' | 'serviceCode'>;
type Order = Pick<ShopOrder, 'shippingLines'>;

/** Whether goods travel by Local Delivery, or by a method whose name or code holds one of the merchant's texts. */
export function hasWantedMethod(fulfillmentOrder: Named, order: Order, texts: readonly string[]): boolean {
  return fulfillmentOrder.methodType === 'LOCAL' || wantedText(fulfillmentOrder, order, texts) !== null;
}

/** The merchant's text, or the code of our own rate, that the method's name or code holds; case, accents, spacing and kinds of dash do not matter. */
export function wantedText(fulfillmentOrder: Named, order: Order, texts: readonly string[]): string | null {
  const wanted = [...texts, checkoutServiceCode].filter((text) => fold(text) !== '');
  const found = methodsOf(fulfillmentOrder, order).map((names) =>
    wanted.find((text) => names.some((name) => fold(name).includes(fold(text)))),
  );
  return found.includes(undefined) ? null : (found[0] ?? null);
}

/** The method in words, for a person. */
export function methodName(fulfillmentOrder: Named, order: Order): string {
  const names = methodsOf(fulfillmentOrder, order).flatMap((method) =>
    method.filter((name) => name !== '').slice(0, 1),
  );
  return [...new Set(names)].join(', ') || 'none';
}

/**
 * Name and code of each method that the goods may travel by: their own, which checkout kept with them. Where Shopify
 * kept none it is one of the order's shipping lines, and which one is known only where there is no choice.
 */
function methodsOf({ presentedName, serviceCode }: Named, { shippingLines }: Order): string[][] {
  const own = [presentedName, serviceCode].map(cleanText);
  if (own.some((name) => name !== '')) return [own];
  return shippingLines.map(({ title, code }) => [cleanText(title), cleanText(code)]);
}
