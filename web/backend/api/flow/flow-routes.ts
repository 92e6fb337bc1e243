import express, { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { sendOrder } from '#deliveries/actions/send-again.ts';
import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import { hasApp, type ShopRecord } from '#deliveries/ports/stores.ts';
import type { OrderId } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { parseExactJson } from '#shopify/exact-json.ts';
import { unavailable } from '#shopify/failure.ts';
import { parseShopDomain } from '#shopify/shop-domain.ts';
import { isSignedByShopify, looksSigned, signingKeys } from '#shopify/webhook-signature.ts';
import { beginFlowRun, dropFlowRun, endFlowRun, restFlowRun } from '#storage/flow-runs.ts';
import { noteFlowTrigger } from '#storage/flow-triggers.ts';
import { shopOfId } from '#storage/shop-addresses.ts';
import { HttpProblem, invalid } from '../../http-problem.ts';
import { noteRoute } from '../../request-metrics.ts';
import { addressLimit, type Refuse, type RequestLimits } from '../../session/rate-limits.ts';
import { parseOrderId } from '../api-call.ts';
import { isText } from '../json-body.ts';

const limit = '64kb';
const signatureHeader = 'x-shopify-hmac-sha256';

/** Digits or a number, where it stands. */
const shopId = z
  .union([z.string().max(20), z.number().int()])
  .transform(String)
  .nullish()
  .catch(null);

/** What Flow sends for a run of the action; everything in it is under Shopify's signature, the shop too. */
const runBody = z.looseObject({
  shopify_domain: z.string(),
  shop_id: shopId,
  action_run_id: z.coerce.string().min(1).max(200).refine(isText),
  handle: z.literal('send-same-day-delivery'),
  properties: z.looseObject({ order_id: z.union([z.string().max(80), z.number().int()]).transform(String) }),
});

/** `/api/flow`: Shopify Flow runs merchants' workflows; no person and no session, but Shopify's signature. */
export function flowRoutes(context: Context, limits: RequestLimits): Router {
  const signed = demandSignature(context, addressLimit(limits));
  const raw = [looksLikeShopify(addressLimit(limits)), express.raw({ type: () => true, limit }), signed];
  return Router()
    .post('/send-delivery', ...raw, send(context))
    .post('/trigger-used', ...raw, noteTrigger(context));
}

/** Before a byte of the body is read. */
function looksLikeShopify(refuse: Refuse): RequestHandler {
  return async (request, response, next) => {
    if (looksSigned(request.get(signatureHeader))) next();
    else await refuse(request, response, next, unsigned());
  };
}

function demandSignature({ config }: Context, refuse: Refuse): RequestHandler {
  const { apiSecret, previousApiSecret } = config.shopify;
  const keys = signingKeys([apiSecret, previousApiSecret]);
  return async (request, response, next) => {
    const isSigned =
      Buffer.isBuffer(request.body) && isSignedByShopify(request.body, request.get(signatureHeader), keys);
    if (isSigned) next();
    else await refuse(request, response, next, unsigned());
  };
}

/** What Flow says when the first workflow with the trigger is switched on, and when the last one is switched off. */
const triggerBody = z.looseObject({
  shopify_domain: z.string(),
  shop_id: shopId,
  has_enabled_flow: z.boolean(),
  timestamp: z.iso.datetime({ offset: true }),
});

/**
 * Unless it is answered with 200 at once, the merchant cannot switch the workflow on. A shop that left is still heard:
 * that its workflows ended may be told after the uninstall.
 */
function noteTrigger({ storage }: Context): RequestHandler {
  return async (request, response) => {
    noteRoute(request, response);
    const { has_enabled_flow: enabled, timestamp, ...named } = readBody(request, triggerBody);
    const shop = await shopOf(storage, named);
    if (!shop || shop.installedAt === null) throw invalid([{ field: 'shopify_domain', message: 'is no shop' }]);
    await noteFlowTrigger(storage.db, shop.domain, { enabled, at: new Date(timestamp) });
    response.json({});
  };
}

/**
 * Flow takes 200 for done, 202 for "ask again later" and anything from 400 on, but 429, for the end of the run. What may
 * succeed in a moment is answered 503, and Flow repeats it under the same id.
 */
function send(context: Context): RequestHandler {
  return async (request, response) => {
    noteRoute(request, response);
    const { storage } = context;
    const body = readBody(request, runBody);
    const shop = await shopOf(storage, body);
    const orderId = parseOrderId(body.properties.order_id);
    if (!hasApp(shop) || !orderId) throw refused(unknownOrder);
    const runId = body.action_run_id;
    const run = await beginFlowRun(storage.db, shop.domain, { runId, orderId });
    if (run.kind === 'under_way') {
      response.status(202).json({});
      return;
    }
    const refusal =
      run.kind === 'done' ? run.refusal : await carryOut(context, shop, { runId, orderId, isFresh: run.isFresh });
    if (refusal !== null) throw refused(refusal);
    response.json({});
  };
}

/** By its address or, where Shopify calls it by a name that nobody has heard of yet, by its number. */
async function shopOf(
  { db, shops }: Context['storage'],
  { shopify_domain: domain, shop_id: id = null }: Pick<z.infer<typeof runBody>, 'shopify_domain' | 'shop_id'>,
): Promise<ShopRecord | null> {
  const address = parseShopDomain(domain);
  if (address === null) return null;
  const found = await shops.shopAt(address);
  if (found !== null || id === null) return found;
  const renamed = await shopOfId(db, id, address);
  return renamed && shops.shop(renamed);
}

/**
 * An order may be at Flow before its webhook is here and before a replica of Shopify's shows it: a fresh run rests then.
 *
 * @returns why nothing was sent, and nothing will be by this run; null where a driver is or will be booked.
 */
async function carryOut(
  { ports, storage }: Context,
  shop: ShopRecord,
  { runId, orderId, isFresh }: { runId: string; orderId: OrderId; isFresh: boolean },
): Promise<string | null> {
  try {
    const refusal = await press(ports, shop, orderId);
    const rests = isFresh && refusal === unknownOrder && !(await ports.orders.load(shop.domain, orderId)).erased;
    if (!rests) {
      await endFlowRun(storage.db, shop.domain, { runId, refusal });
      return refusal;
    }
  } catch (error) {
    await dropFlowRun(storage.db, shop.domain, runId);
    throw error;
  }
  await restFlowRun(storage.db, shop.domain, { runId, refusal: unknownOrder });
  throw unavailable();
}

async function press(ports: Context['ports'], shop: ShopRecord, orderId: OrderId): Promise<string | null> {
  try {
    const outcome = await sendOrder(ports, shop, { orderId, actor: 'Shopify Flow', body: { mode: 'again' } });
    if (outcome.kind === 'sent') return null;
    if (outcome.kind === 'not_found') return unknownOrder;
    if (outcome.kind === 'problem') return outcome.problems[0]?.message ?? 'Something must be corrected first.';
    // It has its driver, which is all that the workflow wants.
    return outcome.code === 'already_placed' ? null : outcome.message;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Connected again by the merchant, the shop's orders can be sent: Flow asks again until then.
    if (error.code === shopifyErrorCodes.tokenRefused) throw unavailable();
    if (!error.retryable) return error.merchantMessage;
    throw error;
  }
}

const unknownOrder = 'This shop has no such order.';

function readBody<T extends z.ZodType>({ body }: Request, schema: T): z.infer<T> {
  try {
    const parsed = schema.safeParse(parseExactJson((body as Buffer).toString('utf8')));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: refused below.
  }
  throw invalid([{ field: 'body', message: 'is not what Flow sends' }]);
}

function refused(detail: string): HttpProblem {
  return new HttpProblem('flow_not_sent', {
    title: 'Nothing was sent',
    status: 422,
    detail,
    nextStep: 'Open the order in the app.',
  });
}

function unsigned(): HttpProblem {
  return new HttpProblem('unsigned', {
    title: 'Not signed by Shopify',
    status: 401,
    detail: 'The request carries no valid signature.',
    nextStep: null,
  });
}
