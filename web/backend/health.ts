import { type RequestHandler, Router } from 'express';
import { sql } from 'kysely';
import type { Context } from '#runtime/context.ts';

/** A worker writes its row every 5 s. */
const heartbeatMaxAgeSeconds = 20;

/** `/healthz`: the process answers. `/readyz`: the database answers and, where this process works, a worker is alive. */
export function healthRoutes(context: Pick<Context, 'config' | 'storage'>): Router {
  return Router()
    .get('/healthz', (_request, response) => {
      response.json({ status: 'ok' });
    })
    .get('/readyz', readiness(context));
}

function readiness({ config, storage }: Pick<Context, 'config' | 'storage'>): RequestHandler {
  return async (_request, response) => {
    const database = await storage.database.ping().then(
      () => true,
      () => false,
    );
    const needsWorker = config.role !== 'web';
    const worker = !needsWorker || (database && (await hasLiveWorker(storage).catch(() => false)));
    const ready = database && worker;
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not_ready', database, worker });
  };
}

async function hasLiveWorker({ db }: Context['storage']): Promise<boolean> {
  const row = await db
    .selectFrom('worker_heartbeat')
    .select('worker')
    .where('at', '>', sql<Date>`clock_timestamp() - ${heartbeatMaxAgeSeconds} * interval '1 second'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
