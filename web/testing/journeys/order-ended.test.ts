import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ env: { RETRY_BASE_MS: '50' } });
});
afterAll(() => world.close());

const control = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${world.courier.url}/_control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
};
const cancelFault = (fault: object, times = 1) =>
  control('faults', { match: { method: 'DELETE', path: '/v1/deliveries/*' }, fault, times });

/** The states at the service of an order's deliveries, by reference. */
async function atService(number: number): Promise<Record<string, string>> {
  const answer = await fetch(`${world.courier.url}/_control/deliveries`);
  const { deliveries } = (await answer.json()) as { deliveries: { order_reference: string; state: string }[] };
  const own = deliveries.filter(({ order_reference: reference }) => reference.split('-')[0] === String(number));
  return Object.fromEntries(own.map(({ order_reference: reference, state }) => [reference, state]));
}

async function booked(order = orderKinds.paid()) {
  const { view, stored } = await paidOrder(world, order);
  expect(view.state).toBe('placed');
  const end = () => world.store.cancelOrder(demoShop, stored.id);
  const note = () => world.store.order(demoShop, stored.id).note ?? '';
  const until = (condition: (view: OrderView) => boolean) => world.orderUntil(stored.id, condition);
  return { ...stored, view, end, note, until, deliveryId: view.deliveries[0]?.deliveryId ?? '' };
}

const code = (view: OrderView) => view.deliveries[0]?.reason?.code;
const isOver = (view: OrderView) => view.state === 'cancelled' && view.deliveries.every((one) => one.noteWritten);

describe('an order that ends in Shopify after its delivery was booked', () => {
  it.each([
    ['cancelled', (id: string) => world.store.cancelOrder(demoShop, id)],
    ['refunded whole', (id: string) => world.store.refundOrder(demoShop, id)],
    ['emptied by an edit', (id: string) => world.store.editOrder(demoShop, id, { remove: [{ line: 0 }] })],
  ])('%s before pick-up: the run cancels at the service, and the note says so', async (_how, end) => {
    const order = await booked();
    end(order.id);
    const view = await order.until(isOver);
    expect(view.deliveries).toMatchObject([
      { state: 'cancelled', reason: { code: 'cancelled_with_order' }, drift: [], alarm: null },
    ]);
    expect(await atService(order.number)).toEqual({ [order.number]: 'CANCELLED' });
    expect(order.note()).toContain(`Same-day delivery ${order.number}: cancelled`);
  });

  it('keeps the driver and tells a person where the goods are already on the way', async () => {
    const order = await booked();
    await control(`deliveries/${order.deliveryId}/state`, { to: 'PENDING DROPOFF' });
    order.end();
    const view = await order.until((seen) => code(seen) === 'still_booked_under_way');
    expect(view.deliveries).toMatchObject([
      { state: 'placed', drift: [{ field: 'order', now: 'cancelled' }], alarm: expect.stringMatching(/./) },
    ]);
    expect(await atService(order.number)).toEqual({ [order.number]: 'PENDING DROPOFF' });
  });

  it('tells a person where the service refuses, in its own words', async () => {
    const order = await booked();
    await cancelFault({ kind: 'status', status: 409, body: { message: 'too late to cancel' } });
    order.end();
    const view = await order.until((seen) => code(seen) === 'still_booked_refused');
    expect(view.deliveries).toMatchObject([
      { state: 'placed', alarm: expect.stringMatching(/./), reason: { serviceMessage: 'too late to cancel' } },
    ]);
  });

  it.each(['reset_before', 'reset_after'])(
    'looks up an answer that was lost (%s), and assumes nothing',
    async (kind) => {
      const order = await booked();
      await cancelFault({ kind });
      order.end();
      const view = await order.until(isOver);
      expect(await atService(order.number)).toEqual({ [order.number]: 'CANCELLED' });
      const outcomes = view.deliveries[0]?.attempts.map(({ outcome }) => outcome) ?? [];
      expect(outcomes.slice(1, 4)).toEqual(['found', 'cancel_failed', 'found']);
    },
  );

  it('is drift only where goods are left to ship', async () => {
    const order = await booked(orderKinds.paid({ lines: [{ sku: 'KET-BLK', quantity: 2 }] }));
    world.store.refundOrder(demoShop, order.id, { amount: '1.00', lines: [{ line: 0, quantity: 1 }] });
    const view = await order.until(({ deliveries }) => deliveries.some(({ alarm }) => alarm !== null));
    expect(view.deliveries).toMatchObject([{ state: 'placed', reason: null }]);
    expect(await atService(order.number)).toEqual({ [order.number]: 'PENDING PICKUP' });
  });
});
