import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';

let running: RunningStore;
let now = Date.parse('2026-11-21T08:00:00.750Z');
beforeAll(async () => {
  running = await runStore({ now: () => now });
});
afterAll(() => running.close());

const add = (overrides = {}) => running.store.addOrder(shop, orderKinds.unpaid(overrides));
const topicsAfter = async (act: () => unknown) => {
  const before = running.store.webhookLog(shop).length;
  act();
  await running.store.webhooksSettled();
  return running.store
    .webhookLog(shop)
    .slice(before)
    .map((record) => record.topic);
};

describe('payment', () => {
  it('in parts is PARTIALLY_PAID until nothing is left, and only then is orders/paid sent', async () => {
    const order = add();
    const first = await topicsAfter(() => running.store.payOrder(shop, order.id, { amount: '100.00' }));
    expect(first).toEqual(['orders/updated']);
    expect(running.store.order(shop, order.id).financialStatus).toBe('PARTIALLY_PAID');
    const second = await topicsAfter(() => running.store.payOrder(shop, order.id));
    expect(second).toEqual(['orders/paid', 'orders/updated']);
    expect(running.store.order(shop, order.id).financialStatus).toBe('PAID');
    expect(() => running.store.payOrder(shop, order.id)).toThrow('0.00 ZAR left');
  });

  it('finds an order by id, gid, number and name', () => {
    const order = add();
    for (const reference of [order.id, order.gid, order.number, order.name]) {
      expect(running.store.order(shop, reference).id).toBe(order.id);
    }
    expect(() => running.store.order(shop, 'nobody')).toThrow('no order');
  });

  it('stamps whole seconds, as Shopify does', () => {
    now += 1000;
    const order = add();
    expect(order.updatedAt).toMatch(/:01\.000Z$/);
  });
});

