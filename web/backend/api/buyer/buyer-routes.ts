import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type BuyerOrder, buyerOrderBody } from '#api-contract/buyer.ts';
import { currentDeliveries } from '#deliveries/order.ts';
import { orderView, waitingOrderView } from '#deliveries/order-view.ts';
import type { OrderId } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { waitingSince } from '#storage/panel/waiting-order.ts';
import { notFound } from '../../http-problem.ts';
import { noteRoute } from '../../request-metrics.ts';
import { type Buyer, buyerGuard, buyerOf } from '../../session/buyer-guard.ts';
import { crossOrigin } from '../../session/cross-origin.ts';
import { addressLimit, buyerLimit, type Refuse, type RequestLimits } from '../../session/rate-limits.ts';
import { parse, parseOrderId } from '../api-call.ts';
import { jsonBody } from '../json-body.ts';
import { buyerView } from './buyer-view.ts';
import { createOrderOwners } from './order-owner.ts';

/** `/api/buyer`: for buyers' own orders, under tokens of checkout and customer accounts. */
export function buyerRoutes(context: Context, limits: RequestLimits): Router {
  const refuse = addressLimit(limits);
  return Router()
    .use(crossOrigin, buyerGuard(context, refuse), buyerLimit(limits), ...jsonBody)
    .post('/order', showOwnOrder(context, refuse));
}

/**
 * The same answer for an order that does not exist, is not known here, is another buyer's, or is not proved to be
 * theirs. Who asks for many of those is slowed down like one without a token.
 */
function showOwnOrder(context: Context, refuse: Refuse): RequestHandler {
  const owners = createOrderOwners(context);
  return async (request, response, next) => {
    noteRoute(request, response);
    const own = await ownOrder(context, owners, request, response);
    if (own) response.json(own);
    else await refuse(request, response, next, notFound('There is nothing to show.'));
  };
}

type Owners = ReturnType<typeof createOrderOwners>;

async function ownOrder(
  context: Context,
  owners: Owners,
  request: Request,
  response: Response,
): Promise<BuyerOrder | null> {
  const { orderId: given, confirmationNumber } = parse(buyerOrderBody, request.body);
  const orderId = parseOrderId(given);
  if (!orderId) return null;
  const buyer = buyerOf(response);
  const shown = await shownOrder(context, buyer, orderId);
  if (!shown) return null;
  const { customerId, shop } = buyer;
  const isOwn = await owners.isOwn(shop.domain, orderId, { customerId, confirmationNumber });
  return isOwn ? shown : null;
}

/** Shopify is asked about an order only where this shop is known to have it. */
async function shownOrder(
  { storage, courier, clock }: Context,
  { shop }: Buyer,
  orderId: OrderId,
): Promise<BuyerOrder | null> {
  const { timeZone } = courier;
  const moment = { timeZone, now: clock.now() };
  const { order, deliveries, erased } = await storage.orders.load(shop.domain, orderId);
  if (erased) return null;
  if (!order) {
    const since = await waitingSince(storage.db, shop.domain, orderId);
    return since === null ? null : buyerView(waitingOrderView(orderId, since), new Set(), moment);
  }
  const current = currentDeliveries(deliveries);
  const others = deliveries.filter((delivery) => !current.includes(delivery));
  const replaced = new Set(others.map(({ orderReference }) => orderReference));
  const panelOnly = { contactUrl: () => null, late: new Set<string>(), testMode: false };
  const context = { ...moment, shopTimeZone: shop.timeZone, ...panelOnly };
  return buyerView(orderView(order, deliveries, { attempts: [], actions: [] }, context), replaced, moment);
}
