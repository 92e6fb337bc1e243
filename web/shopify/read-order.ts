import type { z } from 'zod';
import type { ParcelMetafields } from '#deliveries/ports/shopify.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { GraphqlAnswer } from './admin-graphql.ts';
import { accessDenied, badAnswer, unavailable } from './failure.ts';
import { toGid } from './gid.ts';
import type { OperationName } from './operations.ts';
import {
  type FulfillmentOrderAnswer,
  fulfillmentOrdersAnswer,
  type LineAnswer,
  linesAnswer,
  type OrderAnswer,
  orderAnswer,
} from './order-answer.ts';
import { toShopOrder } from './to-shop-order.ts';

/** One call of the Admin API for one shop. */
export type CallShop = (
  shop: ShopDomain,
  operation: OperationName,
  variables: Record<string, unknown>,
) => Promise<GraphqlAnswer>;

/** The names as the operations' variables. */
export function metafieldVariables({ metafield, fragileMetafield }: ParcelMetafields) {
  const [parcelNamespace = '', parcelKey = ''] = metafield.split('.');
  const [fragileNamespace = '', fragileKey = ''] = fragileMetafield.split('.');
  return { parcelNamespace, parcelKey, fragileNamespace, fragileKey };
}

type CallThis = (operation: OperationName, variables: Record<string, unknown>) => Promise<GraphqlAnswer>;

const attempts = 3;

/**
 * The whole order in one snapshot: one call for up to 3 fulfilment orders of 10 lines, further pages only where Shopify
 * says there are more. An order that changes while its pages are read is read again from the start.
 */
export async function readOrder(
  call: CallShop,
  shop: ShopDomain,
  orderId: OrderId,
  metafields: ParcelMetafields,
): Promise<ShopOrder | null> {
  const named = metafieldVariables(metafields);
  const callShop: CallThis = (operation, variables) => call(shop, operation, { ...variables, ...named });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const result = await readSnapshot(callShop, toGid('Order', orderId));
    if (result !== 'changed') return result;
  }
  throw unavailable();
}

async function readSnapshot(call: CallThis, id: string): Promise<ShopOrder | null | 'changed'> {
  const first = await call('read-order', { id });
  const { order } = parseAnswer(orderAnswer, first.data);
  if (order === null) {
    if (first.redacted.length > 0) throw accessDenied();
    return null;
  }
  const redacted = first.redacted.map((path) => path.replace(/^order\./, ''));
  const fulfillmentOrders = await readFulfillmentOrders(call, id, order, redacted);
  if (fulfillmentOrders === 'changed') return 'changed';
  for (const [index, fulfillmentOrder] of fulfillmentOrders.entries()) {
    const lines = await readFurtherLines(call, fulfillmentOrder, redacted, index);
    if (lines === 'changed') return 'changed';
    fulfillmentOrder.lineItems.nodes.push(...lines);
  }
  return toShopOrder(order, fulfillmentOrders, redacted);
}

async function readFulfillmentOrders(
  call: CallThis,
  id: string,
  order: OrderAnswer,
  redacted: string[],
): Promise<FulfillmentOrderAnswer[] | 'changed'> {
  const all = [...order.fulfillmentOrders.nodes];
  let after = order.fulfillmentOrders.nextCursor;
  while (after !== null) {
    const answer = await call('read-order-fulfillment-orders', { id, after });
    const next = parseAnswer(fulfillmentOrdersAnswer, answer.data).order;
    if (next === null && answer.redacted.length > 0) throw accessDenied();
    if (next === null || next.updatedAt !== order.updatedAt) return 'changed';
    redacted.push(...answer.redacted.map((path) => path.replace(/^order\./, '')));
    all.push(...next.fulfillmentOrders.nodes);
    after = advance(after, next.fulfillmentOrders.nextCursor);
  }
  return all;
}

async function readFurtherLines(
  call: CallThis,
  fulfillmentOrder: FulfillmentOrderAnswer,
  redacted: string[],
  index: number,
): Promise<LineAnswer[] | 'changed'> {
  const further: LineAnswer[] = [];
  let after = fulfillmentOrder.lineItems.nextCursor;
  while (after !== null) {
    const answer = await call('read-fulfillment-order-lines', { id: fulfillmentOrder.id, after });
    const next = parseAnswer(linesAnswer, answer.data).fulfillmentOrder;
    if (next === null && answer.redacted.length > 0) throw accessDenied();
    if (next === null || next.updatedAt !== fulfillmentOrder.updatedAt) return 'changed';
    redacted.push(
      ...answer.redacted.map((path) => path.replace(/^fulfillmentOrder/, `fulfillmentOrders.nodes.${index}`)),
    );
    further.push(...next.lineItems.nodes);
    after = advance(after, next.lineItems.nextCursor);
  }
  return further;
}

/** A cursor that does not move would be read for ever. */
function advance(before: string, next: string | null): string | null {
  if (next === before) throw badAnswer();
  return next;
}

/** The answer in the form we rely on; the parser's error is not kept, since it can repeat customers' data. */
export function parseAnswer<T extends z.ZodType>(schema: T, data: unknown): z.infer<T> {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw badAnswer();
  return parsed.data;
}
