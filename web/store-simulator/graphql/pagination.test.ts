import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';
import { connection, listConnection } from './connection.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore({ throttle: null });
});
afterAll(() => running.close());

interface Page {
  nodes: { name: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

async function pageOfOrders(after: string | null): Promise<Page> {
  const { data, errors } = await running.graphql(
    `query ($after: String) { orders(first: 2, after: $after, sortKey: UPDATED_AT, query: "tag:paged") {
       nodes { name } pageInfo { hasNextPage endCursor } } }`,
    { after },
  );
  expect(errors).toEqual([]);
  return data?.['orders'] as Page;
}

describe('pages of orders', () => {
  it('hold each order once, also one that arrives between two pages', async () => {
    const added = ['a', 'b', 'c'].map(() => running.store.addOrder(shop, orderKinds.unpaid({ tags: ['paged'] })).name);
    const first = await pageOfOrders(null);
    added.push(running.store.addOrder(shop, orderKinds.unpaid({ tags: ['paged'] })).name);
    const names = first.nodes.map((node) => node.name);
    for (let { pageInfo } = first; pageInfo.hasNextPage; ) {
      const next = await pageOfOrders(pageInfo.endCursor);
      names.push(...next.nodes.map((node) => node.name));
      pageInfo = next.pageInfo;
    }
    expect(names).toEqual(added);
  });

  it('reach all of 300 lines in 12 fulfilment orders', async () => {
    const order = running.store.addOrder(shop, orderKinds.manyLines());
    const titles = new Set<string>();
    let after: string | null = null;
    do {
      const { data } = await running.graphql(
        `query ($id: ID!, $after: String) { order(id: $id) { lineItems(first: 250, after: $after) {
           nodes { title } pageInfo { hasNextPage endCursor } } } }`,
        { id: order.gid, after },
      );
      const page = (data as { order: { lineItems: { nodes: { title: string }[]; pageInfo: Page['pageInfo'] } } }).order
        .lineItems;
      for (const { title } of page.nodes) {
        titles.add(title);
      }
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(titles.size).toBe(300);
    expect(order.fulfillmentOrders).toHaveLength(12);
  });
});

describe('connection', () => {
  const items = Array.from({ length: 7 }, (_, index) => ({ id: String(index + 1) }));

  it('gives every item once and in order for any page size, forwards and reversed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.boolean(), (first, reverse) => {
        const seen: string[] = [];
        let page = listConnection(items, { first, reverse });
        seen.push(...page.nodes.map((node) => node.id));
        while (page.pageInfo.hasNextPage) {
          page = listConnection(items, { first, reverse, after: page.pageInfo.endCursor });
          seen.push(...page.nodes.map((node) => node.id));
        }
        const ids = items.map((item) => item.id);
        expect(seen).toEqual(reverse ? ids.toReversed() : ids);
      }),
    );
  });

  it('goes backwards with last and before', () => {
    const page = listConnection(items, { last: 2 });
    expect(page.nodes.map((node) => node.id)).toEqual(['6', '7']);
    const before = listConnection(items, { last: 2, before: page.pageInfo.startCursor });
    expect(before.nodes.map((node) => node.id)).toEqual(['4', '5']);
    expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  it('orders ids by their digits where the sort value ties', () => {
    const tied = [{ id: '820982911946154508' }, { id: '820982911946154507' }, { id: '9' }];
    const page = connection(tied, { first: 3 }, ({ id }) => [0, id]);
    expect(page.nodes.map((node) => node.id)).toEqual(['9', '820982911946154507', '820982911946154508']);
  });

  it.each([[{}], [{ first: 1, last: 1 }], [{ first: -1 }], [{ first: 251 }], [{ first: 1, after: 'bm9uc2Vuc2U=' }]])(
    'refuses %j',
    (args) => {
      expect(() => listConnection(items, args)).toThrow();
    },
  );
});
