import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverySorts } from '#api-contract/deliveries.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Storage } from '../open-storage.ts';
import { engines, openTestStorage } from '../testing/engines.ts';
import type { DeliveryFilter } from './delivery-filter.ts';
import { type ListedDelivery, listDeliveries, type PageRequest } from './list-deliveries.ts';
import { createPanelReads } from './panel-reads.ts';
import { seedOrders } from './testing/seed-orders.ts';

const shop = 'many-orders.myshopify.com' as ShopDomain;
const everything: DeliveryFilter = {
  states: [],
  search: null,
  from: null,
  to: null,
  locationId: null,
  paid: null,
  view: null,
};

const fail = (error: unknown) => {
  throw error;
};

describe.each(engines)('the list of deliveries on %s', (engine) => {
  let storage: Storage;
  /** Rows of the list: a delivery each, or an order that has none. */
  let total: number;

  beforeAll(async () => {
    storage = await openTestStorage(engine, { onError: fail });
    total = await seedOrders(storage, shop, 120);
    await seedOrders(storage, 'another.myshopify.com' as ShopDomain, 10);
  });
  afterAll(() => storage.close());

  test('says which delivery is being cancelled', async () => {
    const cancelling = async () => (await walk(everything, 'updated_desc')).filter((row) => row.cancelling);
    expect(await cancelling()).toEqual([]);
    const [first] = (await walk(everything, 'updated_desc')).filter(({ state }) => state === 'placed');
    const stages = (stage: string | null) =>
      sql`update delivery
      set cancellation = ${stage && JSON.stringify({ stage })}::jsonb
      where shop = ${shop} and order_reference = ${first?.orderReference}`.execute(storage.db);
    await stages('wanted');
    expect(await cancelling()).toMatchObject([{ orderReference: first?.orderReference, state: 'placed' }]);
    await stages('settled');
    expect(await cancelling()).toEqual([]);
    await stages(null);
  });

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
    const counted = { toSend: 2, changed: 1, changedOnly: 1, doubled: 0 };
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

  test('a driver whose goods a newer one brings, too, needs a person, and is counted as that', async () => {
    const reads = createPanelReads(storage);
    const { db } = storage;
    const booked = await walk({ ...everything, states: ['placed'] }, 'number_asc');
    const several = booked.filter(
      ({ orderId, drift }) => !drift && booked.filter((row) => row.orderId === orderId).length === 2,
    );
    const [first, second] = several.filter(({ orderId }) => orderId === several[0]?.orderId);
    const of = (row: ListedDelivery | undefined) =>
      db
        .updateTable('delivery')
        .where('shop', '=', shop)
        .where('order_reference', '=', row?.orderReference ?? '');
    const asNewer = `${first?.orderReference}-R2`;
    await of(second)
      .set({ order_reference: asNewer, replaces: first?.orderReference ?? null })
      .execute();
    const needing = async () =>
      (await walk({ ...everything, view: 'needs_you', states: ['placed'] }, 'updated_desc', 1))
        .filter(({ drift }) => !drift)
        .map(({ orderReference, secondDriver }) => [orderReference, secondDriver]);
    expect(await needing()).toEqual([[first?.orderReference, true]]);
    expect(await reads.countViews(shop, everything)).toMatchObject({ doubled: 1 });
    expect((await reads.changed(shop, 20)).filter((one) => one.secondDriver)).toHaveLength(1);
    for (const ends of [{ progress: 'delivered' }, { progress: null, state: 'cancelled' }] as const) {
      await of(first).set(ends).execute();
      expect(await needing()).toEqual([]);
    }
    const { rows: sent } = await sql<{ at: Date }>`select created_at as at from delivery
      where shop = ${shop} and order_reference = ${asNewer}`.execute(db);
    const sentAt = sent[0]?.at.getTime() ?? 0;
    const brought = (after: number) =>
      of(first).set({ state: 'placed', progress: 'delivered', progress_at: new Date(sentAt + after) });
    await brought(-1_000).execute();
    expect(await needing(), 'who sent another driver for what was delivered knows it').toEqual([]);
    await brought(1_000).execute();
    expect(await needing()).toEqual([[asNewer, true]]);
    await of(first).set({ progress: null, progress_at: null, state: 'placed' }).execute();
    const newer = db.updateTable('delivery').where('shop', '=', shop).where('order_reference', '=', asNewer);
    await newer.set({ state: 'cancelled' }).execute();
    expect(await reads.countViews(shop, everything)).toMatchObject({ doubled: 0 });
    const before = { state: 'placed', replaces: null, order_reference: second?.orderReference ?? '' } as const;
    await newer.set(before).execute();
  });

  test('narrows to the orders that the balance counts as paid in a time', async () => {
    const { db } = storage;
    const paid = db.updateTable('paid_order').where('shop', '=', shop);
    const before = await walk(everything, 'number_asc');
    const older = new Set(before.slice(0, 5).map(({ orderId }) => orderId));
    await paid.set({ processed_at: sql<Date>`now() - interval '1 hour'` }).execute();
    const twoDaysAgo = sql<Date>`now() - interval '2 days'`;
    await paid
      .where('order_id', 'in', [...older])
      .set({ processed_at: twoDaysAgo })
      .execute();
    expect(await walk({ ...everything, paid: '7d' }, 'number_asc')).toEqual(before);
    const younger = before.filter(({ orderId }) => !older.has(orderId));
    expect(await walk({ ...everything, paid: '24h' }, 'number_asc')).toEqual(younger);
    expect(await createPanelReads(storage).countByState(shop, { ...everything, paid: '24h' })).toMatchObject({
      placed: younger.filter(({ state }) => state === 'placed').length,
    });
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
