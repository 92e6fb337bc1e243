import { type RequestHandler, Router } from 'express';
import { deliveriesQuery } from '#api-contract/deliveries.ts';
import type { Context } from '#runtime/context.ts';
import { notFound } from '../http-problem.ts';
import { crossOrigin } from '../session/cross-origin.ts';
import { addressLimit, type RequestLimits, shopLimit } from '../session/rate-limits.ts';
import { sessionGuard } from '../session/session-guard.ts';
import { answerWith, queryOf } from './api-call.ts';
import { listAudit } from './audit/list-audit.ts';
import { buyerRoutes } from './buyer/buyer-routes.ts';
import { checkoutRateRoutes } from './checkout-rates/checkout-rate-routes.ts';
import { dataRequestRoutes } from './data-requests/data-request-routes.ts';
import { exportDeliveries } from './deliveries/export.ts';
import { listDeliveries, searchDeliveries } from './deliveries/list.ts';
import { exportFigures } from './figures/export-figures.ts';
import { showFigures } from './figures/show-figures.ts';
import type { PanelSources } from './first-answers.ts';
import { flowRoutes } from './flow/flow-routes.ts';
import { jsonBody } from './json-body.ts';
import { notificationRoutes } from './notifications/notification-routes.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { chooseLanguage } from './overview/choose-language.ts';
import { showOverview } from './overview/show-overview.ts';
import { showPackingList } from './overview/show-packing-list.ts';
import { runRehearsal } from './rehearsal/run-rehearsal.ts';
import { settingsRoutes } from './settings/settings-routes.ts';

/** Data of a shop is kept by nobody on the way. */
const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** `/api`: everybody needs a session token, whatever the path; then one folder per feature. */
export function apiRouter(context: Context, limits: RequestLimits, { reads, locations }: PanelSources): Router {
  return Router()
    .use('/orders', crossOrigin)
    .use('/flow', noStore, flowRoutes(context, limits))
    .use('/courier/notifications', noStore, notificationRoutes(context, limits))
    .use('/checkout-rates', noStore, checkoutRateRoutes(context, limits))
    .use('/buyer', noStore, buyerRoutes(context, limits))
    .use(noStore, sessionGuard(context, addressLimit(limits)), shopLimit(limits.perShop), ...jsonBody)
    .get(
      '/overview',
      answerWith((call) => showOverview(context, reads, locations, call)),
    )
    .put(
      '/language',
      answerWith((call) => chooseLanguage(context, call)),
    )
    .get(
      '/packing-list',
      answerWith((call) => showPackingList(context, reads, call)),
    )
    .get(
      '/deliveries',
      answerWith((call) => listDeliveries(context, reads, call, queryOf(call, deliveriesQuery))),
    )
    .post(
      '/deliveries/search',
      answerWith((call) => searchDeliveries(context, reads, call)),
    )
    .get('/deliveries.csv', shopLimit(limits.exportsPerShop), exportDeliveries(context, reads))
    .get(
      '/figures',
      shopLimit(limits.figuresPerShop),
      answerWith((call) => showFigures(context, reads, call)),
    )
    .get('/figures.csv', shopLimit(limits.exportsPerShop), exportFigures(context, reads))
    .get(
      '/locations',
      answerWith(({ shop }) => locations.show(shop)),
    )
    .get(
      '/audit',
      answerWith((call) => listAudit(context, call)),
    )
    .post(
      '/rehearsal',
      shopLimit(limits.rehearsalsPerShop),
      answerWith((call) => runRehearsal(context, call)),
    )
    .use('/data-requests', dataRequestRoutes(context))
    .use('/orders', orderRoutes(context))
    .use('/settings', settingsRoutes(context))
    .use(() => {
      throw notFound('The API has no such call.');
    });
}
