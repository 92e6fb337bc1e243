import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';

const start = Date.parse('2026-11-21T08:00:00Z');
let now = start;
let running: RunningStore;
beforeAll(async () => {
  running = await runStore({ throttle: null, now: () => now });
  const add = (minutes: number, tags: string[], paid: boolean) => {
    now = start + minutes * 60_000;
    running.store.addOrder(shop, orderKinds.unpaid({ tags, paid }));
  };
  add(0, ['first'], true);
  add(10, ['second'], false);
  add(20, ['third'], true);
  running.store.cancelOrder(shop, 1003, { refund: false });
  now = start + 60_000 * 30;
});
afterAll(() => running.close());

const found = async (query: string) => {
  const { data, errors } = await running.graphql(
    'query ($q: String) { orders(first: 10, query: $q, sortKey: ORDER_NUMBER) { nodes { number } } }',
    { q: query },
  );
  expect(errors).toEqual([]);
  return (data as { orders: { nodes: { number: number }[] } }).orders.nodes.map((node) => node.number);
};

describe('orders(query:)', () => {
  it.each([
    ['', [1001, 1002, 1003]],
    ['financial_status:paid', [1001, 1003]],
    ["updated_at:>='2026-11-21T08:10:00Z'", [1002, 1003]],
    ['updated_at:>2026-11-21T08:10:00Z', [1003]],
    ['updated_at:>2026-11-21T08:05:00Z AND updated_at:<2026-11-21T08:15:00Z', [1002]],
    ['name:#1002', [1002]],
    ['name:1002 OR name:1003', [1002, 1003]],
    ['(name:1002 OR name:1003) financial_status:paid', [1003]],
    ['-tag:second', [1001, 1003]],
    ['NOT tag:second status:open', [1001]],
    ['status:cancelled', [1003]],
    ['financial_status:paid,pending', [1001, 1002, 1003]],
    ['delivery_method:shipping tag:first', [1001]],
    ['third', [1003]],
  ])('%s', async (query, numbers) => {
    expect(await found(query)).toEqual(numbers);
  });

  it('does not find what changed within the lag of the index', async () => {
    running.store.faults.searchLag(15 * 60_000);
    const early = await found('');
    running.store.faults.clear();
    expect([early, await found('')]).toEqual([
      [1001, 1002],
      [1001, 1002, 1003],
    ]);
  });
});
