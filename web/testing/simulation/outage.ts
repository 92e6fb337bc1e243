import type { ShopDomain } from '#placement/ids.ts';
import type { Plant } from './port-fault.ts';
import { timing } from './sim-options.ts';
import { orderIdOf } from './sim-shopify.ts';
import { SimWorld } from './sim-world.ts';

export interface OutageOptions {
  shops: number;
  orders: number;
  outageMs: number;
  seed: number;
  /** Part of the webhooks that Shopify never sends. */
  lostWebhooks: number;
  /** How long it may take to write down that the service is well again; orders come meanwhile, too. None by default. */
  recoveryMs?: number;
  /** A fault of the ports. */
  plant?: Plant;
}

export interface OutageResult {
  shops: number;
  orders: number;
  /** Calls of the delivery service over everything, and how many of them came while it was out. */
  calls: number;
  duringOutage: number;
  /** Single calls that may be made while it is out, to see whether it is back. */
  probes: number;
  /** Most calls in one second after the recovery. */
  burst: number;
  placed: number;
  unexplained: number;
  restedWithinMs: number;
}

const hour = 3_600_000;
const placeOf = (index: number) => `shop-${index}.myshopify.com` as ShopDomain;

/** An outage of the delivery service on the simulated clock: every shop's orders come in while nothing answers. */
async function outage(options: OutageOptions): Promise<OutageResult> {
  const { shops, orders, outageMs, plant, recoveryMs = 0 } = options;
  let from = 0;
  const out = (now: number) => now >= from && now < from + outageMs;
  const world = new SimWorld({
    seed: options.seed,
    workers: 4,
    stepMs: 10,
    callMs: 100,
    rowdy: false,
    ...(plant && { plant }),
    faults: {
      place: (random, now) =>
        out(now)
          ? random.pick([
              ['unsent', 1],
              ['reset_before', 1],
            ] as const)
          : 'none',
      lookup: (_random, now) => (out(now) ? 'failed' : 'none'),
    },
  });
  world.shops.recoveryMs = recoveryMs;
  from = world.scheduler.now();
  for (let index = 0; index < shops; index += 1)
    world.shops.add(placeOf(index), `key-${index}`, `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index]}-`);
  for (let index = 0; index < orders; index += 1) {
    const shop = placeOf(index % shops);
    const number = 10_001 + index;
    world.scheduler.at(from + world.random.below(outageMs + 5 * recoveryMs), () => {
      world.shopify.addOrder(shop, number, 1);
      if (!world.random.chance(options.lostWebhooks)) world.notify(shop, orderIdOf(number), 'orders/paid');
    });
  }
  const endless = 40_000_000;
  await world.runFor(outageMs, endless);
  await world.runFor(900_000, endless);
  const restedAt = Math.max(
    ...world.orders.all().flatMap(({ deliveries }) => [...deliveries.values()].map((d) => d.placedAt ?? 0)),
  );
  const perSecond = new Map<number, number>();
  for (const { startedAt } of world.service.calls) {
    if (startedAt < from + outageMs) continue;
    const second = Math.floor(startedAt / 1000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  }
  const rows = world.orders.all();
  return {
    shops,
    orders,
    calls: world.service.calls.length,
    duringOutage: world.service.calls.filter(({ startedAt }) => startedAt < from + outageMs).length,
    probes: shops * Math.ceil(outageMs / timing.probeMs),
    burst: Math.max(0, ...perSecond.values()),
    placed: rows.filter(({ order }) => order?.state === 'placed').length,
    unexplained:
      world.shopify.orders.size -
      rows.filter(({ order }) => ['placed', 'needs_attention', 'skipped', 'cancelled'].includes(order?.state ?? ''))
        .length,
    restedWithinMs: restedAt - from - outageMs,
  };
}

/** While nothing answers, a few calls find it out and then single probes go out, however many orders wait; and all go on. */
export async function brokenInOutage(seed: number, plant: Plant): Promise<string[]> {
  const given = { shops: 1, orders: 100, outageMs: 120_000, lostWebhooks: 0, recoveryMs: 2_000 };
  const { duringOutage, probes, shops, unexplained } = await outage({ ...given, seed, plant });
  const most = probes + 8 * shops;
  const found = duringOutage > most ? [`${duringOutage} calls during an outage, ${most} are enough`] : [];
  return unexplained > 0 ? [...found, `${unexplained} orders forgotten after an outage`] : found;
}

export const anHour = hour;
export const aDay = 24 * hour;

if (import.meta.main) {
  Error.stackTraceLimit = 0;
  process.stdout.write(`${JSON.stringify(await outage(JSON.parse(process.argv[2] ?? '') as OutageOptions))}\n`);
}
