import { setTimeout as pause } from 'node:timers/promises';
import { type ChaosWorld, ordersIn } from './chaos-world.ts';

const giveUpMs = 30_000;

/**
 * Pays orders of these shops in turn, one after another, numbered from `first` on.
 *
 * @returns for each, from the webhook's acknowledgement to the delivery at the service, in milliseconds.
 */
export async function timeOrders(
  world: ChaosWorld,
  shops: readonly string[],
  { count, everyMs, first }: { count: number; everyMs: number; first: number },
): Promise<number[]> {
  const measured: number[] = [];
  for (const order of ordersIn(shops, count, first)) {
    await world.pay(order);
    const startedAt = performance.now();
    const customer = `7${order.number}`;
    const isThere = () => [...world.courier.deliveries.values()].some((one) => one.customer === customer);
    while (!isThere() && performance.now() - startedAt < giveUpMs) await pause(5);
    measured.push(performance.now() - startedAt);
    await pause(everyMs);
  }
  return measured;
}
