import { Router } from 'express';
import { authenticate } from '../http/authenticate.ts';
import type { ServiceContext } from '../service-context.ts';
import { readBoard } from './board-data.ts';
import { boardPage } from './page.ts';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
};

/**
 * The board at `/`. It is the operator's: open on the machine itself, while a request that a proxy passed on needs a key.
 */
export function boardRoutes(context: ServiceContext): Router {
  const requireKey = authenticate(context.accounts);
  const router = Router();
  router.get('/', (request, response, next) => {
    const isForwarded = ['Forwarded', 'X-Forwarded-For', 'Via'].some((name) => request.get(name) !== undefined);
    isForwarded ? requireKey(request, response, next) : next();
  });
  router.get('/', async (_request, response) => {
    response
      .set(HEADERS)
      .type('html')
      .send(boardPage(await readBoard(context)));
  });
  return router;
}
