import type { PlaceOutcome } from '#deliveries/ports/courier.ts';
import { later } from './draw-events.ts';
import { drawHours } from './draw-hours.ts';
import { hour, type Scale } from './draw-scale.ts';
import { drawRefreshes, drawStaff, drawTags } from './draw-staff.ts';
import { drawRules } from './draw-wishes.ts';
import type { SeededRandom } from './seeded-random.ts';
import { letDriversDrive } from './sim-drivers.ts';
import type { SimWorld } from './sim-world.ts';

/** What hosts, databases and Shopify's servers do, whoever orders or presses. Drawn apart: what is added here leaves the other schedules as they are. */
export function drawHosts(world: SimWorld, hosts: SeededRandom, scale: Scale & { serene: boolean }): void {
  const { spreadMs } = scale;
  if (hosts.chance(0.1)) jumpClock(world, hosts, spreadMs);
  if (hosts.chance(0.1)) world.shops.recoveryMs = 2_000;
  world.shopify.wholeSeconds = hosts.chance(0.2);
  world.service.isFickle = hosts.chance(world.followsDrivers ? 0.5 : 0.03);
  if (world.service.isFickle && !world.followsDrivers) letDriversDrive(world);
  if (!scale.serene && hosts.chance(0.2)) world.people.deadly = 0.5;
  drawStaff(world, hosts, scale);
  if (hosts.chance(0.15)) drawRefreshes(world, hosts, scale);
  if (hosts.chance(0.1)) drawTags(world, hosts, scale);
  if (hosts.chance(0.1)) drawHours(world, hosts, scale);
  if (hosts.chance(0.05)) forbidFirst(world, hosts, scale);
  if (hosts.chance(0.1)) world.shopify.orders.lagMs = 2_000;
  if (hosts.chance(0.05)) drawRules(world, hosts, scale);
  if (hosts.chance(0.1)) world.shops.savingMs = 2_000;
}

const notFound: PlaceOutcome = { kind: 'account_refused', cause: 'address', httpStatus: 404, message: 'no such place' };

/** A firewall before the service forbids what is sent of the first order, and at times what is asked of it, too. */
function forbidFirst(world: SimWorld, hosts: SeededRandom, { spreadMs }: Scale): void {
  const { service } = world;
  service.forbids = (reference) => /(?<!\d)1001(?!\d)/.test(reference);
  service.hides = hosts.chance(0.5);
  if (hosts.chance(0.5)) return;
  // Of an order that comes alone nobody can tell that it is the only one: its shop asks until it is found.
  service.forbidden = notFound;
  later(world, 20 * spreadMs, () => {
    service.forbids = () => false;
  });
}

/** The clock of a host jumps ahead or back; half of the time somebody sets it right again. */
function jumpClock(world: SimWorld, hosts: SeededRandom, spreadMs: number): void {
  const aheadMs = hosts.pick([-3 * hour, -20_000, 20_000, 3 * hour].map((ms) => [ms, 1] as const));
  const isMended = hosts.chance(0.5);
  later(world, 2 * spreadMs, () => {
    world.log(`the hosts' clocks jump by ${aheadMs}`);
    const jumped = world.runs.processes.filter(({ alive }) => alive);
    for (const process of jumped) process.clockAheadMs = aheadMs;
    if (!isMended) return;
    later(world, 6 * spreadMs, () => {
      for (const process of jumped) process.clockAheadMs = 0;
    });
  });
}
