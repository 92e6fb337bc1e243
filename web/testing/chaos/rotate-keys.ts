import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { runOperatorCommand } from '#operator/testing/run-command.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Storage } from '#storage/open-storage.ts';
import { copiedOrder, copyOrders } from '#storage/testing/copy-orders.ts';
import { decryptEnvelopes, dumpTables } from '#storage/testing/dump.ts';
import { openTestStorage } from '#storage/testing/engines.ts';
import { demoShop } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

type Keys = { id: string; secret: Buffer }[];

export interface RotationResult {
  renewed: number;
  /** Requests of the panel answered meanwhile, and those of them that were not answered 200. */
  served: number;
  failed: number;
  /** Characters that the old key still opens, and orders of a sample that the new one alone does not. */
  underOldKey: number;
  unreadable: number;
  oldKeysNeeded: boolean;
}

/** Encrypts with a new key all that `orders` orders hold, by the operator's command, while the panel is used. */
export async function rotateWhileServing(
  freshDatabase: () => Promise<string>,
  { orders }: { orders: number },
): Promise<RotationResult> {
  const url = await freshDatabase();
  const [old, fresh] = ['old', 'fresh'].map((id) => ({ id, secret: randomBytes(32) })) as [Keys[0], Keys[0]];
  await withStorage(url, [old], (storage) => copyOrders(storage, demoShop as ShopDomain, orders));
  const env = { DATABASE_URL: url, ENCRYPTION_KEYS: written([fresh, old]) };
  const world = await startTestWorld({
    freshDatabase,
    env: { ...env, ROLE: 'web' },
    unjudged: 'the orders are of no store',
  });
  try {
    const rotation = runOperatorCommand('rotate-keys', env);
    let isOver = false;
    void rotation.finally(() => {
      isOver = true;
    });
    const pages = [
      '/api/settings',
      '/api/deliveries?limit=100',
      ...[0, orders - 1].map((index) => `/api/orders/${copiedOrder(index)}`),
    ];
    const statuses: number[] = [];
    for (let next = 0; !isOver; next += 1, await pause(20))
      statuses.push((await world.api('GET', pages[next % pages.length] ?? '')).status);
    const { json } = await rotation;
    return {
      ...{ renewed: Number(json['renewed']), oldKeysNeeded: json['oldKeysNeeded'] !== false },
      ...{ served: statuses.length, failed: statuses.filter((status) => status !== 200).length },
      ...(await withStorage(url, [fresh], (storage) => readWith(storage, old, orders))),
    };
  } finally {
    await world.close();
  }
}

async function readWith({ db, orders }: Storage, old: Keys[0], count: number) {
  const underOldKey = decryptEnvelopes(await dumpTables(db), { keys: [old] }).replaceAll('\n', '').length;
  const sample = Array.from({ length: 100 }, (_, index) => copiedOrder(Math.floor((index * count) / 100)));
  let unreadable = 0;
  for (const id of sample) {
    const { order } = await orders.load(demoShop as ShopDomain, id as OrderId).catch(() => ({ order: null }));
    if (!order) unreadable += 1;
  }
  return { underOldKey, unreadable };
}

const written = (keys: Keys): string => keys.map(({ id, secret }) => `${id}:${secret.toString('base64')}`).join(',');

async function withStorage<T>(url: string, keys: Keys, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openTestStorage('server', { url, encryption: { keys } });
  return work(storage).finally(() => storage.close());
}
