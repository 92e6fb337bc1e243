import { setTimeout as pause } from 'node:timers/promises';
import { type BulkSendResult, bulkSendBody } from '#api-contract/bulk-send.ts';
import type { Reason } from '#api-contract/order.ts';
import { sideBySide, waitOutThrottling } from '#deliveries/actions/many-orders.ts';
import type { SendOutcome } from '#deliveries/actions/send-action.ts';
import { sendOrder } from '#deliveries/actions/send-again.ts';
import { AppError } from '#deliveries/errors.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { type ApiCall, bodyOf, parseOrderId } from '../api-call.ts';
import { whyOf } from './send-problem.ts';

type Result = BulkSendResult['results'][number];
type Bulk = Pick<Context, 'ports' | 'storage' | 'logger'>;

/** Orders at a time: Shopify's limit is the shop's own, and its other apps need some of it. */
const width = 4;

/** `POST /api/orders/send`: presses "send" for each order; one that fails takes nothing from the others. */
export async function bulkSend(context: Bulk, call: ApiCall): Promise<BulkSendResult> {
  const { orderIds } = bodyOf(call, bulkSendBody);
  const unique = [...new Set(orderIds)];
  return { results: await sideBySide(unique, width, (orderId) => sendOne(context, call, orderId)) };
}

async function sendOne({ ports, storage, logger }: Bulk, call: ApiCall, given: string): Promise<Result> {
  const { shop, actor } = call;
  const failed = (message: string): Result => ({ orderId: given, orderName: null, ok: false, state: null, message });
  const orderId = parseOrderId(given);
  if (!orderId) return failed('This shop has no such order.');
  try {
    const action = { orderId, actor, body: { mode: 'again' as const } };
    const outcome = await waitOutThrottling(
      (ms) => pause(ms),
      () => sendOrder(ports, shop, action),
    );
    const { order } = await storage.orders.load(shop.domain, orderId);
    const known = { orderName: order?.name ?? null, state: order?.state ?? null };
    if (outcome.kind !== 'sent') return { ...failed(''), ...wordsOf(outcome), ...known };
    return {
      orderId: given,
      ...known,
      ok: true,
      ...(order?.reason ? worded(order.reason) : { message: 'On its way to the delivery service.' }),
    };
  } catch (error) {
    if (error instanceof AppError) return failed(error.merchantMessage);
    logger.error('bulk send of an order failed', { code: codeOf(error), shop: shop.domain, orderId });
    return failed('The app could not do this at the moment. Try again.');
  }
}

type Words = Pick<Result, 'message' | 'why'>;

function wordsOf(outcome: Exclude<SendOutcome, { kind: 'sent' }>): Words {
  if (outcome.kind === 'not_found') return { message: 'This shop has no such order.' };
  if (outcome.kind === 'conflict') return { message: outcome.message, ...(outcome.why ? { why: outcome.why } : {}) };
  const [first] = outcome.problems;
  return first ? worded(first) : { message: 'Something must be corrected first.' };
}

const worded = (reason: Reason): Words => ({ message: reason.message, why: whyOf(reason) });
