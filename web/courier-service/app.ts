import express, { type Express, type RequestHandler } from 'express';
import { boardRoutes } from './board/route.ts';
import type { Control } from './control/control.ts';
import { answerError } from './http/answer-error.ts';
import { authenticate } from './http/authenticate.ts';
import { ownHost } from './http/own-host.ts';
import { readBytes } from './http/read-json.ts';
import { openApiDocument } from './openapi.ts';
import { Refusal } from './refusal.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { healthRoutes } from './routes/health.ts';
import { keyCheckRoutes } from './routes/key-check.ts';
import { slotRoutes } from './routes/slots.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import type { ServiceContext } from './service-context.ts';
import { trackingRoutes } from './tracking/route.ts';

const notFound: RequestHandler = () => {
  throw new Refusal(404, 'not_found', 'There is nothing at this path.');
};

/** The HTTP side: authentication first, then the bytes, then the route; `answerError` answers whatever is thrown. */
export function createApp(context: ServiceContext, control: Control | null): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple').set('case sensitive routing', true);
  app.use(
    (_request, response, next) => {
      response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
      next();
    },
    ownHost(context.host, context.settings.publicUrl),
  );
  if (control) {
    app.use('/_control', control.routes, notFound);
    app.use('/v1', control.watch);
  }
  app.use(
    '/v1',
    authenticate(context.accounts),
    readBytes,
    deliveryRoutes(context),
    slotRoutes(context),
    keyCheckRoutes(),
    webhookRoutes(context),
    notFound,
  );
  const openApi = openApiDocument();
  app.get('/openapi.json', (_request, response) => void response.json(openApi));
  app.use(healthRoutes(context), boardRoutes(context), trackingRoutes(context), notFound, answerError(context.log));
  return app;
}
