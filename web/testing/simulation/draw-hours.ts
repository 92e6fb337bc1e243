import { type LocationSettings, locationSettings, weekdays } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { desertedDays } from './check-hours.ts';
import { anyShop, type Scale, someLocation } from './draw-scale.ts';
import { beginning } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';
import { dayMs, localDay } from './service-row.ts';
import { saveSettings } from './shop-settings.ts';
import type { SimWorld } from './sim-world.ts';

type Times = Partial<Pick<LocationSettings, 'hours' | 'closedDays'>>;

/**
 * A location of a shop opens at some hours only, or not on all days: half of the time it closes while orders come in, and
 * at times the shop changes or clears that while they are under way.
 */
export function drawHours(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  const [shop, id] = [anyShop(world, staff), someLocation(staff)];
  const change = (withinMs: number, times: Times) =>
    world.scheduler.after(staff.below(withinMs), () => {
      world.log(`the hours of ${shop} ${id} change`);
      setHours(world, shop, id, times);
    });
  if (staff.chance(0.5)) setHours(world, shop, id, drawTimes(staff));
  else change(spreadMs, drawTimes(staff, 'closed'));
  while (staff.chance(0.5)) change((staff.chance(0.5) ? 2 : 10) * spreadMs, staff.chance(0.4) ? {} : drawTimes(staff));
}

/** Closed as the schedule begins, or open and closed some minutes later; each but a deserted one opens again by the next day. */
function drawTimes(staff: SeededRandom, first?: 'closed'): Times {
  const daily = (...spans: (readonly [open: string, close: string])[]) =>
    weekdays.flatMap((day) => spans.map(([open, close]) => ({ day, open, close })));
  const closes = 1 + staff.below(staff.chance(0.7) ? 3 : 9);
  const opens = closes + 1 + staff.below(staff.chance(0.5) ? 3 : 40);
  const [close, open] = [closes, opens].map((minutes) => `09:${String(minutes).padStart(2, '0')}`) as [string, string];
  return staff.pick<Times>([
    [{ hours: daily([open, '20:00']) }, 3],
    [{ hours: daily(['00:00', '24:00']), closedDays: days(1) }, 1],
    [{ closedDays: days(1) }, 1],
    [{ closedDays: days(desertedDays) }, 1],
    [{ hours: daily(['08:00', close], [open, '20:00']) }, first ? 0 : 4],
    [{ hours: daily(['08:00', close]) }, first ? 0 : 2],
  ]);
}

/** The days from the one on which schedules begin. */
const days = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => localDay(beginning + index * dayMs));

/** All locations are closed on the day after schedules begin. */
export function closeTomorrow(world: SimWorld, shop: ShopDomain): void {
  for (const id of ['9001', '9002', '9003']) setHours(world, shop, id, { closedDays: days(2).slice(1) });
}

/** What saving them does: waiting orders are woken up, but for a pause. */
function setHours(world: SimWorld, shop: ShopDomain, id: string, times: Times): void {
  saveSettings(world, shop, (settings) => ({
    ...settings,
    locations: { ...settings.locations, [id]: locationSettings.parse(times) },
  }));
}
