import { type RequestHandler, Router } from 'express';
import type { Context } from '#runtime/context.ts';
import { notFound } from '../http-problem.ts';
import { addressLimit, type RequestLimits, shopLimit } from '../session/rate-limits.ts';
import { sessionGuard } from '../session/session-guard.ts';
import { jsonBody } from './json-body.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';

/** Data of a shop is kept by nobody on the way. */
const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** `/api`: everybody needs a session token, whatever the path; then one folder per feature. */
export function apiRouter(context: Context, limits: RequestLimits): Router {
  return Router()
    .use(noStore, addressLimit(limits), sessionGuard(context), shopLimit(limits), ...jsonBody)
    .use('/orders', orderRoutes(context))
    .use('/settings', settingsRoutes(context))
    .use(() => {
      throw notFound('The API has no such call.');
    });
}
