import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import type { Context } from '#runtime/context.ts';
import { lacksKey } from '#storage/app-secret.ts';
import { canBeat, hasLiveWorker, processName } from '#storage/heartbeats.ts';

type Asked = Pick<Context, 'config' | 'storage'>;

/**
 * `/healthz`: the process answers. `/readyz`: the database answers, takes changes and is encrypted with a key of this process, the
 * panel is built and, where this process works, a worker is alive.
 */
export function healthRoutes(context: Asked, panelFolder: string): Router {
  return Router()
    .get('/healthz', (_request, response) => {
      response.json({ status: 'ok' });
    })
    .get('/readyz', readiness(context, panelFolder));
}

const missing = {
  database: 'The database does not answer.',
  writes:
    'The database takes no changes: no webhook is stored. It is a replica, read-only or full, or the role may not write.',
  keys: 'The data is encrypted with a key that this process does not have: give it the ENCRYPTION_KEYS of the others, and start it again.',
  worker: 'No worker has been heard of for 20 seconds.',
  panel: 'The panel is not built: run `npm run build` in the app’s folder.',
};

/** Of everything that is asked: whoever probes gives up soon. */
const patienceMs = 1_500;

function readiness(context: Asked, panelFolder: string): RequestHandler {
  const silent = { database: false, writes: true, keys: true, worker: context.config.role === 'web' };
  return async (_request, response) => {
    const asked = ask(context).catch(() => silent);
    const stored = await Promise.race([asked, pause(patienceMs, silent, { ref: false })]);
    const checks = { ...stored, panel: existsSync(join(panelFolder, 'index.html')) };
    const why = Object.entries(missing).flatMap(([name, words]) => (checks[name as keyof typeof checks] ? [] : words));
    const ready = why.length === 0;
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not_ready', ...checks, why });
  };
}

async function ask({ config, storage }: Asked) {
  const { database, db, cipher } = storage;
  await database.ping();
  const keys = !(await lacksKey(db, cipher));
  const writes = await canBeat(db, processName(storage)).catch(() => false);
  return { database: true, writes, keys, worker: config.role === 'web' || (await hasLiveWorker(db)) };
}
