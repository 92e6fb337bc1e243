import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewOrder } from '../state/new-order.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';
import { orderKinds, thirdParty } from './order-kinds.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore();
  running.store.addLocation(shop, thirdParty);
});
afterAll(() => running.close());

const add = (order: NewOrder) => running.store.addOrder(shop, order);

describe('every kind of order', () => {
  it.each(Object.entries(orderKinds))('%s enters the shop', (_name, kind) => {
    const order = add((kind as () => NewOrder)());
    expect(order.fulfillmentOrders.length).toBeGreaterThan(0);
  });

  it('is what its name says', () => {
    expect(add(orderKinds.noPhone()).shippingAddress?.phone).toBeNull();
    expect(add(orderKinds.localPickup()).fulfillmentOrders[0]?.methodType).toBe('PICK_UP');
    expect(add(orderKinds.digitalOnly()).fulfillmentOrders.map((one) => one.methodType)).toEqual(['NONE']);
    expect(new Set(add(orderKinds.twoLocations()).fulfillmentOrders.map((one) => one.locationId)).size).toBe(2);
    expect(add(orderKinds.noCustomer()).customerId).toBeNull();
    expect(add(orderKinds.scheduled()).fulfillmentOrders[0]?.status).toBe('SCHEDULED');
    expect(add(orderKinds.thirdPartyLocation()).fulfillmentOrders[0]?.locationName).toBe(thirdParty.name);
    expect(add(orderKinds.paid()).financialStatus).toBe('PAID');
  });

  it('of one buyer belong to one customer', () => {
    const [first, second] = [add(orderKinds.unpaid()), add(orderKinds.zeroWeight())];
    expect(first.customerId).not.toBeNull();
    expect(second.customerId).toBe(first.customerId);
  });
});

describe('the sample orders', () => {
  it('were there before the app: told to nobody, processed in the past', async () => {
    const domain = 'sample-shop.myshopify.com';
    const startedAt = Date.now();
    running.store.addShop({
      ...{ domain, name: 'Samples', ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' },
      samples: 'orders',
    });
    await running.store.webhooksSettled();
    const orders = running.store.orders(domain);
    expect(orders.length).toBeGreaterThanOrEqual(20);
    expect(orders.every((order) => Date.parse(order.processedAt) < startedAt - 3_600_000)).toBe(true);
    expect(running.store.webhookLog(domain)).toEqual([]);
  });
});
