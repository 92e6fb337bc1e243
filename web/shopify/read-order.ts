import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
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
  fulfillmentOrderTimesAnswer,
  type LineAnswer,
  linesAnswer,
  type OrderAnswer,
  orderAnswer,
  type ShippingLineAnswer,
  shippingLinesAnswer,
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
/** Shopify gives back 6,000 points in it, and more on larger plans: as many as 70 pages of lines cost. */
const longestWaitMs = 60_000;

/**
 * The whole order in one snapshot: one call for up to 3 fulfilment orders of 10 lines, further pages only where Shopify
 * says there are more. An order that changes while its pages are read is read again from the start.
 */
export async function readOrder(
  call: CallShop,
  shop: ShopDomain,
  orderId: OrderId,
  metafields: ParcelMetafields,
  sleep: (ms: number) => Promise<unknown> = pause,
): Promise<ShopOrder | null> {
  const named = metafieldVariables(metafields);
  const callShop: CallThis = (operation, variables) => call(shop, operation, { ...variables, ...named });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const result = await readSnapshot(callShop, patient(callShop, sleep), toGid('Order', orderId));
    if (result !== 'changed') return result;
  }
  throw unavailable();
}

/** Waits where Shopify asks to slow down: an order begun anew uses up the points that it waits for. */
function patient(call: CallThis, sleep: (ms: number) => Promise<unknown>): CallThis {
  let leftMs = longestWaitMs;
  return async (...asked) => {
    for (;;) {
      try {
        return await call(...asked);
      } catch (error) {
        const isThrottled = error instanceof AppError && error.code === shopifyErrorCodes.throttled;
        const waitMs = isThrottled ? (error.retryAfterMs ?? 1_000) : Number.POSITIVE_INFINITY;
        if (waitMs > leftMs) throw error;
        leftMs -= waitMs;
        await sleep(waitMs);
      }
    }
  };
}

/** `call` reads the pages after the first. */
async function readSnapshot(callFirst: CallThis, call: CallThis, id: string): Promise<ShopOrder | null | 'changed'> {
  const first = await callFirst('read-order', { id });
  const { order } = parseAnswer(orderAnswer, first.data);
  if (order === null) {
    if (first.redacted.length > 0) throw accessDenied();
    return null;
  }
  const redacted = belowOrder(first);
  const fulfillmentOrders = await readFulfillmentOrders(call, id, order, redacted);
  const shippingLines = await readFurtherShippingLines(call, id, order, redacted);
  if (fulfillmentOrders === 'changed' || shippingLines === 'changed') return 'changed';
  order.shippingLines?.nodes.push(...shippingLines);
  for (const [index, fulfillmentOrder] of fulfillmentOrders.entries()) {
    const lines = await readFurtherLines(call, fulfillmentOrder, redacted, index);
    if (lines === 'changed') return 'changed';
    fulfillmentOrder.lineItems.nodes.push(...lines);
  }
  const inPages = order.fulfillmentOrders.nextCursor !== null;
  if (inPages && !(await isAsRead(call, id, order, fulfillmentOrders))) return 'changed';
  return toShopOrder(order, fulfillmentOrders, redacted);
}

const belowOrder = ({ redacted }: GraphqlAnswer): string[] => redacted.map((path) => path.replace(/^order\./, ''));

/** As many as `read-fulfillment-order-times` asks for. */
const mostTimes = 200;

/** Goods that are moved, split off or merged leave their order's own time as it was. */
async function isAsRead(
  call: CallThis,
  id: string,
  order: OrderAnswer,
  read: readonly FulfillmentOrderAnswer[],
): Promise<boolean> {
  const answer = await call('read-fulfillment-order-times', { id });
  const now = sameAs(order, parseAnswer(fulfillmentOrderTimesAnswer, answer.data).order, answer);
  const timesOf = (those: readonly Pick<FulfillmentOrderAnswer, 'id' | 'updatedAt'>[]): string =>
    String(those.map((one) => `${one.id} ${one.updatedAt}`).sort());
  return now !== null && timesOf(now.fulfillmentOrders.nodes) === timesOf(read.slice(0, mostTimes));
}

async function readFulfillmentOrders(
  call: CallThis,
  id: string,
  order: OrderAnswer,
  redacted: string[],
): Promise<FulfillmentOrderAnswer[] | 'changed'> {
  const further = await readFurther(order.fulfillmentOrders.nextCursor, async (after) => {
    const answer = await call('read-order-fulfillment-orders', { id, after });
    const next = sameAs(order, parseAnswer(fulfillmentOrdersAnswer, answer.data).order, answer);
    redacted.push(...belowOrder(answer));
    return next?.fulfillmentOrders ?? null;
  });
  return further === 'changed' ? further : [...order.fulfillmentOrders.nodes, ...further];
}

/** Each edit of the shipping leaves a line behind, and the newest says how the goods travel now. */
async function readFurtherShippingLines(
  call: CallThis,
  id: string,
  order: OrderAnswer,
  redacted: string[],
): Promise<ShippingLineAnswer[] | 'changed'> {
  return readFurther(order.shippingLines?.nextCursor ?? null, async (after) => {
    const answer = await call('read-order-shipping-lines', { id, after });
    const next = sameAs(order, parseAnswer(shippingLinesAnswer, answer.data).order, answer);
    redacted.push(...belowOrder(answer));
    return next?.shippingLines ?? null;
  });
}

async function readFurtherLines(
  call: CallThis,
  fulfillmentOrder: FulfillmentOrderAnswer,
  redacted: string[],
  index: number,
): Promise<LineAnswer[] | 'changed'> {
  return readFurther(fulfillmentOrder.lineItems.nextCursor, async (after) => {
    const answer = await call('read-fulfillment-order-lines', { id: fulfillmentOrder.id, after });
    const next = sameAs(fulfillmentOrder, parseAnswer(linesAnswer, answer.data).fulfillmentOrder, answer);
    redacted.push(
      ...answer.redacted.map((path) => path.replace(/^fulfillmentOrder/, `fulfillmentOrders.nodes.${index}`)),
    );
    return next?.lineItems ?? null;
  });
}

/** The nodes of every page from a cursor on; `readPage` gives null for what has changed. */
async function readFurther<T>(
  from: string | null,
  readPage: (after: string) => Promise<{ nodes: T[]; nextCursor: string | null } | null>,
): Promise<T[] | 'changed'> {
  const further: T[] = [];
  let after = from;
  while (after !== null) {
    const page = await readPage(after);
    if (page === null) return 'changed';
    further.push(...page.nodes);
    after = advance(after, page.nextCursor);
  }
  return further;
}

/** What a further page is of, as long as it is as the first page showed it; else null. */
function sameAs<T extends { updatedAt: string }>(
  first: { updatedAt: string },
  next: T | null,
  { redacted }: GraphqlAnswer,
): T | null {
  if (next === null && redacted.length > 0) throw accessDenied();
  return next?.updatedAt === first.updatedAt ? next : null;
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
