import { Router } from 'express';
import { unavailable } from '../refusal.ts';
import type { ServiceContext } from '../service-context.ts';

/** For the platform: the process answers; the database answers. */
export function healthRoutes({ database }: ServiceContext): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    await database.ping().catch(() => {
      throw unavailable();
    });
    response.json({ status: 'ok' });
  });
  return router;
}
