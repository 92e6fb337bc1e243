import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from '#runtime/context.ts';
import { createPanelReads } from '#storage/panel/panel-reads.ts';
import { seedOrders } from '#storage/panel/testing/seed-orders.ts';
import { installShop, openTestStorage } from '#storage/testing/engines.ts';
import { setCaller } from '../../session/caller.ts';
import { exportDeliveries } from './export.ts';

test.each(['', '?sort=updated_asc', '?sort=slot_asc', '?sort=number_asc'])(
  'the export%s has every row once, also where orders change while it is read',
  async (query) => {
    const storage = await openTestStorage('server');
    onTestFinished(() => storage.close());
    const shop = await installShop(storage, 'export.myshopify.com');
    const rows = await seedOrders(storage, shop, 600);
    const record = await storage.shops.shop(shop);
    if (!record) throw new Error('the shop is not there');
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
    const context = { storage, courier: { timeZone: 'Africa/Johannesburg' }, clock: { now: Date.now } };
    const server = express()
      .use((_request, response, next) => {
        setCaller(response, { shop: record, actor: 'staff', userId: null });
        next();
      })
      .get('/deliveries.csv', exportDeliveries(context as unknown as Context, changing))
      .listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');

    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/deliveries.csv${query}`);
    const [, ...lines] = (await response.text()).trim().split('\n');
    const keys = lines.map((line) => line.split(',')).map((cells) => `${cells[1]} ${cells[5]}`);
    expect(new Set(keys).size).toBe(rows);
    expect(keys).toHaveLength(rows);
  },
);
