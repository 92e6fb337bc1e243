import express, { type Request, type RequestHandler, Router } from 'express';
import { Webhook } from 'standardwebhooks';
import { hintNews } from '#deliveries/actions/hint-news.ts';
import type { Context } from '#runtime/context.ts';
import { notificationSource, orderOfDelivery } from '#storage/courier-notifications.ts';
import { HttpProblem, notFound } from '../../http-problem.ts';
import { noteRoute } from '../../request-metrics.ts';
import { addressLimit, type Refuse, type RequestLimits } from '../../session/rate-limits.ts';

const limit = '64kb';
const token = /^[\w-]{32}$/;

/**
 * `/api/courier/notifications/:token`: the delivery service tells that something became of a delivery, signed by Standard
 * Webhooks. What it says is never believed: it only makes the app ask the service now rather than later, so that a
 * repeated, late or reordered one does no harm.
 */
export function notificationRoutes(context: Context, limits: RequestLimits): Router {
  const refuse = addressLimit(limits);
  return Router().post('/:token', looksSigned(refuse), express.raw({ type: () => true, limit }), take(context, refuse));
}

/** Before a byte of the body is read. */
function looksSigned(refuse: Refuse): RequestHandler {
  return async (request, response, next) => {
    const isSigned = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].every((name) => request.get(name));
    if (isSigned) next();
    else await refuse(request, response, next, unsigned());
  };
}

function take({ storage, courier, ports, metrics }: Context, refuse: Refuse): RequestHandler {
  return async (request, response, next) => {
    noteRoute(request, response);
    const name = String(request.params['token']);
    const source = token.test(name) ? await notificationSource(storage, name) : null;
    if (source === null) {
      await refuse(request, response, next, notFound('There is nothing under this address.'));
      return;
    }
    const body = signedBody(request, source.secret);
    if (body === null) {
      await refuse(request, response, next, unsigned());
      return;
    }
    const deliveryId = courier.notifiedDelivery(body);
    const found = deliveryId === null ? null : await orderOfDelivery(storage.db, source.account, deliveryId);
    if (found) await hintNews(ports, found.shop, found);
    metrics.courierNotifications.inc({ result: found ? 'taken' : 'unknown_delivery' });
    response.json({});
  };
}

/** The raw body where the signature over it holds and is fresh; null otherwise. */
function signedBody(request: Request, secret: string): string | null {
  if (!Buffer.isBuffer(request.body)) return null;
  const body = request.body.toString('utf8');
  try {
    const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      request.get(name) ?? '',
    ]);
    new Webhook(secret).verify(body, Object.fromEntries(headers));
    return body;
  } catch {
    return null;
  }
}

function unsigned(): HttpProblem {
  return new HttpProblem('unsigned', {
    title: 'Not signed by the delivery service',
    status: 401,
    detail: 'The request carries no valid signature.',
    nextStep: null,
  });
}
