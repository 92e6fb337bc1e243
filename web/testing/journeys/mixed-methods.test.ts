import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { NewOrder } from '#store-simulator/state/new-order.ts';
import type { LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

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
