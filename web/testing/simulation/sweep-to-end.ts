import type { Ports } from '#deliveries/ports/ports.ts';
import { sweepShop } from '#deliveries/run/reconcile.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Scheduler, SimProcess } from './scheduler.ts';
import type { SimShops } from './sim-shops.ts';

interface World {
  scheduler: Scheduler;
  shops: SimShops;
  log(line: string): void;
}

/** Sweeps a shop; while the comparison pauses for the shop's points, the worker comes again. */
export function sweepToEnd(world: World, process: SimProcess, ports: Ports, shop: ShopDomain): void {
  const goOn = () => {
    const at = world.shops.sweepResumesAt(shop);
    // Nobody comes again to a shop that is gone.
    const isHere = world.shops.record(shop).uninstalledAt === null;
    if (at !== null && isHere) world.scheduler.at(at + 1, () => sweepToEnd(world, process, ports, shop), process);
  };
  sweepShop(ports, shop).then(goOn, () => world.log('sweep failed'));
}
