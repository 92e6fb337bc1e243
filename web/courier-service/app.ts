import express, { type Express, type RequestHandler } from 'express';
import { answerError } from './http/answer-error.ts';
import { authenticate } from './http/authenticate.ts';
import { readBytes } from './http/read-json.ts';
import { Refusal } from './refusal.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { keyCheckRoutes } from './routes/key-check.ts';
import { slotRoutes } from './routes/slots.ts';
import type { ServiceContext } from './service-context.ts';

const notFound: RequestHandler = () => {
  throw new Refusal(404, 'not_found', 'There is nothing at this path.');
};

/** The HTTP side: authentication first, then the bytes, then the route; `answerError` answers whatever is thrown. */
export function createApp(context: ServiceContext): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple').set('case sensitive routing', true);
  app.use((_request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  app.use(
    '/v1',
    authenticate(context.accounts),
    readBytes,
    deliveryRoutes(context),
    slotRoutes(context),
    keyCheckRoutes(),
    notFound,
  );
  app.use(notFound, answerError(context.log));
  return app;
}
