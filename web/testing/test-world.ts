import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { freshServerDatabase, migratedServerDatabase } from './databases.ts';
import { judgeOrders } from './judge-orders.ts';
import { type LocalWorld, type LocalWorldOptions, startLocalWorld } from './local-world.ts';
import { undocumentedRequests } from './undocumented-requests.ts';

export interface TestWorldOptions extends LocalWorldOptions {
  /** Why nothing can be asked at the end, where a test is about that: its database is gone, its reads hang. */
  unjudged?: string;
  /** `embedded`: PGlite, as in the demo. Default the run's PostgreSQL server: a world starts there in a third of the time. */
  engine?: 'server' | 'embedded';
}

/** Shopify's is a minute at first: a webhook that a busy machine answered too late comes again before a test gives up. */
const retryScheduleMs = [1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * The local world as tests get it: closing it waits until the app is at rest, and fails where an order broke a promise
 * (`promises.ts`) or the service's OpenAPI document refuses a request. Only this file may start a world for a test.
 */
export async function startTestWorld({
  unjudged,
  engine = 'server',
  ...options
}: TestWorldOptions = {}): Promise<LocalWorld> {
  const store = { retryScheduleMs, ...options.store };
  const freshDatabase = engine === 'server' ? databaseOf : undefined;
  const world = await startLocalWorld({ ...(freshDatabase && { freshDatabase }), ...options, store });
  const close = async (): Promise<void> => {
    const broken: string[] = [];
    try {
      if (unjudged === undefined) broken.push(...(await judge(world)));
    } finally {
      await world.close();
    }
    if (broken.length > 0) throw new Error(`At the end of the test:\n${broken.join('\n')}`);
  };
  return { ...world, close };
}

const databaseOf = (part: 'app' | 'courier'): Promise<string> =>
  part === 'app' ? migratedServerDatabase() : freshServerDatabase();

async function judge(world: LocalWorld): Promise<string[]> {
  const restless = await untilAtRest(world);
  if (restless.length > 0) return [`the app did not come to rest: ${restless.join(', ')}`];
  const services = [world.courier, ...(world.courierTest ? [world.courierTest] : [])];
  const refused = await Promise.all(services.map(({ url }) => undocumentedRequests(url)));
  return [...(await judgeOrders(world)), ...refused.flat()];
}

// On a busy machine a hundred orders' last webhooks took longer than half a minute.
const restWithinMs = 90_000;

/** Waits until nothing is under way or due; what is so still. Without a worker nothing comes to rest. */
export async function untilAtRest({ app, store }: LocalWorld): Promise<string[]> {
  if (app.context.config.role === 'web') return [];
  const until = performance.now() + restWithinMs;
  let restless: string[] = [];
  // Twice, because the last webhook of a run that ends in between is still on its way.
  for (let quiet = 0; quiet < 2 && performance.now() < until; await pause(20)) {
    await store.webhooksSettled();
    restless = await underWay(app.context.storage.db);
    quiet = restless.length === 0 ? quiet + 1 : 0;
  }
  return restless;
}

/** Orders that run or are to run now, and news that nobody took in, of shops that nothing holds back. */
async function underWay(db: LocalWorld['app']['context']['storage']['db']): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    with free as (
      select shop from shop where uninstalled_at is null and not reconnect
        and (throttled_until is null or throttled_until <= clock_timestamp())
    )
    select 'order ' || order_id as what from order_run join free using (shop)
      where lease_until is not null or next_run_at <= clock_timestamp()
    union all
    select topic || ' of ' || coalesce(order_id, 'the shop') from webhook join free using (shop)
      where state in ('new', 'dispatched')
        -- An edit that was read is kept for a minute: its order is read again for goods that are shown late.
        and not (topic = 'orders/edited' and state = 'dispatched' and received_at > clock_timestamp() - interval '1 minute')
    limit 5`.execute(db);
  return rows.map(({ what }) => what);
}
