import type { Settings } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { approveAccess } from './draw-access.ts';
import { drawChanges } from './draw-changes.ts';
import { later } from './draw-events.ts';
import { drawHosts } from './draw-hosts.ts';
import { addOrder } from './draw-order.ts';
import { drawPlaces } from './draw-places.ts';
import { drawScale, minute, type Scale, stormMs } from './draw-scale.ts';
import type { Sources } from './draw-sources.ts';
import { drawRush } from './draw-staff.ts';
import { wantFollowUp } from './draw-wishes.ts';
import { beginning } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';
import { cancelFaultsOf, type LookupFault, lookupFaults, type PlaceFault, weightedFaults } from './service-faults.ts';
import { setPaused, setRules, setTestMode } from './shop-settings.ts';
import { letDriversDrive } from './sim-drivers.ts';
import { openAll } from './sim-goods.ts';
import type { SimWorldOptions } from './sim-options.ts';
import type { SimWorld } from './sim-world.ts';
import { webhookOf } from './tell-of-change.ts';

const shopA = 'a.myshopify.com' as ShopDomain;
const shopB = 'bb.myshopify.com' as ShopDomain;

export interface Plan {
  world: Omit<SimWorldOptions, 'seed'>;
  serene: boolean;
  /** Nothing of the service can be reached, epoch ms. */
  outage: { from: number; to: number } | null;
  begin(world: SimWorld): { count: number };
  /** What holds the shop back ends: resumed, reinstalled, with a key that works. */
  calm(world: SimWorld): void;
}

/** What happens in one schedule, drawn from its seed. */
export function drawPlan(sources: Sources): Plan {
  const { plan, rush } = sources;
  const isBusy = rush.chance(0.1);
  const weighted = weightedFaults(isBusy);
  const faultRate = plan.pick([
    [0, 1],
    [0.25, 4],
    [0.6, 3],
  ] as const);
  const end = beginning + stormMs;
  const isOut = (now: number) => outage !== null && now >= outage.from && now < outage.to;
  const place = (random: SeededRandom, now: number): PlaceFault => {
    if (isOut(now)) return random.chance(0.5) ? 'unsent' : 'reset_before';
    if (now >= end || !random.chance(faultRate)) return random.chance(0.02) ? 'no_slot' : 'none';
    return random.pick(weighted);
  };
  const lookup = (random: SeededRandom, now: number): LookupFault => {
    if (isOut(now)) return 'failed';
    return now < end && random.chance(faultRate) ? random.pick(lookupFaults) : 'none';
  };
  const killed = { count: 0 };
  /** Nothing but the service misbehaves: every webhook comes, nobody dies, nobody but the queue moves anything. */
  const serene = plan.chance(0.3);
  const scale = drawScale(plan);
  const { small, spreadMs } = scale;
  const outage = plan.chance(0.1) ? { from: end - stormMs + spreadMs, to: end - 3 * minute } : null;
  return {
    world: {
      workers: 1 + plan.below(3),
      stepMs: plan.pick([
        [0, 1],
        [20, 3],
        [400, 1],
      ] as const),
      callMs: plan.pick([
        [150, 3],
        [1_500, 1],
      ] as const),
      rowdy: !serene && plan.chance(0.4),
      faults: { place, lookup, cancel: cancelFaultsOf({ faultRate, end, isOut }) },
    },
    serene,
    outage,
    begin: (world) => {
      world.service.canLookup = !plan.chance(0.05);
      world.shopify.failing = (random) => world.scheduler.now() < end && random.chance(faultRate / 4);
      addShops(world, plan, scale, serene);
      for (let index = serene ? 0 : plan.below(small ? 3 : 6); index > 0; index -= 1)
        strike(world, plan, spreadMs, killed);
      if (!serene && plan.chance(0.45)) trouble(world, plan, spreadMs);
      if (!serene && world.shops.domains().includes(shopB) && plan.chance(0.7)) changeKey(world, spreadMs);
      // Five minutes after the schedule begins it is too late for today.
      if (plan.chance(0.1)) for (const shop of world.shops.domains()) setRules(world, shop, { cutOff: '09:05' });
      drawAnswers(world, plan);
      wantFollowUp(world, sources.wishes);
      drawHosts(world, sources.hosts, { ...scale, serene });
      drawRush(world, rush, { ...scale, isBusy });
      drawPlaces(world, sources.places, scale);
      drawChanges(world, sources, { ...scale, serene });
      return killed;
    },
    calm,
  };
}

/** How a look-up tells of what is there, and whether drivers get on with it. */
function drawAnswers(world: SimWorld, plan: SeededRandom): void {
  const { service } = world;
  service.deniesForMs = plan.pick([
    [0, 10],
    [20_000, 1],
    [Number.POSITIVE_INFINITY, 1],
  ] as const);
  service.shows = plan.pick([
    ['as_sent', 8],
    ['rewritten', 1],
    ['rewritten_without_customer', 1],
  ] as const);
  // Few: a driver's day takes many questions.
  if (plan.chance(0.1)) letDriversDrive(world);
}