describe('after payment', () => {
  it('a full refund is REFUNDED, one of a line takes its units out of the fulfilment order', () => {
    const whole = running.store.addOrder(shop, orderKinds.paid());
    expect(running.store.refundOrder(shop, whole.id).financialStatus).toBe('REFUNDED');
    expect(() => running.store.payOrder(shop, whole.id)).toThrow('0.00 ZAR left');
    const part = running.store.addOrder(shop, orderKinds.ouncesAndPounds({ paid: true }));
    const view = running.store.refundOrder(shop, part.id, { amount: '145.00', lines: [{ line: 0, quantity: 1 }] });
    expect(view.financialStatus).toBe('PARTIALLY_REFUNDED');
    expect(view.fulfillmentOrders[0]?.lines.map((line) => line.remainingQuantity)).toEqual([1, 1]);
  });

  it('a cancelled order has nothing left to fulfil and its money back', async () => {
    const order = running.store.addOrder(shop, orderKinds.paid());
    const topics = await topicsAfter(() => running.store.cancelOrder(shop, order.id));
    expect(topics).toEqual(['orders/cancelled', 'orders/updated']);
    const view = running.store.order(shop, order.id);
    expect([view.financialStatus, view.fulfillmentOrders[0]?.status]).toEqual(['REFUNDED', 'CANCELLED']);
    expect(view.cancelledAt).not.toBeNull();
    expect(() => running.store.cancelOrder(shop, order.id)).toThrow('cancelled already');
  });

  it('an added item is unpaid and gets a fulfilment order of its own', async () => {
    const order = running.store.addOrder(shop, orderKinds.paid());
    const topics = await topicsAfter(() => running.store.editOrder(shop, order.id, { add: [{ sku: 'TEA-ROO' }] }));
    expect(topics).toEqual(['orders/edited', 'orders/updated']);
    const view = running.store.order(shop, order.id);
    expect([view.financialStatus, view.fulfillmentOrders.length]).toEqual(['PARTIALLY_PAID', 2]);
  });

  it('another shipping line takes the place of the one of checkout, which stays as removed', async () => {
    const order = running.store.addOrder(shop, orderKinds.paid());
    const edit = { shippingLine: { title: 'Standard post', price: '20.00' } };
    const topics = await topicsAfter(() => running.store.editOrder(shop, order.id, edit));
    expect(topics).toEqual(['orders/edited', 'orders/updated']);
    const query = `query {
      order(id: "gid://shopify/Order/${order.id}") {
        all: shippingLines(first: 5, includeRemovals: true) { nodes { title isRemoved } }
        shippingLines(first: 5) { nodes { title } }
        shippingLine { title }
        fulfillmentOrders(first: 1) { nodes { deliveryMethod { presentedName } } }
      }
    }`;
    const { data } = await running.graphql(query);
    expect(data?.['order']).toMatchObject({
      all: { nodes: [{ isRemoved: true }, { title: 'Standard post', isRemoved: false }] },
      shippingLines: { nodes: [{ title: 'Standard post' }] },
      shippingLine: { title: 'Standard post' },
      fulfillmentOrders: { nodes: [{ deliveryMethod: { presentedName: 'Same-day delivery' } }] },
    });
  });

  it('fraud analysis tells of itself alone, until all is fulfilled; the gravest risk decides', async () => {
    const order = running.store.addOrder(shop, orderKinds.paid());
    const { updatedAt } = running.store.order(shop, order.id);
    now += 60_000;
    const assess = (riskLevel: 'LOW' | 'HIGH', provider?: string) =>
      topicsAfter(() => running.store.assessRisk(shop, order.id, { riskLevel, ...(provider && { provider }) }));
    expect(await assess('HIGH')).toEqual(['orders/risk_assessment_changed']);
    expect(running.store.order(shop, order.id).updatedAt).toBe(updatedAt);
    const query = `query { order(id: "gid://shopify/Order/${order.id}") { risk { recommendation assessments { riskLevel } } } }`;
    const risk = async () => (await running.graphql(query)).data?.['order'];
    await assess('LOW', 'Fraud app');
    expect(await risk()).toEqual({
      risk: { recommendation: 'CANCEL', assessments: [{ riskLevel: 'HIGH' }, { riskLevel: 'LOW' }] },
    });
    await assess('LOW');
    expect(await risk()).toMatchObject({ risk: { recommendation: 'ACCEPT' } });
    running.store.fulfilOrder(shop, order.id);
    expect(() => running.store.assessRisk(shop, order.id, { riskLevel: 'HIGH' })).toThrow('is fulfilled');
  });

  it('a new street has no coordinates, a new phone keeps them', () => {
    const order = add();
    const phone = running.store.updateOrder(shop, order.id, { shippingAddress: { phone: '0825550000' } });
    expect(phone.shippingAddress).toMatchObject({ latitude: -33.9331, phone: '0825550000', city: 'Cape Town' });
    const street = running.store.updateOrder(shop, order.id, { shippingAddress: { address1: '1 Other Road' } });
    expect(street.shippingAddress).toMatchObject({ latitude: null, coordinatesValidated: false, phone: '0825550000' });
  });
});

