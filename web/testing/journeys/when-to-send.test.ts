import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { sweepNow } from '../sweep-now.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, resting, sentFor } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ store: { throttle: null }, env: { RETRY_BASE_MS: '50' } });
});
afterAll(() => world.close());

const set = async (settings: object) => {
  expect((await world.api('PUT', '/api/settings', settings)).status).toBe(200);
};

describe('another day', () => {
  it('holds an order until the day that the buyer named, as the date picker writes it', async () => {
    const order = orderKinds.deliveryDate();
    const named = order.customAttributes?.[0]?.value ?? '';
    const day = DateTime.fromFormat(named, 'dd/MM/yyyy', { zone: 'Africa/Johannesburg' });
    const { view, sent } = await paidOrder(world, order);
    expect(view).toMatchObject({
      state: 'held',
      reason: { code: 'waiting_for_day', until: day.toJSDate().toISOString(), params: { day: day.toISODate() } },
    });
    expect(sent).toEqual([]);
  });

  it('holds an order until the day that checkout promised', async () => {
    const deliveryMethod = { minDeliveryDateTime: '2099-11-25T06:00:00Z' };
    const { view, sent } = await paidOrder(world, orderKinds.localDeliveryInstructions({ deliveryMethod }));
    expect(view).toMatchObject({ state: 'held', reason: { until: '2099-11-24T22:00:00.000Z' } });
    expect(sent).toEqual([]);
  });

  it('counts the age of an order from that day, not from a payment of days before', async () => {
    const daysAgo = (days: number) => Date.now() - days * 86_400_000;
    const { db } = world.app.context.storage;
    await db
      .updateTable('shop')
      .set({ installed_at: new Date(daysAgo(3)) })
      .execute();
    const today = DateTime.now().setZone('Africa/Johannesburg').toISODate() ?? '';
    const old = { paid: true, processedAt: daysAgo(2) };
    const named = orderKinds.deliveryDate({ ...old, customAttributes: [{ key: 'Delivery-Date', value: today }] });
    expect((await paidOrder(world, named)).view.state).toBe('placed');
    const { view } = await paidOrder(world, orderKinds.paid(old));
    expect(view).toMatchObject({ state: 'needs_attention', reason: { code: 'too_old' } });
  });

  it('asks a person where the day cannot be read, and sends at their word', async () => {
    const customAttributes = [{ key: 'Delivery-Date', value: 'next Tuesday' }];
    const { view, stored, sent } = await paidOrder(world, orderKinds.deliveryDate({ customAttributes }));
    expect(view).toMatchObject({ state: 'needs_attention', reason: { code: 'delivery_day_unreadable' } });
    expect(sent).toEqual([]);
    expect((await world.api('POST', `/api/orders/${stored.id}/send`, { mode: 'again' })).status).toBe(202);
    await world.orderUntil(stored.id, ({ state }) => state === 'placed');
  });
});

describe('opening hours', () => {
  it('hold an order while the location is closed, and let it go as soon as it is open', async () => {
    const now = DateTime.now().setZone('Africa/Johannesburg').startOf('day');
    const closedDays = [0, 1].map((days) => now.plus({ days }).toISODate());
    const location = world.store.locations(demoShop)[0]?.id ?? '';
    await set({ locations: { [location]: { closedDays } } });
    const { view, stored, sent } = await paidOrder(world, orderKinds.unpaid());
    const until = now.plus({ days: 2 }).toUTC().toISO();
    expect(view).toMatchObject({ state: 'held', reason: { code: 'outside_hours', until } });
    expect(sent).toEqual([]);
    await set({ locations: { [location]: { closedDays: [] } } });
    await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    expect(await sentFor(world, stored.number)).toHaveLength(1);
  });

  it.each([
    [{ hours: [{ day: 'monday', open: '17:00', close: '08:00' }] }],
    [{ hours: [{ day: 'someday', open: '08:00', close: '17:00' }] }],
    [{ closedDays: ['25 December'] }],
  ])('are refused where they make no sense: %j', async (fields) => {
    const location = world.store.locations(demoShop)[0]?.id ?? '';
    expect((await world.api('PUT', '/api/settings', { locations: { [location]: fields } })).status).toBe(400);
  });
});

