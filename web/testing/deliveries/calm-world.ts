import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { Ports } from '#deliveries/ports/ports.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { webhookOf } from '#testing/simulation/tell-of-change.ts';
import { promisesSettled } from '../simulation/scheduler.ts';
import type { PlaceFault } from '../simulation/service-faults.ts';
import { calm } from '../simulation/sim-options.ts';
import { orderIdOf } from '../simulation/sim-shopify.ts';
import { SimWorld } from '../simulation/sim-world.ts';

export const shop = 'calm.myshopify.com' as ShopDomain;
export const orderId: OrderId = orderIdOf(1001);

interface CalmWorld {
  world: SimWorld;
  /** Until nothing happens by itself any more. */
  rest(): Promise<void>;
  /** A webhook comes, and everything that follows from it happens. */
  run(topic?: string): Promise<void>;
  /** What a person or a timer asks for, while the world goes on. */
  during<R>(work: (ports: Ports) => Promise<R>): Promise<R>;
  deliveries(): DeliveryRecord[];
  /** The kinds of the calls that the service got, in their order. */
  calls(): string[];
}

/**
 * The simulation without chance: one shop, one worker, one paid order that nobody was told of yet.
 *
 * @param given `faults`: what becomes of each placing call, then none; `goods`: at how many locations its goods lie.
 */
export function calmWorld(
  given: { faults?: PlaceFault[]; goods?: number; order?: Partial<ShopOrder> } = {},
): CalmWorld {
  const faults = [...(given.faults ?? [])];
  const world = new SimWorld({
    ...calm,
    seed: 2,
    faults: { place: () => faults.shift() ?? 'none', lookup: () => 'none' },
  });
  world.shops.add(shop, 'key', '');
  world.shopify.onChange = (where, id, by) => webhookOf(world, where, id, by === 'analysis' ? by : 'merchant')();
  world.shopify.addOrder(shop, 1001, given.goods ?? 1, given.order);
  const process = world.runs.anyProcess();
  if (!process) throw new Error('no process');
  const ports = world.portsOf(process);
  const rest = async () => {
    if ((await world.runToRest(24 * 3_600_000, 20_000)) !== 'rested') throw new Error('the world did not come to rest');
  };
  return {
    world,
    rest,
    run: async (topic = 'orders/paid') => {
      world.notify(shop, orderId, topic);
      await rest();
    },
    during: async (work) => {
      let isOver = false;
      const result = work(ports).finally(() => {
        isOver = true;
      });
      result.catch(() => undefined);
      while (!isOver) {
        await world.scheduler.run(world.scheduler.now() + 100, 20_000);
        await promisesSettled();
      }
      return result;
    },
    deliveries: () => [...world.orders.stored(shop, orderId).deliveries.values()],
    calls: () => world.service.calls.map(({ kind, reference }) => `${kind} ${reference}`),
  };
}