describe('fulfilment orders', () => {
  it.each([
    ['hold', { action: 'hold' }, 'ON_HOLD', 'placed_on_hold'],
    ['in progress', { action: 'reportProgress' }, 'IN_PROGRESS', 'progress_reported'],
    ['move', { action: 'move', location: 'Johannesburg warehouse' }, 'OPEN', 'moved'],
    ['cancel', { action: 'cancel' }, 'CANCELLED', 'cancelled'],
  ] as const)('%s changes the status and says so', async (_name, change, status, topic) => {
    const order = add();
    const topics = await topicsAfter(() => running.store.changeFulfillmentOrder(shop, order.id, change));
    expect(topics).toEqual([`fulfillment_orders/${topic}`]);
    expect(running.store.order(shop, order.id).fulfillmentOrders[0]?.status).toBe(status);
  });

  const shape = (reference: string) =>
    running.store
      .order(shop, reference)
      .fulfillmentOrders.map(({ id, status, locationName, lines }) => [
        id,
        status,
        locationName,
        ...lines.map(({ remainingQuantity }) => remainingQuantity),
      ]);
  const twoMugs = () => running.store.addOrder(shop, orderKinds.paid({ lines: [{ sku: 'MUG-BLUE', quantity: 2 }] }));
  const johannesburg = 'Johannesburg warehouse';

  it('move as they are where nothing is fulfilled, and a part of them into a new one', () => {
    const order = twoMugs();
    const [{ id, locationName: capeTown } = { id: '', locationName: '' }] = order.fulfillmentOrders;
    running.store.changeFulfillmentOrder(shop, order.id, { action: 'move', location: johannesburg });
    expect(shape(order.id)).toEqual([[id, 'OPEN', johannesburg, 2]]);
    const lines = [{ line: 0, quantity: 1 }];
    running.store.changeFulfillmentOrder(shop, order.id, { action: 'move', location: capeTown, lines });
    expect(shape(order.id)).toEqual([
      [id, 'OPEN', johannesburg, 1],
      [expect.not.stringMatching(id), 'OPEN', capeTown, 1],
    ]);
  });

  it('split, and are held in part: the rest gets a new one', () => {
    const lines = [{ line: 0, quantity: 1 }];
    for (const action of ['split', 'hold'] as const) {
      const order = twoMugs();
      const { id, locationName } = order.fulfillmentOrders[0] ?? { id: '', locationName: '' };
      running.store.changeFulfillmentOrder(shop, order.id, { action, lines });
      expect(shape(order.id)).toEqual([
        [id, action === 'hold' ? 'ON_HOLD' : 'OPEN', locationName, 1],
        [expect.not.stringMatching(id), 'OPEN', locationName, 1],
      ]);
    }
    const lots = [{ line: 0, quantity: 3 }];
    expect(() => running.store.changeFulfillmentOrder(shop, twoMugs().id, { action: 'split', lines: lots })).toThrow(
      'no 3 units',
    );
  });

  it('merge what was split: each line stands once, and what is empty is closed', () => {
    const order = twoMugs();
    const { id, locationName } = order.fulfillmentOrders[0] ?? { id: '', locationName: '' };
    const lines = [{ line: 0, quantity: 1 }];
    running.store.changeFulfillmentOrder(shop, order.id, { action: 'split', lines });
    running.store.changeFulfillmentOrder(shop, order.id, { action: 'merge' });
    expect(shape(order.id)).toEqual([
      [id, 'OPEN', locationName, 2],
      [expect.not.stringMatching(id), 'CLOSED', locationName],
    ]);
  });

  it('grow with an edit, and get a new one where theirs is not open', () => {
    const order = twoMugs();
    const { id, locationName } = order.fulfillmentOrders[0] ?? { id: '', locationName: '' };
    running.store.editOrder(shop, order.id, { increase: [{ line: 0 }] });
    expect(shape(order.id)).toEqual([[id, 'OPEN', locationName, 3]]);
    running.store.changeFulfillmentOrder(shop, order.id, { action: 'hold' });
    running.store.editOrder(shop, order.id, { increase: [{ line: 0, by: 2 }] });
    expect(shape(order.id)).toEqual([
      [id, 'ON_HOLD', locationName, 3],
      [expect.not.stringMatching(id), 'OPEN', locationName, 2],
    ]);
    expect(running.store.order(shop, order.id).financialStatus).toBe('PARTIALLY_PAID');
  });

  it('that are held or scheduled open again', () => {
    const held = running.store.addOrder(shop, orderKinds.onHold());
    running.store.changeFulfillmentOrder(shop, held.id, { action: 'releaseHold' });
    const scheduled = running.store.addOrder(shop, orderKinds.scheduled());
    running.store.changeFulfillmentOrder(shop, scheduled.id, { action: 'open' });
    const statuses = [held.id, scheduled.id].map((id) => running.store.order(shop, id).fulfillmentOrders[0]?.status);
    expect(statuses).toEqual(['OPEN', 'OPEN']);
    expect(() => running.store.changeFulfillmentOrder(shop, held.id, { action: 'open' })).toThrow('needs SCHEDULED');
  });

  it('close when they are fulfilled, once', async () => {
    const order = running.store.addOrder(shop, orderKinds.twoLocations({ paid: true }));
    const fulfil = (ids: string[]) =>
      running.graphql(
        `mutation ($f: FulfillmentInput!) { fulfillmentCreate(fulfillment: $f) {
           fulfillment { id trackingInfo { number } } userErrors { message } } }`,
        {
          f: {
            lineItemsByFulfillmentOrder: ids.map((id) => ({
              fulfillmentOrderId: `gid://shopify/FulfillmentOrder/${id}`,
            })),
            trackingInfo: { company: 'Courier', number: 'D-1' },
          },
        },
      );
    const ids = order.fulfillmentOrders.map((one) => one.id);
    const both = await fulfil(ids);
    expect(both.data).toMatchObject({ fulfillmentCreate: { fulfillment: null } });
    const one = await fulfil(ids.slice(0, 1));
    expect(one.data).toMatchObject({ fulfillmentCreate: { userErrors: [] } });
    const view = running.store.order(shop, order.id);
    expect(view.fulfillmentOrders.map((fulfillmentOrder) => fulfillmentOrder.status)).toEqual(['CLOSED', 'OPEN']);
    expect(view.fulfillmentStatus).toBe('PARTIALLY_FULFILLED');
    expect(view.fulfillments).toMatchObject([{ tracking: [{ number: 'D-1' }] }]);
    const again = await fulfil(ids.slice(0, 1));
    expect(again.data).toMatchObject({
      fulfillmentCreate: { userErrors: [{ message: expect.stringContaining('closed') }] },
    });
    const { data } = await running.graphql(
      `mutation ($id: ID!) { fulfillmentEventCreate(fulfillmentEvent: {fulfillmentId: $id, status: OUT_FOR_DELIVERY,
         happenedAt: "2026-11-21T09:00:00Z"}) { fulfillmentEvent { happenedAt } userErrors { message } } }`,
      { id: `gid://shopify/Fulfillment/${view.fulfillments[0]?.id}` },
    );
    expect(data).toMatchObject({
      fulfillmentEventCreate: { fulfillmentEvent: { happenedAt: '2026-11-21T09:00:00Z' } },
    });
  });
});