describe('payment on delivery', () => {
  it('goes out as if paid where the merchant named its gateway, and is not looked at where not', async () => {
    const before = world.store.addOrder(demoShop, orderKinds.cashOnDelivery());
    // By the time that a later order is placed, its news would have been taken up.
    await paidOrder(world, orderKinds.unpaid());
    expect(await world.orderView(before.id)).toBeNull();
    await set({ automation: { pendingGateways: ['cash on delivery (cod)'] } });
    const order = world.store.addOrder(demoShop, orderKinds.cashOnDelivery());
    const other = world.store.addOrder(demoShop, orderKinds.cashOnDelivery({ pendingGateway: 'Bank Deposit' }));
    await world.orderUntil(order.id, ({ state }) => state === 'placed');
    expect(await sentFor(world, order.number)).toHaveLength(1);
    expect(await world.orderUntil(other.id, resting)).toMatchObject({ state: 'skipped', reason: { code: 'not_paid' } });
    const lost = world.store.addOrder(demoShop, orderKinds.cashOnDelivery({ quiet: true }));
    await sweepNow(world, demoShop as ShopDomain);
    await world.orderUntil(lost.id, ({ state }) => state === 'placed');
    world.store.payOrder(demoShop, order.id);
    await world.store.webhooksSettled();
    expect(await sentFor(world, order.number)).toHaveLength(1);
    await set({ automation: { pendingGateways: [] } });
  });
});

describe('the trigger "prepared"', () => {
  it('sends when the goods are marked as prepared for local delivery', async () => {
    await set({ automation: { trigger: 'prepared' } });
    const { view, stored } = await paidOrder(world, orderKinds.localDeliveryInstructions());
    expect(view).toMatchObject({ state: 'held', reason: { code: 'waiting_prepared' } });
    world.store.updateOrder(demoShop, stored.id, { note: 'Not ready yet' });
    world.store.changeFulfillmentOrder(demoShop, stored.id, { action: 'prepareForLocalDelivery' });
    await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    expect(await sentFor(world, stored.number)).toHaveLength(1);
    await set({ automation: { trigger: 'paid' } });
  });
});

describe('the trigger "in progress"', () => {
  it('sends when the fulfilment is marked, and asks a person where a part was handed over in the shop', async () => {
    await set({ automation: { trigger: 'inProgress' } });
    const mugs = { lines: [{ sku: 'TEA-ROO', quantity: 3 }] };
    const [marked, begun] = [
      await paidOrder(world, orderKinds.paid(mugs)),
      await paidOrder(world, orderKinds.paid(mugs)),
    ];
    expect(marked.view).toMatchObject({ state: 'held', reason: { code: 'waiting_in_progress' } });
    world.store.changeFulfillmentOrder(demoShop, marked.stored.id, { action: 'reportProgress' });
    await world.orderUntil(marked.stored.id, ({ state }) => state === 'placed');

    const { id, number } = begun.stored;
    world.store.fulfilOrder(demoShop, id, 0, 1);
    const asked = await world.orderUntil(id, ({ state }) => state === 'needs_attention');
    expect(asked).toMatchObject({ reason: { code: 'partly_handed_over' } });
    expect(await sentFor(world, number)).toEqual([]);
    expect((await world.api('POST', `/api/orders/${id}/send`, { mode: 'again' })).status).toBe(202);
    await world.orderUntil(id, ({ state }) => state === 'placed');
    expect(await sentFor(world, number)).toMatchObject([{ items: [{ quantity: 2 }] }]);
    await set({ automation: { trigger: 'paid' } });
  });
});
