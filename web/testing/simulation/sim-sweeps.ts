import type { Ports } from '#deliveries/ports/ports.ts';
import type { SweepStore } from '#deliveries/ports/stores.ts';
import { isNewsToSweep, sweepShop } from '#deliveries/run/reconcile.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { isPaid } from '#placement/shop-order.ts';
import type { SimProcess } from './scheduler.ts';
import type { SimShop, SimWiring } from './sim-shops.ts';
import type { SimWorld } from './sim-world.ts';

/** The comparisons of the shops with Shopify, as the database keeps them. */
export function simSweeps(
  shops: ReadonlyMap<ShopDomain, SimShop>,
  { scheduler, orders, random, runs }: SimWiring,
): SweepStore {
  return {
    startSweep: async (shop, leaseMs) => {
      const found = shops.get(shop);
      if (!found || found.sweepLeaseUntil > scheduler.now()) return null;
      found.sweepLeaseUntil = scheduler.now() + leaseMs;
      return { sweptAt: found.sweptAt, now: scheduler.now(), progress: found.sweep };
    },
    endSweep: async (shop, pauseMs) => {
      const found = shops.get(shop);
      if (found) found.sweepLeaseUntil = pauseMs === 0 ? 0 : scheduler.now() + pauseMs;
    },
    reconcile: async (shop, summaries, { startedAt, next, leaseMs, pendingToo = false }) => {
      const swept = shops.get(shop);
      if (swept) {
        swept.sweep = next;
        swept.sweepLeaseUntil = scheduler.now() + leaseMs;
        if (next === null) swept.sweptAt = Math.max(swept.sweptAt ?? 0, startedAt);
      }
      const missed = summaries.filter((summary) => {
        const { order, webhooks, erased } = orders.now(shop, summary.id);
        if (erased || webhooks.length > 0) return false;
        if (!order) return isPaid(summary) || (pendingToo && summary.financialStatus === 'PENDING');
        const { shopifyUpdatedAt: seenAt, ownWrite, cancelledAt, paid } = order;
        const seen = { seenAt, ownWriteAt: ownWrite?.updatedAt ?? null, cancelledAt, paid };
        return isNewsToSweep(summary, seen, scheduler.now());
      });
      for (const { id, updatedAt } of missed) {
        const webhook = { id: random.id(), topic: 'sweep', payloadUpdatedAt: Date.parse(updatedAt) };
        orders.addWebhook(shop, id as OrderId, webhook);
        runs.ask(shop, id, null);
      }
      return missed.length;
    },
  };
}

/** Sweeps a shop; while the comparison pauses for the shop's points, the worker comes again. */
export function sweepToEnd(
  world: Pick<SimWorld, 'scheduler' | 'shops' | 'log'>,
  process: SimProcess,
  ports: Ports,
  shop: ShopDomain,
): void {
  const goOn = () => {
    const at = world.shops.sweepResumesAt(shop);
    // Nobody comes again to a shop that is gone.
    const isHere = world.shops.record(shop).uninstalledAt === null;
    if (at !== null && isHere) world.scheduler.at(at + 1, () => sweepToEnd(world, process, ports, shop), process);
  };
  sweepShop(ports, shop).then(goOn, () => world.log('sweep failed'));
}
