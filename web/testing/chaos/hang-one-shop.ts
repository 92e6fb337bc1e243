import { basic } from '#courier-service/testing/client.ts';
import { sideBySide } from '#deliveries/actions/many-orders.ts';
import { quantile } from '#testing/bench/spread.ts';
import { type ChaosWorld, ordersIn } from './chaos-world.ts';
import { promisesBroken } from './explain-orders.ts';
import { timeOrders } from './time-orders.ts';

export interface BulkheadResult {
  /** Orders of the shop whose service hangs that had no delivery when the measuring ended. */
  waiting: number;
  /** Calls of its service that were left hanging. */
  hung: number;
  /** Of them not at rest when the service answered again. */
  lost: number;
  /** Goods that nobody brings and nobody is told of, and drivers that are denied. */
  broken: string[];
  /** From the webhook's acknowledgement to the delivery at the service, 95th percentile, milliseconds. */
  baselineP95Ms: number;
  p95Ms: number;
}

const hanging = 'hanging.myshopify.com';
const healthy = ['healthy-a.myshopify.com', 'healthy-b.myshopify.com', 'healthy-c.myshopify.com'] as const;

/** One shop's service takes every call and never answers, with many orders waiting; what do orders of others wait? */
export async function hangOneShop(
  world: ChaosWorld,
  options: { waiting: number; others: number; everyMs: number; restMs: number; say?: (line: string) => void },
): Promise<BulkheadResult> {
  const { waiting, others, everyMs, restMs, say } = options;
  await world.install(hanging, ...healthy);
  // The first orders of a process find nothing warm.
  await timeOrders(world, healthy, { count: 5, everyMs: 0, first: 501 });
  const baseline = await timeOrders(world, healthy, { count: others, everyMs, first: 1001 });
  let hung = 0;
  world.courier.fault = (authorization) => {
    if (authorization !== basic(`key of ${hanging}`)) return 'none';
    hung += 1;
    return 'hang_after';
  };
  const orders = ordersIn([hanging], waiting, 500_001);
  await sideBySide(orders, 40, (order) => world.pay(order));
  say?.(`${waiting} orders wait for a service that hangs`);
  const beside = await timeOrders(world, healthy, { count: others, everyMs, first: 10_001 });
  const stillWaiting = world.shopify.withoutNote(orders).length;
  world.courier.fault = () => 'none';
  world.courier.hangUp();
  return {
    waiting: stillWaiting,
    hung,
    lost: await world.untilRested(orders, restMs),
    broken: await promisesBroken(world, orders),
    baselineP95Ms: Math.round(quantile(baseline, 0.95)),
    p95Ms: Math.round(quantile(beside, 0.95)),
  };
}
