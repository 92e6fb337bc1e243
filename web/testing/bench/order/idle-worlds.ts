import { kettleShop } from '../../demo-shop.ts';
import { type LocalWorld, startLocalWorld } from '../../local-world.ts';
import { openDatabases } from '../databases.ts';

/** Runs the work in an idle local world on each of the two engines. */
export async function inIdleWorlds<T>(work: (world: LocalWorld, engine: string) => Promise<T[]>): Promise<T[]> {
  const databases = await openDatabases();
  try {
    const results: T[] = [];
    const [forApp, forCourier] = [await databases.fresh(), await databases.fresh()];
    for (const [index, { engine, url, folder }] of forApp.entries()) {
      const courier = forCourier[index];
      const world = await startLocalWorld({
        // Order after order spends a standard plan's points faster than they come back.
        store: { shops: [kettleShop], throttle: null },
        env: url === null ? { DATA_DIR: folder ?? '' } : { DATABASE_URL: url },
        courier: { database: courier?.url ? { url: courier.url } : { dataDir: courier?.folder ?? 'memory://' } },
      });
      try {
        results.push(...(await work(world, engine)));
      } finally {
        await world.close();
      }
    }
    return results;
  } finally {
    await databases.close();
  }
}
