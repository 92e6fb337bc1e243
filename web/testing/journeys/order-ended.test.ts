import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import { orderDueChannel } from '#storage/order-runs.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, sentFor } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ env: { RETRY_BASE_MS: '50' } });
});
afterAll(() => world.close());

const courier = () => courierControl(world.courier.url);
const cancelFault = (fault: object, times = 1) =>
  courier().fails({ match: { method: 'DELETE', path: '/v1/deliveries/*' }, fault, times });

/** The states at the service of an order's deliveries, by reference. */
async function atService(number: number): Promise<Record<string, string>> {
  const deliveries = await courier().deliveries();
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

/** What was told of an order came a minute ago, and the order is due. */
async function minutePasses(orderId: string): Promise<void> {
  const { db, database } = world.app.context.storage;
  await sql`update webhook set received_at = received_at - interval '1 minute' where order_id = ${orderId}`.execute(db);
  await sql`update order_run set next_run_at = clock_timestamp() where order_id = ${orderId}`.execute(db);
  await database.notify(orderDueChannel, demoShop);
}

const code = (view: OrderView) => view.deliveries[0]?.reason?.code;
const isOver = (view: OrderView) => view.state === 'cancelled' && view.deliveries.every((one) => one.noteWritten);

describe('an order that ends in Shopify after its delivery was booked', () => {
  it.each([
    ['cancelled', (id: string) => world.store.cancelOrder(demoShop, id)],
    ['refunded whole', (id: string) => world.store.refundOrder(demoShop, id)],
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

  it('emptied by an edit: a minute later, once nothing came in the place of what is gone', async () => {
    const order = await booked();
    world.store.editOrder(demoShop, order.id, { remove: [{ line: 0 }] });
    const told = await order.until(({ deliveries }) => (deliveries[0]?.drift.length ?? 0) > 0);
    expect(told.deliveries).toMatchObject([{ state: 'placed', cancelling: false, alarm: expect.stringMatching(/./) }]);
    await minutePasses(order.id);
    const view = await order.until(isOver);
    expect(view.deliveries).toMatchObject([{ reason: { code: 'cancelled_without_goods' }, drift: [], alarm: null }]);
    expect(await atService(order.number)).toEqual({ [order.number]: 'CANCELLED' });
  });

  it('keeps the driver and tells a person where the goods are already on the way', async () => {
    const order = await booked();
    await courier().becomes(order.deliveryId, 'PENDING DROPOFF');
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

describe('a person who presses Cancel', () => {
  const pressed = async (fault: object) => {
    const order = await booked();
    await cancelFault(fault);
    const body = { orderReference: String(order.number) };
    return { ...order, answer: await world.api('POST', `/api/orders/${order.id}/cancel`, body) };
  };

  it.each(['reset_before', 'reset_after'])('learns that it goes on where the answer is lost (%s)', async (kind) => {
    const { answer, until, number, note } = await pressed({ kind });
    expect(answer).toMatchObject({
      status: 200,
      body: { deliveries: [{ state: 'placed', reason: { code: 'cancelling' } }] },
    });
    const view = await until(isOver);
    expect(view.deliveries).toMatchObject([{ reason: { code: 'cancelled_at_service' }, drift: [] }]);
    expect(await atService(number)).toEqual({ [number]: 'CANCELLED' });
    expect(note()).toContain(`Same-day delivery ${number}: cancelled`);
  });

  it('learns why the driver stays booked where the service refuses, and finds it with the delivery', async () => {
    const { answer, until } = await pressed({ kind: 'status', status: 409, body: { message: 'the driver is near' } });
    expect(answer).toMatchObject({ status: 409, body: { detail: 'The delivery service refused: the driver is near' } });
    const view = await until((seen) => code(seen) === 'not_cancelled_refused');
    expect(view.deliveries).toMatchObject([{ state: 'placed', reason: { serviceMessage: 'the driver is near' } }]);
  });

  it('has a task until the driver is kept or gone: on Home, under Needs you and on the order', async () => {
    const { id, number, answer, until } = await pressed({ kind: 'status', status: 409, body: { message: 'too near' } });
    expect(answer.status).toBe(409);
    const tasks = async () => {
      const { body: home } = await world.api('GET', '/api/overview');
      const { body: list } = await world.api('GET', `/api/deliveries?view=needs_you&query=${number}`);
      const { deliveries } = list as { deliveries: { drift: boolean }[] };
      const { changed } = home as { changed: { orderId: string; what: string }[] };
      return { home: changed.filter(({ orderId }) => orderId === id).map(({ what }) => what), list: deliveries.length };
    };
    expect(await tasks()).toEqual({ home: ['not_cancelled'], list: 1 });
    const press = { orderReference: String(number) };
    const alarm = (await until(() => true)).deliveries[0]?.alarm;
    expect(await world.api('POST', `/api/orders/${id}/acknowledge`, { ...press, alarm })).toMatchObject({
      status: 200,
    });
    expect(await tasks()).toEqual({ home: [], list: 0 });
    await cancelFault({ kind: 'status', status: 409, body: { message: 'too near' } });
    expect(await world.api('POST', `/api/orders/${id}/cancel`, press)).toMatchObject({ status: 409 });
    expect(await tasks()).toEqual({ home: ['not_cancelled'], list: 1 });
    expect(await world.api('POST', `/api/orders/${id}/cancel`, press)).toMatchObject({ status: 200 });
    expect(await tasks()).toEqual({ home: [], list: 0 });
  });
});

describe('"Cancel and book again"', () => {
  const moved = async () => {
    const order = await booked();
    world.store.updateOrder(demoShop, order.id, { shippingAddress: { address1: '99 Long Street' } });
    await order.until(({ deliveries }) => deliveries.some(({ alarm }) => alarm !== null));
    const orderReference = String(order.number);
    const body = { mode: 'replace', orderReference, newReference: `${orderReference}-R2` };
    const press = () => world.api('POST', `/api/orders/${order.id}/send`, body);
    return { ...order, press, newReference: `${orderReference}-R2` };
  };

  it('cancels at the service and sends what the order says now as -R2, however often it is pressed', async () => {
    const order = await moved();
    const answers = await Promise.all([order.press(), order.press(), order.press()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    const view = await order.until((seen) => seen.deliveries.length === 2 && seen.state === 'placed');
    expect(view.deliveries).toMatchObject([
      { state: 'cancelled', drift: [] },
      { orderReference: order.newReference, state: 'placed', drift: [], alarm: null },
    ]);
    expect(await atService(order.number)).toEqual({
      [order.number]: 'CANCELLED',
      [order.newReference]: 'PENDING PICKUP',
    });
    const sent = (await sentFor(world, order.number)).map((body) => body['dropoff_address']);
    expect(sent).toEqual([expect.not.stringContaining('99 Long'), expect.stringContaining('99 Long')]);
    expect(await order.press()).toMatchObject({ status: 409 });
  });

  it('sends nothing new where the service refuses to cancel, and says so', async () => {
    const order = await moved();
    await cancelFault({ kind: 'status', status: 409, body: { message: 'the driver is near' } });
    expect(await order.press()).toMatchObject({ status: 202 });
    const view = await order.until((seen) => code(seen) === 'not_replaced_refused');
    expect(view.deliveries).toMatchObject([{ state: 'placed', alarm: expect.stringMatching(/./) }]);
    expect(await sentFor(world, order.number)).toHaveLength(1);
    // A person may try once more.
    expect(await order.press()).toMatchObject({ status: 202 });
    await order.until((seen) => seen.deliveries.length === 2 && seen.state === 'placed');
  });

  it('cancels nothing where the new one could not be sent, or the driver has the goods', async () => {
    const wrong = await moved();
    world.store.updateOrder(demoShop, wrong.id, { shippingAddress: { phone: '123' }, phone: null });
    world.store.updateOrder(demoShop, wrong.id, { shippingAddress: { city: '', address1: '' } });
    expect((await wrong.press()).status).toBe(422);
    expect(await atService(wrong.number)).toEqual({ [wrong.number]: 'PENDING PICKUP' });
    const late = await moved();
    await courier().becomes(late.deliveryId, 'PENDING DROPOFF');
    // Refused where the app knows it already; else the service tells, and nothing is cancelled.
    expect([202, 409]).toContain((await late.press()).status);
    await late.until(({ deliveries }) => deliveries[0]?.progress === 'on_its_way');
    expect(await atService(late.number)).toEqual({ [late.number]: 'PENDING DROPOFF' });
    expect(await sentFor(world, late.number)).toHaveLength(1);
  });
});
