import express, { type ErrorRequestHandler, type Express } from 'express';
import { adminRoutes } from './admin/admin-routes.ts';
import { controlRoutes } from './control/control-routes.ts';
import { extensionRoutes } from './extensions/extension-routes.ts';
import { answerGraphql } from './graphql/endpoint.ts';
import { answerOauth } from './oauth/endpoint.ts';
import { ownPagesOnly } from './own-pages-only.ts';
import { StoreRefusal } from './state/refusal.ts';
import type { StoreControls } from './store-simulator.ts';
import type { StoreWorld } from './store-world.ts';
import { buyerRoutes } from './storefront/buyer-routes.ts';

/** Everything the store answers: Shopify's two endpoints, the steering calls, the admin's pages. */
export function createStoreApp(world: StoreWorld, controls: StoreControls): Express {
  const app = express();
  app.disable('x-powered-by').use(ownPagesOnly);
  const bodies = [express.json({ limit: '10mb' }), express.urlencoded({ extended: false })];
  app.post('/admin/oauth/access_token', ...bodies, (request, response) => answerOauth(world, request, response));
  app.post('/admin/api/:version/graphql.json', ...bodies, (request, response) =>
    answerGraphql(world, request, response),
  );
  app.use('/_store', controlRoutes(controls));
  app.use(extensionRoutes(world));
  app.use(buyerRoutes(world));
  app.use(adminRoutes(world, controls));
  app.use((_request, response) => void response.status(404).json({ errors: 'Not Found' }));
  app.use(failed);
  return app;
}

const failed: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const status = error instanceof StoreRefusal ? error.status : (statusOf(error) ?? 500);
  response.status(status).json({ error: error instanceof Error ? error.message : 'unknown failure' });
};

function statusOf(error: unknown): number | null {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : null;
}