it('a fulfilment that staff cancel opens its goods again, in a new fulfilment order where it had closed theirs', () => {
  const order = running.store.addOrder(shop, orderKinds.ouncesAndPounds({ paid: true }));
  const units = ({ fulfillmentOrders, fulfillmentStatus }: typeof order) => [
    fulfillmentStatus,
    ...fulfillmentOrders.map(({ status, lines }) => [status, ...lines.map((line) => line.remainingQuantity)]),
  ];
  const whole = units(order);
  running.store.fulfilOrder(shop, order.id, 0, 1);
  expect(units(running.store.order(shop, order.id))).not.toEqual(whole);
  expect(units(running.store.cancelFulfilment(shop, order.id))).toEqual(whole);
  running.store.fulfilOrder(shop, order.id);
  const [status, [, ...quantities] = []] = whole as [string, [string, ...number[]]];
  expect(units(running.store.cancelFulfilment(shop, order.id, 1))).toEqual([
    status,
    ['CLOSED', ...quantities],
    ['OPEN', ...quantities],
  ]);
  expect(() => running.store.cancelFulfilment(shop, order.id)).toThrow('no fulfilment 0 to cancel');
});

it('ids of one shop’s orders lie multiples of 32,768 apart, as Shopify’s do', () => {
  const [first, ...others] = [add(), add(), add()].map(({ id }) => BigInt(id));
  for (const id of others) {
    expect((id - (first as bigint)) % 32_768n).toBe(0n);
    expect(id).toBeGreaterThan(first as bigint);
  }
});
