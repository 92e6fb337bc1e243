import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverySorts } from '#api-contract/deliveries.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { freshServerDatabase } from '#testing/databases.ts';
import { openStorage, type Storage } from '../open-storage.ts';
import type { DeliveryFilter } from './delivery-filter.ts';
import { type ListedDelivery, listDeliveries, type PageRequest } from './list-deliveries.ts';
import { createPanelReads } from './panel-reads.ts';
import { seedOrders } from './testing/seed-orders.ts';

const shop = 'many-orders.myshopify.com' as ShopDomain;
const everything: DeliveryFilter = { states: [], search: null, from: null, to: null, locationId: null, view: null };

const engines = [
  { engine: 'PGlite', url: async () => undefined },
  { engine: 'a PostgreSQL server', url: freshServerDatabase },
];

describe.each(engines)('the list of deliveries on $engine', ({ url }) => {
  let storage: Storage;
  /** Rows of the list: a delivery each, or an order that has none. */
  let total: number;

  beforeAll(async () => {
    const fail = (error: unknown) => {
      throw error;
    };
    storage = await openStorage({
      url: await url(),
      dataDir: 'memory://',
      encryption: { keys: [{ id: 'k', secret: randomBytes(32) }] },
      maxConnections: 4,
      onError: fail,
      log: () => undefined,
    });
    total = await seedOrders(storage, shop, 120);
    await seedOrders(storage, 'another.myshopify.com' as ShopDomain, 10);
  });
  afterAll(() => storage.close());

  async function walk(filter: DeliveryFilter, sort: PageRequest['sort'], limit = 7): Promise<ListedDelivery[]> {
    const rows: ListedDelivery[] = [];
    let cursor: string | null = null;
    do {
      const page = await listDeliveries(storage, shop, filter, { sort, cursor, limit });
      if (!page) throw new Error('the cursor was refused');
      rows.push(...page.rows);
      cursor = page.nextCursor;
    } while (cursor !== null && rows.length <= total);
    return rows;
  }

  const sortedBy = (row: ListedDelivery, sort: string): number => {
    if (sort.startsWith('number')) return row.orderNumber;
    if (sort.startsWith('updated')) return row.updatedAt.getTime();
    const last = sort.endsWith('asc') ? Number.MAX_SAFE_INTEGER : 0;
    return row.slot ? Date.parse(row.slot.start) : last;
  };

  test.each(deliverySorts)('shows every row once, in order, page by page: %s', async (sort) => {
    const rows = await walk(everything, sort);
    expect(new Set(rows.map(({ orderId, orderReference }) => `${orderId}/${orderReference}`)).size).toBe(total);
    expect(rows).toHaveLength(total);
    const values = rows.map((row) => sortedBy(row, sort));
    expect(values).toEqual(values.toSorted((a, b) => (sort.endsWith('asc') ? a - b : b - a)));
  });

  test.each(deliverySorts)('narrows to states, page by page: %s', async (sort) => {
    const reads = createPanelReads(storage);
    const counts = await reads.countByState(shop, everything);
    const rows = await walk({ ...everything, states: ['placed', 'skipped'] }, sort);
    expect(rows).toHaveLength(counts.placed + counts.skipped);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['placed', 'skipped']));
  });

  test('lists what no state names, and counts it', async () => {
    const reads = createPanelReads(storage);
    const byHand = JSON.stringify({ code: 'manual_mode', params: {} });
    const skipped = await walk({ ...everything, states: ['skipped'] }, 'number_asc');
    const [first, second] = skipped.map(({ orderId }) => orderId);
    await storage.db
      .updateTable('shop_order')
      .set({ reason: byHand })
      .where('order_id', 'in', [first ?? '', second ?? ''])
      .execute();
    const [placed] = await walk({ ...everything, states: ['placed'] }, 'number_asc');
    const changed = storage.db.updateTable('delivery').where('order_reference', '=', placed?.orderReference ?? '');
    await changed.where('shop', '=', shop).set({ drifted: true }).execute();
    const names = async (view: DeliveryFilter['view'], states: DeliveryFilter['states'] = []) =>
      (await walk({ ...everything, view, states }, 'updated_desc', 1)).map(({ orderId }) => orderId).toSorted();
    expect(await names('to_send', ['skipped'])).toEqual([first, second].toSorted());
    expect(await names('to_send')).toEqual([first, second].toSorted());
    expect(await names('left_out', ['skipped'])).toHaveLength(skipped.length - 2);
    expect(await names('changed')).toEqual([placed?.orderId]);
    const counted = { toSend: 2, changed: 1, changedOnly: 1 };
    expect(await reads.countViews(shop, { ...everything, view: 'changed' })).toEqual(counted);
    expect(await reads.countViews(shop, { ...everything, search: '#1000' })).toEqual({ ...counted, toSend: 0 });
    expect(await names('needs_you', ['placed'])).toEqual([placed?.orderId]);
    for (const sort of deliverySorts) {
      const needing = await walk({ ...everything, view: 'needs_you' }, sort, 3);
      const byState = await walk({ ...everything, states: ['needs_attention'] }, sort);
      expect(needing.map(({ orderReference }) => orderReference).toSorted(), sort).toEqual(
        [...byState.map(({ orderReference }) => orderReference), placed?.orderReference].toSorted(),
      );
    }
  });

  test('counts every row once, whatever the states asked for', async () => {
    const reads = createPanelReads(storage);
    const counts = await reads.countByState(shop, { ...everything, states: ['held'] });
    expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(total);
    expect(counts).toMatchObject({ placing: 0 });
  });

  test('finds all deliveries of an order by its number, its name or a reference', async () => {
    for (const search of ['1003', '#1003', '1003-2']) {
      const rows = await walk({ ...everything, search }, 'number_asc');
      expect(
        rows.map(({ orderReference }) => orderReference),
        search,
      ).toEqual(['1003', '1003-2']);
    }
    expect(await walk({ ...everything, search: '100' }, 'number_asc')).toEqual([]);
  });

  test('shows the customer from the encrypted column, of this shop only', async () => {
    const rows = await walk(everything, 'number_asc');
    expect(rows[0]?.customerName).toBe('Customer 1000 of many-orders.myshopify.com');
    expect(rows.every(({ customerName }) => customerName?.endsWith(shop))).toBe(true);
  });

  test.each([
    '',
    'abc',
    'W10',
    Buffer.from('[0,"x","1","1"]').toString('base64url'),
    Buffer.from('[9,"1","1","1"]').toString('base64url'),
  ])('refuses the cursor "%s"', async (cursor) => {
    const page = { sort: 'updated_desc' as const, cursor, limit: 5 };
    expect(await listDeliveries(storage, shop, everything, page)).toBeNull();
  });

  test('asks the same number of statements for 5 rows and for 100', async () => {
    const count = async (limit: number) => {
      const seen: string[] = [];
      const db = storage.db.withPlugin({
        transformQuery: ({ node }) => {
          seen.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await listDeliveries({ ...storage, db }, shop, everything, {
        sort: 'updated_desc',
        cursor: null,
        limit,
      });
      return seen.length;
    };
    expect(await count(100)).toBe(await count(5));
  });
});
