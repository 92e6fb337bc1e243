import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import type { Storage } from '#storage/open-storage.ts';
import { createPanelReads, type PanelReads } from '#storage/panel/panel-reads.ts';
import { seedOrders } from '#storage/panel/testing/seed-orders.ts';
import { installShop, openTestStorage } from '#storage/testing/engines.ts';
import { setCaller } from '../../session/caller.ts';
import { exportDeliveries } from './export.ts';

async function shopWithStorage(): Promise<{ storage: Storage; shop: ShopDomain }> {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close());
  return { storage, shop: await installShop(storage, 'export.myshopify.com') };
}

/** The export over HTTP, for one who is signed in; its address. */
async function serve(storage: Storage, shop: ShopDomain, reads: PanelReads): Promise<string> {
  const record = await storage.shops.shop(shop);
  if (!record) throw new Error('the shop is not there');
  const context = { storage, courier: { timeZone: 'Africa/Johannesburg' }, clock: { now: Date.now } };
  const server = express()
    .use((_request, response, next) => {
      setCaller(response, { shop: record, actor: 'staff', userId: null });
      next();
    })
    .get('/deliveries.csv', exportDeliveries(context as unknown as Context, reads))
    .listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/deliveries.csv`;
}

test('others have their turn after fifty rows, however many come at once', async () => {
  const { storage, shop } = await shopWithStorage();
  await seedOrders(storage, shop, 300);
  const reads = createPanelReads(storage);
  let inOneGo = 0;
  let most = 0;
  let isOver = false;
  const turn = () => {
    inOneGo = 0;
    if (!isOver) setImmediate(turn);
  };
  const counted: typeof reads = {
    ...reads,
    listDeliveries: async (...asked) => {
      const page = await reads.listDeliveries(...asked);
      for (const row of page?.rows ?? []) {
        const { orderName } = row;
        Object.defineProperty(row, 'orderName', {
          enumerable: true,
          get: () => {
            inOneGo += 1;
            most = Math.max(most, inOneGo);
            return orderName;
          },
        });
      }
      return page;
    },
  };
  const url = await serve(storage, shop, counted);
  turn();
  const csv = await (await fetch(url)).text().finally(() => {
    isOver = true;
  });
  expect(csv.trim().split('\n').length).toBeGreaterThan(300);
  expect(most).toBeLessThanOrEqual(50);
});

test.each(['', '?sort=updated_asc', '?sort=slot_asc', '?sort=number_asc'])(
  'the export%s has every row once, also where orders change while it is read',
  async (query) => {
    const { storage, shop } = await shopWithStorage();
    const rows = await seedOrders(storage, shop, 600);
    const reads = createPanelReads(storage);
    // After each page every tenth order is touched, and what has a slot gets a later one.
    const changing: typeof reads = {
      ...reads,
      listDeliveries: async (...asked) => {
        const page = await reads.listDeliveries(...asked);
        await sql`update delivery set updated_at = clock_timestamp(), slot_start = slot_start + interval '1 day' where order_number % 10 = 0`.execute(
          storage.db,
        );
        await sql`update shop_order set updated_at = clock_timestamp() where number % 10 = 5`.execute(storage.db);
        return page;
      },
    };
    const url = await serve(storage, shop, changing);
    const response = await fetch(`${url}${query}`);
    const [, ...lines] = (await response.text()).trim().split('\n');
    const keys = lines.map((line) => line.split(',')).map((cells) => `${cells[1]} ${cells[5]}`);
    expect(new Set(keys).size).toBe(rows);
    expect(keys).toHaveLength(rows);
  },
);
