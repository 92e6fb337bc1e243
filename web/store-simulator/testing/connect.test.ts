import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';
import { connectStoreSimulator } from './connect.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore();
});
afterAll(() => running.close());

describe('a store steered over HTTP', () => {
  it('does what it does in process', async () => {
    const remote = connectStoreSimulator(running.store.url);
    const order = await remote.addOrder(shop, orderKinds.hugeId());
    await remote.payOrder(shop, order.id);
    await remote.webhooksSettled();
    expect(await remote.order(shop, order.id)).toEqual(running.store.order(shop, order.id));
    expect(running.received.some(({ headers }) => headers['x-shopify-topic'] === 'orders/paid')).toBe(true);
    await remote.faults.next({ call: 'graphql', effect: { kind: 'status', status: 503 } });
    expect((await running.graphql('{ shop { name } }')).status).toBe(503);
    expect(await remote.calls(shop)).toHaveLength(1);
  });

  it('says what it refuses', async () => {
    const remote = connectStoreSimulator(running.store.url);
    await expect(remote.order(shop, '1')).rejects.toThrow('no order 1');
    await expect(remote.orders('other.myshopify.com')).rejects.toThrow('no shop');
  });

  it.each(['nonsense', 'toString', 'faults', 'faults.constructor', '__proto__.x'])('has no call %s', async (name) => {
    const response = await running.post(`/_store/${name}`, {}, []);
    expect(response.status).toBe(404);
  });

  it('takes JSON only, which a form of another page cannot send', async () => {
    const response = await fetch(`${running.store.url}/_store/orders`, {
      method: 'POST',
      body: `["${shop}"]`,
      headers: { 'content-type': 'text/plain' },
    });
    expect(response.status).toBe(404);
  });
});
