import { checkoutServiceCode } from './checkout-words.ts';
import { cleanText, fold } from './clean-text.ts';
import type { OrderWords } from './order-says.ts';
import type { FulfillmentOrder, ShippingLine, ShopOrder } from './shop-order.ts';

type Named = Pick<FulfillmentOrder, 'methodType' | 'presentedName' | 'serviceCode'>;
type Order = Pick<ShopOrder, 'shippingLines' | 'removedShippingLines' | 'fulfillmentOrders'>;

/** Whether goods travel by Local Delivery, or by a method whose name or code holds one of the merchant's texts, or may do so. */
export function hasWantedMethod(fulfillmentOrder: Named, order: Order, texts: readonly string[]): boolean {
  const isKnown = fulfillmentOrder.methodType === 'LOCAL' || wantedText(fulfillmentOrder, order, texts) !== null;
  return isKnown || isAddedToLocal(fulfillmentOrder, order);
}

/**
 * Whether an edit added goods to a Local Delivery: checkout kept no method with them, and all shipping lines are those of
 * goods by Local Delivery. Only a person knows whether they come along.
 */
function isAddedToLocal(goods: Named, order: Order): boolean {
  const local = order.fulfillmentOrders.filter(({ methodType }) => methodType === 'LOCAL');
  const lines = linesOf(order);
  return keptName(goods) === '' && lines.length > 0 && lines.every((line) => local.some((one) => isOf(one, line)));
}

/**
 * The merchant's text, or the code of our own rate, that the method's name or code holds; case, accents, spacing and
 * kinds of dash do not matter. What checkout kept counts also where an edit put another line in its place: a person says
 * whether that changes how the goods travel, or only their price.
 */
export function wantedText(fulfillmentOrder: Named, order: Order, texts: readonly string[]): string | null {
  return textIn(methodsOf(fulfillmentOrder, order), texts) ?? textIn([ownNames(fulfillmentOrder)], texts);
}

/** Whether nothing that the order says of the method by now is wanted, whatever checkout kept: a Local Delivery is while its line stands. */
export function isUnwantedNow(fulfillmentOrder: Named, order: Order, texts: readonly string[]): boolean {
  const isLocal = fulfillmentOrder.methodType === 'LOCAL' && linesInPlaceOf(fulfillmentOrder, order).length === 0;
  return !isLocal && textIn(methodsOf(fulfillmentOrder, order), texts) === null;
}

/**
 * What is kept of the method with a delivery, to tell of another one later; nothing where it is not wanted: then a person
 * sent the goods in spite of it.
 */
export function methodWords(
  fulfillmentOrders: readonly Named[],
  order: Order,
  texts: readonly string[],
): Pick<OrderWords, 'delivery_method' | 'delivery_method_type'> {
  if (fulfillmentOrders.some((one) => isUnwantedNow(one, order, texts))) return {};
  return {
    delivery_method: listed(fulfillmentOrders.map((one) => methodName(one, order))),
    delivery_method_type: listed(fulfillmentOrders.map(({ methodType }) => methodType ?? '')),
  };
}

/** The method in words, for a person. */
export function methodName(fulfillmentOrder: Named, order: Order): string {
  const names = methodsOf(fulfillmentOrder, order).flatMap((method) =>
    method.filter((name) => name !== '').slice(0, 1),
  );
  return listed(names) || 'none';
}

/** The method as checkout kept it with the goods; '' where it kept none. */
export const keptName = (fulfillmentOrder: Named): string =>
  ownNames(fulfillmentOrder).find((name) => name !== '') ?? '';

const listed = (words: readonly string[]): string => [...new Set(words)].toSorted().join(', ');

function textIn(methods: readonly string[][], texts: readonly string[]): string | null {
  const wanted = [...texts, checkoutServiceCode].filter((text) => fold(text) !== '');
  const found = methods.map((names) => wanted.find((text) => names.some((name) => fold(name).includes(fold(text)))));
  return found.includes(undefined) ? null : (found[0] ?? null);
}

/**
 * Name and code of each method that the goods may travel by: their own, which checkout kept with them. Where an edit took
 * their line out of the order, it is one that came in its place; where Shopify kept none, one of all lines. Which of
 * several it is nobody knows.
 */
function methodsOf(fulfillmentOrder: Named, order: Order): string[][] {
  const own = ownNames(fulfillmentOrder);
  const isKnown = own.some((name) => name !== '');
  const lines = isKnown ? linesInPlaceOf(fulfillmentOrder, order) : linesOf(order);
  if (isKnown && lines.length === 0) return [own];
  return lines.map(({ title, code }) => [cleanText(title), cleanText(code)]);
}

/** The shipping lines; where an edit took out all there were, as who waives their price, those. */
export const linesOf = ({
  shippingLines,
  removedShippingLines,
}: Pick<ShopOrder, 'shippingLines' | 'removedShippingLines'>): ShippingLine[] =>
  shippingLines.length > 0 ? shippingLines : removedShippingLines;

const ownNames = ({ presentedName, serviceCode }: Named): string[] => [presentedName, serviceCode].map(cleanText);

/** Codes tell little, all custom lines have the same. A line that other goods came by is theirs. */
function linesInPlaceOf(
  goods: Named,
  { shippingLines, removedShippingLines, fulfillmentOrders }: Order,
): readonly ShippingLine[] {
  const isGone = removedShippingLines.some((line) => isOf(goods, line));
  if (!isGone || shippingLines.some((line) => isOf(goods, line))) return [];
  return shippingLines.filter((line) => !fulfillmentOrders.some((other) => isOf(other, line)));
}

function isOf({ presentedName }: Named, { title }: ShippingLine): boolean {
  const name = fold(presentedName ?? '');
  return name !== '' && fold(title) === name;
}
