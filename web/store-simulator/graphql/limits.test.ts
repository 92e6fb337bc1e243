import { afterEach, describe, expect, it } from 'vitest';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';

let running: RunningStore;
afterEach(() => running.close());

const hundred = '{ orders(first: 98) { nodes { id } } }';

describe('the leaky bucket', () => {
  it('refuses with THROTTLED when it is empty and restores by the clock', async () => {
    let now = Date.parse('2026-11-21T08:00:00Z');
    running = await runStore({ throttle: { bucket: 150, restorePerSecond: 50 }, now: () => now });
    for (let order = 0; order < 98; order += 1) {
      running.store.addOrder(shop, { lines: [{ sku: 'TEA-ROO' }] });
    }
    const first = await running.graphql(hundred);
    expect(first.cost).toMatchObject({ requestedQueryCost: 100, actualQueryCost: 100 });
    expect(first.cost.throttleStatus).toEqual({ maximumAvailable: 150, currentlyAvailable: 50, restoreRate: 50 });
    const second = await running.graphql(hundred);
    expect(second).toMatchObject({ status: 200, errors: [{ extensions: { code: 'THROTTLED' } }] });
    expect(second.cost.actualQueryCost).toBeNull();
    now += 1000;
    expect((await running.graphql(hundred)).errors).toEqual([]);
  });

  it('gives back what a query asked for and did not use', async () => {
    running = await runStore({ throttle: { bucket: 150, restorePerSecond: 1 }, now: () => 0 });
    const { cost } = await running.graphql(hundred);
    expect(cost).toMatchObject({ requestedQueryCost: 100, actualQueryCost: 2 });
    expect(cost.throttleStatus['currentlyAvailable']).toBe(148);
  });

  it('refuses a single query above 1,000 points', async () => {
    running = await runStore({ throttle: null });
    const { errors } = await running.graphql(
      '{ orders(first: 50) { nodes { fulfillmentOrders(first: 50) { nodes { id } } } } }',
    );
    expect(errors[0]?.extensions?.code).toBe('MAX_COST_EXCEEDED');
  });
});