function addShops(world: SimWorld, plan: SeededRandom, scale: Scale, serene: boolean): void {
  const { small, spreadMs } = scale;
  const twoShops = !small && plan.chance(0.4);
  world.shops.add(shopA, 'key-1', plan.chance(0.3) ? 'A-' : '');
  if (plan.chance(0.1)) setRules(world, shopA, { mode: 'manual' });
  // The second shop has the first one's account, or the one that the first changes to.
  if (twoShops) world.shops.add(shopB, plan.chance(0.5) ? 'key-1' : 'key-2', plan.chance(0.6) ? 'B-' : '');
  world.shopify.onChange = (shop, id, by) => {
    const told = serene || plan.chance(by === 'app' ? 0.8 : 0.9);
    if (told) later(world, spreadMs, webhookOf(world, shop, id, by));
    else world.shopify.hidden.untold(`${shop}/${id}`, world.scheduler.now());
  };
  for (const shop of world.shops.domains()) {
    const orders = small ? 1 : 1 + plan.below(twoShops ? 2 : 4);
    for (let index = orders; index > 0; index -= 1)
      addOrder(world, plan, shop, { number: 1000 + index, ...scale, sure: serene || !world.service.canLookup });
  }
}

function calm(world: SimWorld): void {
  world.service.takesKey = () => true;
  world.service.hides = false;
  for (const shop of world.shops.domains()) {
    const record = world.shops.record(shop);
    const resumed = record.settings.paused || record.uninstalledAt !== null;
    world.shops.change(shop, { uninstalledAt: null, settings: { ...record.settings, paused: false } });
    if (resumed) world.shops.wakeWaiting(shop, 0);
    if (record.settings.automation.testMode) setTestMode(world, shop, false);
  }
  for (const { shop, id, financialStatus } of world.shopify.orders.values()) {
    world.shopify.changeGoods(shop, id, openAll);
    if (financialStatus === 'PENDING') world.shopify.pay(shop, id);
  }
  for (const shop of world.shopify.withheld) approveAccess(world, shop);
  world.edits.calm();
}

function strike(world: SimWorld, plan: SeededRandom, spreadMs: number, killed: { count: number }): void {
  later(world, plan.chance(0.5) ? 2 * spreadMs : 10 * spreadMs, () => {
    const alive = world.runs.processes.filter((process) => process.alive);
    const victim = alive[world.random.below(alive.length)];
    if (!victim) return;
    killed.count += 1;
    const kill = world.random.chance(0.6);
    world.log(`${kill ? 'kill' : 'stop'} ${victim.name}`);
    if (kill) world.runs.kill(victim);
    else world.runs.stop(victim, 5_000 + world.random.below(30_000));
  });
}

/** A shop-wide event: paused, uninstalled, key withdrawn or changed, settings changed; some end by themselves, all by the calm. */
function trouble(world: SimWorld, plan: SeededRandom, spreadMs: number): void {
  const shop = plan.chance(0.7) || !world.shops.domains().includes(shopB) ? shopA : shopB;
  const set = (changes: Partial<Settings>) =>
    world.shops.change(shop, { settings: { ...world.shops.record(shop).settings, ...changes } });
  const events: [() => void, () => void][] = [
    [() => set({ paused: true }), () => setPaused(world, shop, false)],
    [
      () => world.shops.change(shop, { uninstalledAt: world.scheduler.now() }),
      () => world.shops.change(shop, { uninstalledAt: null }),
    ],
    [() => (world.service.takesKey = (key) => key !== 'key-1'), () => world.shops.saveKey(shop, 'key-2')],
    [() => (world.service.takesKey = () => false), () => (world.service.takesKey = () => true)],
    [() => set({ reference: { prefix: 'NEW-' } }), () => set({ reference: { prefix: '' } })],
    [() => setTestMode(world, shop, true), () => setTestMode(world, shop, false)],
  ];
  const [begin, end] = events[plan.below(events.length)] as [() => void, () => void];
  later(world, plan.chance(0.5) ? spreadMs : 3 * spreadMs, () => {
    world.log('trouble begins');
    begin();
    later(world, 4 * minute, () => {
      world.log('trouble ends');
      end();
    });
  });
}

/** The first shop's key is refused, and a minute later it has the key of another account. */
function changeKey(world: SimWorld, spreadMs: number): void {
  later(world, spreadMs, () => {
    world.service.takesKey = (key) => key !== 'key-1';
    later(world, minute, () => world.shops.saveKey(shopA, 'key-2'));
  });
}
