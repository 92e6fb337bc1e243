import type { LocalWorld } from '#testing/local-world.ts';
import { type PostgresServer, startPostgresServer } from '#testing/postgres-server.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { type ChaosOptions, type ChaosWorld, startChaosWorld } from '../chaos-world.ts';

/** Two processes of the app on a server of their own that syncs every commit, for as long as `work` takes. */
export async function onServer<T>(
  options: Pick<ChaosOptions, 'seed' | 'env' | 'tokens'>,
  work: (world: ChaosWorld, server: PostgresServer) => Promise<T>,
): Promise<T> {
  const server = await startPostgresServer({ durable: true });
  try {
    const databaseUrl = await server.createDatabase();
    return await inWorld({ ...options, databaseUrl, processes: 2 }, (world) => work(world, server));
  } finally {
    await server.stop();
  }
}

/** One process of the app with PostgreSQL inside it, for as long as `work` takes. */
export function onPglite<T>({ seed }: { seed: number }, work: (world: ChaosWorld) => Promise<T>): Promise<T> {
  return inWorld({ seed, databaseUrl: null, processes: 1 }, work);
}

/** Store, service and app in this process, on a server of their own, for as long as `work` takes. */
export async function inLocalWorld<T>(work: (world: LocalWorld) => Promise<T>): Promise<T> {
  const server = await startPostgresServer();
  try {
    const world = await startTestWorld({ freshDatabase: () => server.createDatabase() });
    return await work(world).finally(() => world.close());
  } finally {
    await server.stop();
  }
}

async function inWorld<T>(options: ChaosOptions, work: (world: ChaosWorld) => Promise<T>): Promise<T> {
  const world = await startChaosWorld(options);
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}
