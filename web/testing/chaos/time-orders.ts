import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosWorld } from './chaos-world.ts';

const giveUpMs = 30_000;

/**
 * Pays orders of these shops in turn, one after another, numbered from `first` on.
 *
 * @returns for each, from the webhook's acknowledgement to the delivery at the service, in milliseconds.
 */
export async function timeOrders(
  { shopify, fleet, courier }: Pick<ChaosWorld, 'shopify' | 'fleet' | 'courier'>,
  shops: readonly [string, ...string[]],
  { count, everyMs, first }: { count: number; everyMs: number; first: number },
): Promise<number[]> {
  const measured: number[] = [];
  for (let number = first; number < first + count; number += 1) {
    const shop = shops[number % shops.length] ?? shops[0];
    shopify.addOrder(shop, number);
    await fleet.post({ shop, number, topic: 'orders/paid' });
    const startedAt = performance.now();
    const isThere = () => [...courier.deliveries.values()].some(({ customer }) => customer === `7${number}`);
    while (!isThere() && performance.now() - startedAt < giveUpMs) await pause(5);
    measured.push(performance.now() - startedAt);
    await pause(everyMs);
  }
  return measured;
}
