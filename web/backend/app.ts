import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import type { Context } from '#runtime/context.ts';
import { createPanelReads } from '#storage/panel/panel-reads.ts';
import { answerProblem } from './answer-problem.ts';
import { apiRouter } from './api/api-router.ts';
import { createShopLocations } from './api/locations/shop-locations.ts';
import { healthRoutes } from './health.ts';
import { notFound } from './http-problem.ts';
import { confirmRoutes } from './mail/confirm-routes.ts';
import { panelAssets } from './panel/assets.ts';
import { panelDocument, panelRoutes } from './panel/document.ts';
import { createDrawScreen } from './panel/drawing.ts';
import type { NoteRefusal } from './refusals.ts';
import { requestMetrics } from './request-metrics.ts';
import { securityHeaders } from './security-headers.ts';
import { generousLimits, type RequestLimits, shopLimit } from './session/rate-limits.ts';

/** What tests set otherwise. */
export interface AppOptions {
  limits?: RequestLimits;
  /** After how long a connection is cut on which nothing moves in the middle of an answer. */
  idleMs?: number;
  /** Where the panel's build lies. */
  panelFolder?: string;
}

/** A path, since nothing of the panel is imported. */
const builtPanel = fileURLToPath(new URL('../frontend/dist', import.meta.url));

/** Everything but the webhooks. */
export function createApp(
  context: Context,
  noteRefusal: NoteRefusal,
  { limits = generousLimits, panelFolder = builtPanel }: AppOptions = {},
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('etag', false);
  // An address that anybody else gives is not believed.
  app.set('trust proxy', [...context.config.trustedProxies]);
  app.use(requestMetrics(context.metrics), ...securityHeaders());
  app.use(healthRoutes(context, panelFolder));
  app.use('/assets', panelAssets(panelFolder));
  const sources = { reads: createPanelReads(context.storage), locations: createShopLocations(context) };
  app.use('/api', apiRouter(context, limits, sources));
  app.use('/mail', confirmRoutes(context, limits));
  const drawScreen = createDrawScreen(context, sources, { dist: panelFolder, limit: shopLimit(limits.perShop) });
  const panel = panelDocument(context.config, panelFolder, drawScreen);
  app.get(panelRoutes, panel);
  // The panel says in the admin's frame that there is no such screen; everybody else gets a problem.
  app.get('/{*path}', (request, response, next) =>
    request.get('Accept')?.includes('text/html') ? panel(request, response, next) : next(),
  );
  app.use(() => {
    throw notFound('There is nothing under this address.');
  });
  app.use(answerProblem(context.logger, noteRefusal));
  return app;
}
