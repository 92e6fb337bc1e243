import { randomUUID } from 'node:crypto';
import { SeededRandom } from '#testing/simulation/seeded-random.ts';
import { type ChaosWorld, ordersIn } from './chaos-world.ts';
import { promisesBroken } from './explain-orders.ts';

export interface ShuffleResult {
  orders: number;
  webhooks: number;
  unacknowledged: number;
  notRested: number;
  /** Deliveries at the service, and orders that have other than one. */
  deliveries: number;
  notOne: number;
  /** Goods that nobody brings and nobody is told of, and drivers that are denied. */
  broken: string[];
  placings: number;
  elapsedMs: number;
}

const shops = Array.from({ length: 5 }, (_, index) => `shuffled-${index}.myshopify.com`);
const sideBySide = 40;

/** What no calendar has; PostgreSQL refuses some of them. */
const oddInstants = ['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '0000-01-01T00:00:00Z'] as const;

/**
 * Every order's webhooks come one to nine times, in any order, to any process; some are the very same webhook again, and
 * some are dated outside the calendar.
 */
export async function shuffleWebhooks(
  world: ChaosWorld,
  options: { orders: number; seed: number; restMs: number },
): Promise<ShuffleResult> {
  const random = new SeededRandom(options.seed);
  await world.install(...shops);
  const orders = ordersIn(shops, options.orders);
  for (const order of orders) world.shopify.addOrder(order);
  const webhooks = orders.flatMap((order) => {
    const first = randomUUID();
    return Array.from({ length: 1 + random.below(9) }, (_, index) => {
      // A paid order has a webhook that says so; the very same one may come again.
      const again = index === 0 || random.chance(0.3);
      const topic = random.pick([
        ['orders/paid', 2],
        ['orders/updated', 1],
        ['orders/create', 1],
      ] as const);
      return {
        ...order,
        topic: again ? 'orders/paid' : topic,
        id: again ? first : randomUUID(),
        odd: index > 0 && random.chance(0.02) ? oddInstants[random.below(oddInstants.length)] : undefined,
      };
    });
  });
  for (let index = webhooks.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [webhooks[index], webhooks[other]] = [
      webhooks[other] as (typeof webhooks)[0],
      webhooks[index] as (typeof webhooks)[0],
    ];
  }
  const startedAt = performance.now();
  let unacknowledged = 0;
  const left = [...webhooks];
  const poster = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const updatedAt = next.odd ?? world.shopify.updatedAt(next);
      if (!(await world.fleet.post({ ...next, updatedAt, triggeredAt: next.odd }))) unacknowledged += 1;
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, poster));
  const notRested = await world.untilRested(orders, options.restMs);
  const elapsedMs = Math.round(performance.now() - startedAt);
  const perCustomer = new Map<string, number>();
  for (const { customer } of world.courier.deliveries.values())
    perCustomer.set(customer, (perCustomer.get(customer) ?? 0) + 1);
  return {
    orders: orders.length,
    webhooks: webhooks.length,
    unacknowledged,
    notRested,
    deliveries: world.courier.deliveries.size,
    notOne: orders.filter(({ number }) => perCustomer.get(`7${number}`) !== 1).length,
    broken: await promisesBroken(world, orders),
    placings: world.courier.placings,
    elapsedMs,
  };
}
