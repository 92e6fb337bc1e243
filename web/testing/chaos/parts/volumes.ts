import { startPostgresServer } from '#testing/postgres-server.ts';
import { eraseManyOrders } from '../erase-old.ts';
import { atLeast, atMost, counted, exactly, type Part } from '../part.ts';
import { rotateWhileServing } from '../rotate-keys.ts';

const anHourMs = 3_600_000;

type FreshDatabase = () => Promise<string>;

/** On a server that syncs every commit, for as long as `work` takes. */
async function withDatabases<T>(work: (freshDatabase: FreshDatabase) => Promise<T>): Promise<T> {
  const server = await startPostgresServer({ durable: true });
  try {
    return await work(() => server.createDatabase());
  } finally {
    await server.stop();
  }
}

/** Rotation of the encryption key while the app serves. */
export const rotation: Part = {
  name: 'rotation',
  title: 'values encrypted anew while the panel is used',
  run: async ({ quick }) => {
    const values = quick ? 1_000 : 10_000;
    const result = await withDatabases((fresh) => rotateWhileServing(fresh, { orders: values / 2 }));
    const counts = [
      atLeast(values, counted('values encrypted anew', result.renewed)),
      atLeast(1, counted('requests meanwhile', result.served)),
      exactly(0, counted('failed', result.failed)),
      exactly(0, counted('characters that the old key opens', result.underOldKey)),
      exactly(0, counted('of 100 orders unreadable without it', result.unreadable)),
    ];
    return [{ what: 'key rotation while the app serves', counts }];
  },
};

/** Orders past retention. */
export const retention: Part = {
  name: 'retention',
  title: 'orders past retention',
  run: async ({ quick }) => {
    const orders = quick ? 3_000 : 50_000;
    const result = await withDatabases((fresh) => eraseManyOrders(fresh, { orders, withinMs: anHourMs }));
    const counts = [
      atLeast(orders, counted('orders past retention', result.old)),
      exactly(0, counted('left', result.left)),
      exactly(1, counted('new orders placed meanwhile', Number(result.placedMeanwhile))),
      atMost(anHourMs / 1000, counted('took', Math.round(result.elapsedMs / 1000), 's')),
    ];
    return [{ what: 'orders past retention erased', counts }];
  },
};
