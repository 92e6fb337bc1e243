import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overview } from '#api-contract/overview.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { NewOrder } from '#store-simulator/state/new-order.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, sentFor } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ store: { throttle: null } });
});
afterAll(() => world.close());

const posted = { title: 'Standard post', code: 'post', price: '60.00' };

/** A split cart: the kettle travels by the first shipping line, the mugs by post. */
const splitCart = (first: 'Local Delivery' | 'Same-day delivery'): NewOrder =>
  orderKinds.unpaid({
    lines: [{ sku: 'KET-BLK' }, { sku: 'MUG-BLUE', quantity: 2 }],
    shippingLines: [{ title: first, price: '60.00' }, posted],
    fulfillmentOrders: [
      {
        methodType: first === 'Local Delivery' ? 'LOCAL' : 'SHIPPING',
        deliveryMethod: { presentedName: first, serviceCode: first },
        lines: [{ line: 0 }],
      },
      {
        methodType: 'SHIPPING',
        deliveryMethod: { presentedName: posted.title, serviceCode: posted.code },
        lines: [{ line: 1 }],
      },
    ],
  });

describe('a cart with several delivery methods', () => {
  it.each(['Local Delivery', 'Same-day delivery'] as const)(
    'sends the goods of "%s" only, and names what is left out',
    async (method) => {
      const { view, stored, sent } = await paidOrder(world, splitCart(method));
      expect(view.state).toBe('placed');
      expect(sent).toMatchObject([{ order_reference: String(stored.number), items: [{ quantity: 1 }] }]);
      const rule = view.rules.find(({ rule: name }) => name === 'delivery method');
      expect(rule).toMatchObject({ result: 'pass', message: expect.stringContaining('Left out: Standard post.') });
    },
  );
});

describe('a delivery method that an edit changes after checkout', () => {
  const bought = (title: string) => orderKinds.paid({ shippingLines: [{ title, price: '60.00' }] });

  it('is same-day delivery by then: a driver comes once the rest is paid', async () => {
    const { id, number } = world.store.addOrder(demoShop, bought('Standard post'));
    const { rules } = await world.orderUntil(id, ({ state }) => state === 'skipped');
    expect(rules.find(({ rule }) => rule === 'delivery method')).toMatchObject({ result: 'fail' });
    world.store.editOrder(demoShop, id, { shippingLine: { title: 'Same-day delivery', price: '120.00' } });
    await world.orderUntil(id, ({ reason }) => reason?.code === 'not_paid');
    expect(await sentFor(world, number)).toEqual([]);
    world.store.payOrder(demoShop, id);
    const { deliveries } = await world.orderUntil(id, ({ state }) => state === 'placed');
    expect(deliveries).toMatchObject([{ drift: [] }]);
    expect(await sentFor(world, number)).toHaveLength(1);
  });

  it('is another one before a driver is booked: a person is asked, and may send one', async () => {
    const { id, number } = world.store.addOrder(demoShop, { ...bought('Same-day delivery'), paid: false });
    world.store.editOrder(demoShop, id, { shippingLine: { title: 'Standard post', price: '60.00' } });
    world.store.payOrder(demoShop, id);
    const asked = await world.orderUntil(id, ({ needsPerson, state }) => needsPerson || state === 'needs_attention');
    const params = { kept: 'Same-day delivery', methods: 'Standard post' };
    expect(asked).toMatchObject({ state: 'needs_attention', reason: { code: 'method_edited', params } });
    expect(await sentFor(world, number)).toEqual([]);
    await world.api('POST', `/api/orders/${id}/send`, { mode: 'again' });
    expect((await world.orderUntil(id, ({ state }) => state === 'placed')).deliveries).toMatchObject([{ drift: [] }]);
    expect(await sentFor(world, number)).toHaveLength(1);
  });

  it('is another one once the driver is booked: a person is told, and the driver goes by nobody else', async () => {
    const { view, stored, sent } = await paidOrder(world, bought('Same-day delivery'));
    expect(view).toMatchObject({ state: 'placed', needsPerson: false });
    world.store.editOrder(demoShop, stored.id, { shippingLine: { title: 'Standard post', price: '60.00' } });
    const told = await world.orderUntil(stored.id, ({ needsPerson }) => needsPerson);
    const method = { field: 'delivery_method', placed: 'Same-day delivery', now: 'Standard post', closed: null };
    expect(told).toMatchObject({ state: 'placed', headline: { what: 'changed' }, deliveries: [{ drift: [method] }] });
    const { changed } = overview.parse((await world.api('GET', '/api/overview')).body);
    expect(changed.find(({ orderId }) => orderId === stored.id)).toMatchObject({ what: 'method' });
    world.store.editOrder(demoShop, stored.id, { shippingLine: { title: 'Same-day delivery', price: '60.00' } });
    await world.orderUntil(stored.id, ({ needsPerson }) => !needsPerson);
    expect(await sentFor(world, stored.number)).toEqual(sent);
  });
});
