import type { LocationSettings } from '#api-contract/settings.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { tells, toCome } from './delivery-rows.ts';
import { localDay, localTime } from './service-row.ts';
import { runMs } from './sim-options.ts';
import type { SimWorld } from './sim-world.ts';

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** Long enough for a run to have looked again after a change, whoever was killed or stood still meanwhile. */
const settledMs = 180_000;

/** Who is closed for so many days never opens. */
export const desertedDays = 70;

/** Whether goods cannot be collected at an instant (epoch ms). */
function isClosed({ hours, closedDays }: Pick<LocationSettings, 'hours' | 'closedDays'>, at: number): boolean {
  const local = localTime(at);
  const [day = '', time = ''] = local.toISOString().split('T');
  if (closedDays.includes(day)) return true;
  const own = hours.filter((one) => one.day === dayNames[local.getUTCDay()]);
  return hours.length > 0 && !own.some(({ open, close }) => open <= time && time < close);
}

/** Whether any location of any shop kept hours at some time: what waits for one waits up to a day longer than else. */
export function keepsHours({ shops }: SimWorld): boolean {
  return shops.saved.some(({ settings }) => Object.keys(settings.locations).length > 0);
}

/** No request that a person did not send is claimed while its location is closed, by all that the settings said since a run may have begun. */
export function checkOpen(
  { shops }: SimWorld,
  { shop, locationId, word, orderReference, ...row }: DeliveryRecord,
): string[] {
  const at = row.updatedAt;
  const saved = shops.saved.filter((one) => one.shop === shop && one.at <= at);
  const began = saved.findLastIndex((one) => one.at <= at - runMs);
  const wasClosed = saved.slice(Math.max(began, 0)).every(({ settings }) => {
    const own = settings.locations[locationId ?? ''];
    return own !== undefined && isClosed(own, at);
  });
  return word === null && wasClosed ? [`${orderReference} is sent while its location is closed`] : [];
}

/** A driver whose whole slot lies in closed hours is told of, and no other, by all that the settings said since he was booked. */
export function checkSlots({ shops }: SimWorld, now: ShopOrder, deliveries: readonly DeliveryRecord[]): string[] {
  return toCome(now, deliveries).flatMap((row) => {
    const { shop, orderReference, locationId, placedAt, progress, service } = row;
    const { start, end } = service?.slot ?? { start: '', end: null };
    const slot = [start, end ?? ''].map(Date.parse) as [number, number];
    if (placedAt === null || !(placedAt < slot[1])) return [];
    const saved = shops.saved.filter((one) => one.shop === shop);
    const booked = saved.findLastIndex(({ at }) => at <= placedAt - runMs);
    const closed = saved.slice(Math.max(booked, 0)).map(({ settings }) => {
      const own = settings.locations[locationId ?? ''];
      return own !== undefined && isClosedFor(own, slot);
    });
    const isTold = tells(row, 'location_closed');
    if (isTold && (progress !== null || !closed.includes(true)))
      return [`${orderReference} is told to come to a closed location, and it is open`];
    const isUntold = !isTold && progress === null && !closed.includes(false);
    return isUntold ? [`${orderReference} comes to a closed location, and nobody is told`] : [];
  });
}

/** The schedules' hours change at no other times. */
const quarterMs = 900_000;

function isClosedFor(own: LocationSettings, [from, to]: [number, number]): boolean {
  const quarters = Array.from({ length: Math.ceil((to - from) / quarterMs) }, (_, index) => from + index * quarterMs);
  return quarters.every((at) => isClosed(own, at));
}

/** What waits for a location waits until one opens by the hours that stand, none for hours that are no more, or past its day. */
export function checkWaiting(world: SimWorld): string[] {
  return world.orders.all().flatMap(({ shop, orderId, order, deliveries }) => {
    if (!isSettled(world, shop)) return [];
    const rows = [...(order ? [order] : []), ...deliveries.values()];
    const key = `${shop}/${orderId}`;
    return rows.flatMap(({ state, reason }) => {
      if (state === 'needs_attention' && reason?.code === 'never_open') return checkDeserted(world, shop, key);
      if (state !== 'held') return [];
      const at = Date.parse(reason?.until ?? '');
      if (reason?.code === 'waiting_for_day') return checkDay(reason.params.day, at, key);
      if (reason?.code === 'closed_on_day') return checkDay(reason.params.day, at - 1, key);
      return reason?.code !== 'outside_hours' || opensAt(world, shop, at)
        ? []
        : [`${key} waits until ${reason.until}, and nothing opens then`];
    });
  });
}

/** Nobody is asked about hours that are put right. */
function checkDeserted({ shops }: SimWorld, shop: ShopDomain, key: string): string[] {
  const isDeserted = ({ closedDays }: LocationSettings) => closedDays.length >= desertedDays;
  const isAny = Object.values(shops.record(shop).settings.locations).some(isDeserted);
  return isAny ? [] : [`${key} is asked about hours that were put right`];
}

/** Nobody waits for a day past its end: while another can be agreed on, a person is told that nothing opens on it. */
const checkDay = (day: unknown, at: number, key: string): string[] =>
  localDay(at) === day ? [] : [`${key} waits for ${day} until ${new Date(at).toISOString()}, when it is over`];

function isSettled({ shops, scheduler }: SimWorld, shop: ShopDomain): boolean {
  const { settings, uninstalledAt } = shops.record(shop);
  const isRunning = !settings.paused && uninstalledAt === null;
  return isRunning && scheduler.now() - (shops.changedAt.get(shop) ?? 0) > settledMs;
}

/** Whether one of the shop's locations opens at the instant, and one is closed until then. */
function opensAt({ shops, scheduler }: SimWorld, shop: ShopDomain, at: number): boolean {
  const now = scheduler.now();
  const all = Object.values(shops.record(shop).settings.locations);
  const isAwaited = at > now ? all.some((one) => isClosed(one, now)) : now - at < settledMs;
  return isAwaited && all.some((one) => isClosed(one, at - 1) && !isClosed(one, at));
}
