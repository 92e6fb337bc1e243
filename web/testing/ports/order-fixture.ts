import { afterAll, beforeAll } from 'vitest';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { Change, OrderAggregate, OrderRecord } from '#deliveries/order.ts';
import type { ChangeOptions } from '#deliveries/ports/stores.ts';
import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { exampleDelivery, exampleRecord } from '../deliveries/example-delivery.ts';
import type { PortWorld } from './port-world.ts';

/** A world with a shop of ours, opened before the tests around the call and closed after them: read it inside a test. */
export interface OrderFixture {
  readonly world: PortWorld;
  readonly shop: ShopDomain;
  /** An order that nobody knows, in our shop or in that of `of`. */
  fresh(of?: ShopDomain): ReturnType<typeof freshOrder>;
}

export function orderFixture(open: () => Promise<PortWorld>): OrderFixture {
  let world: PortWorld;
  let shop: ShopDomain;
  let last = 0;
  beforeAll(async () => {
    world = await open();
    shop = await world.addShop();
  });
  afterAll(() => world.close());
  return {
    get world() {
      return world;
    },
    get shop() {
      return shop;
    },
    fresh: (of = shop) => {
      last += 1;
      return freshOrder(world, of, last);
    },
  };
}

function freshOrder({ orders }: PortWorld, shop: ShopDomain, index: number) {
  const orderId = String(5_000_000_000_058 + 32_768 * index) as OrderId;
  const order = exampleRecord({ shop, orderId, number: 1000 + index });
  const reference = (part = '') => `${order.number}${part}` as OrderReference;
  const delivery = (changes: Partial<DeliveryRecord> = {}) =>
    exampleDelivery({ shop, orderId, orderReference: reference(), ...changes });
  const write = (change: Change | null, options?: ChangeOptions) =>
    orders.change(shop, orderId, () => ({ change, result: 'result' }), options);
  return { orderId, order, reference, delivery, write, load: () => orders.load(shop, orderId) };
}

/** What the changes of a test count up. */
export const count = ({ order }: OrderAggregate): number => order?.number ?? 0;

/** A decision that counts one up, and gives what it came to. */
export const raised = (aggregate: OrderAggregate, { order }: { order: OrderRecord }) => ({
  change: { order: { ...(aggregate.order ?? order), number: count(aggregate) + 1 } },
  result: count(aggregate) + 1,
});
