import type { DriftItem } from '#api-contract/drift.ts';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { clip } from '#placement/clean-text.ts';
import { isUnwantedNow, methodName, methodWords } from '#placement/delivery-method.ts';
import { isDelivered } from '#placement/goods.ts';
import type { OrderWords } from '#placement/order-says.ts';
import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';

type Rules = Pick<AutomationSettings, 'mode' | 'deliveryMethodTexts'>;
export type MethodWords = Pick<OrderWords, 'delivery_method' | 'delivery_method_type'>;

/**
 * The difference between the method by which a delivery's goods were to travel and another one that they have since, which
 * the shop's rules do not give to a driver. Goods that a person sent in spite of their method tell of none, and neither do
 * rules that changed.
 */
export function otherMethod(
  { said, lines }: Pick<DeliveryRecord, 'said' | 'lines'>,
  order: ShopOrder,
  { mode, deliveryMethodTexts }: Rules,
): DriftItem[] {
  const { delivery_method: placed, delivery_method_type: type = '' } = said ?? {};
  if (placed === undefined || mode === 'all') return [];
  const isKept = (one: FulfillmentOrder) => isIn(placed, methodName(one, order)) && isIn(type, one.methodType ?? '');
  const isOther = (one: FulfillmentOrder) => isUnwantedNow(one, order, deliveryMethodTexts) && !isKept(one);
  const changed = lines.flatMap(({ lineItemId }) => {
    const holding = order.fulfillmentOrders.filter((one) => isWith(one, lineItemId));
    return holding.every(isOther) ? holding : [];
  });
  if (changed.length === 0) return [];
  const now = [...new Set(changed.map((one) => methodName(one, order)))].join(', ');
  const [before, since] =
    now === placed ? [`${placed} (${type})`, `${now} (${changed[0]?.methodType ?? 'none'})`] : [placed, now];
  return [{ about: 'request', field: 'delivery_method', placed: clip(before, 255), now: clip(since, 255) }];
}

/** How the goods of a delivery travel by now, as it is kept with one; null where Shopify shows none of them any more. */
export function methodNow(
  { lines }: Pick<DeliveryRecord, 'lines'>,
  order: ShopOrder,
  { deliveryMethodTexts }: Rules,
): MethodWords | null {
  const holding = order.fulfillmentOrders.filter((one) => lines.some(({ lineItemId }) => isWith(one, lineItemId)));
  return holding.length > 0 ? methodWords(holding, order, deliveryMethodTexts) : null;
}

/** Goods of several methods may have been sent together: their words are kept as a list. */
const isIn = (words: string, word: string): boolean => words === word || words.split(', ').includes(word);

/** The buyer's own collecting is told of as goods that are gone. */
const isWith = (one: FulfillmentOrder, lineItemId: string): boolean =>
  one.status !== 'CANCELLED' && isDelivered(one) && one.lines.some((line) => line.lineItemId === lineItemId);
