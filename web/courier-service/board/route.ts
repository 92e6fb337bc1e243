import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { accountOf, authenticate } from '../http/authenticate.ts';
import type { ServiceContext } from '../service-context.ts';
import { readBoard } from './board-data.ts';
import { boardPage } from './page.ts';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
};

const SCRIPT = readFileSync(new URL('./board.js', import.meta.url), 'utf8');

/**
 * The board at `/`, or with `?delivery=<id>` that of the delivery's day: a key shows its own deliveries. Without one it is open, with all of them, in the local world only, where
 * `/_control` is open too, and never for what a proxy passed on.
 */
export function boardRoutes(context: ServiceContext): Router {
  const requireKey = authenticate(context.accounts);
  const router = Router();
  router.get('/', (request, response, next) => {
    const isForwarded = ['Forwarded', 'X-Forwarded-For', 'Via'].some((name) => request.get(name) !== undefined);
    const isOpen = context.control && !isForwarded && request.get('Authorization') === undefined;
    isOpen ? next() : requireKey(request, response, next);
  });
  router.get('/', async (request, response) => {
    const { delivery } = request.query;
    const asked = typeof delivery === 'string' ? delivery : null;
    const board = await readBoard(context, accountOf(response) ?? null, asked);
    response.set(HEADERS).type('html').send(boardPage(board));
  });
  router.get('/board.js', (_request, response) => void response.type('text/javascript').send(SCRIPT));
  return router;
}
