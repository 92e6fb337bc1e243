import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import type { Context } from '#runtime/context.ts';
import { lacksKey } from '#storage/app-secret.ts';
import { hasLiveWorker } from '#storage/heartbeats.ts';

/**
 * `/healthz`: the process answers. `/readyz`: the database answers and is encrypted with a key of this process, the panel is built
 * and, where this process works, a worker is alive.
 */
export function healthRoutes(context: Pick<Context, 'config' | 'storage'>, panelFolder: string): Router {
  return Router()
    .get('/healthz', (_request, response) => {
      response.json({ status: 'ok' });
    })
    .get('/readyz', readiness(context, panelFolder));
}

const missing = {
  database: 'The database does not answer.',
  keys: 'The data is encrypted with a key that this process does not have: give it the ENCRYPTION_KEYS of the others, and start it again.',
  worker: 'No worker has been heard of for 20 seconds.',
  panel: 'The panel is not built: run `npm run build` in the app’s folder.',
};

function readiness({ config, storage }: Pick<Context, 'config' | 'storage'>, panelFolder: string): RequestHandler {
  return async (_request, response) => {
    const database = await storage.database.ping().then(
      () => true,
      () => false,
    );
    const needsWorker = config.role !== 'web';
    const worker = !needsWorker || (database && (await hasLiveWorker(storage.db).catch(() => false)));
    const keys = !database || !(await lacksKey(storage.db, storage.cipher).catch(() => false));
    const checks = { database, keys, worker, panel: existsSync(join(panelFolder, 'index.html')) };
    const why = Object.entries(missing).flatMap(([name, words]) => (checks[name as keyof typeof checks] ? [] : words));
    const ready = why.length === 0;
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not_ready', ...checks, why });
  };
}
