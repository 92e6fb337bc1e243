import { Router } from 'express';
import { accountOf } from '../http/authenticate.ts';
import { onlyMethods } from './only-methods.ts';

/** `GET /v1/test`: tells that the key is accepted and places nothing. */
export function keyCheckRoutes(): Router {
  const router = Router();
  router
    .route('/test')
    .get((_request, response) => {
      response.json({ status: 'ok', message: `Key accepted for account ${accountOf(response).slice(0, 8)}.` });
    })
    .all(onlyMethods('GET'));
  return router;
}
