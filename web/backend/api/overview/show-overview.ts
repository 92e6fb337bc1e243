import { DateTime } from 'luxon';
import type { Counts, Overview } from '#api-contract/overview.ts';
import { slotView } from '#deliveries/order-view.ts';
import { hasHoursToOffer } from '#placement/checkout-rate.ts';
import type { Context } from '#runtime/context.ts';
import { dueAt } from '#storage/data-requests.ts';
import { readMailAddress } from '#storage/mail-address.ts';
import { noteAccessOnce } from '#storage/panel/audit-log.ts';
import { readComparison } from '#storage/panel/comparison.ts';
import { readDaySlots } from '#storage/panel/day-slots.ts';
import type { PanelReads } from '#storage/panel/panel-reads.ts';
import { readLanguage } from '#storage/panel/person-language.ts';
import type { PlacedFigures } from '#storage/panel/placed-figures.ts';
import { readFlags, readNextSlots, type ShopFlags } from '#storage/panel/what-waits.ts';
import type { Caller } from '../../session/caller.ts';
import type { ShopLocations } from '../locations/shop-locations.ts';
import { changedView } from './changed.ts';
import { statusOf } from './status.ts';
import { waitingOf } from './waiting.ts';

const mostChanged = 20;
const mostSlots = 10;
const chartDays = 14;

/** `GET /api/overview`: does it work, and is anything waiting for a person? */
export async function showOverview(
  { config, storage, courier, clock }: Pick<Context, 'config' | 'storage' | 'courier' | 'clock'>,
  reads: PanelReads,
  locations: ShopLocations,
  { shop, actor, userId }: Caller,
): Promise<Overview> {
  const { db, shops } = storage;
  const { testMode } = shop.settings.automation;
  const health = await shops.health(shop.domain, 'live');
  const { comparedAt, isRecent } = await readComparison(db, shop.domain);
  const balance = await reads.balance(shop.domain);
  const figures = await reads.placedFigures(shop.domain, shop.timeZone);
  const waiting = await waitingOf(reads, shop, { timeZone: courier.timeZone, now: clock.now() });
  if (waiting.waiting.some(({ customerName, given }) => customerName !== null || given !== null)) {
    await noteAccessOnce(db, shop.domain, { actor, what: 'overview', orderId: null });
  }
  const slots = await readNextSlots(db, shop.domain, mostSlots);
  const today = DateTime.fromMillis(clock.now(), { zone: courier.timeZone }).startOf('day');
  const day = { from: today.toJSDate(), to: today.plus({ days: 1 }).toJSDate() };
  const daySlots = await readDaySlots(db, shop.domain, day);
  const changed = await reads.changed(shop.domain, mostChanged);
  const flags = await readFlags(db, shop);
  const dismissed = await shops.isSetupDismissed(shop.domain);
  const zones = { timeZone: courier.timeZone, shopTimeZone: shop.timeZone };
  return {
    ...statusOf(shop, health, flags),
    testMode,
    paused: shop.settings.paused,
    last24h: isRecent ? balance.last24h : unknown(balance.last24h),
    last7d: isRecent ? balance.last7d : unknown(balance.last7d),
    comparedAt: comparedAt?.toISOString() ?? null,
    ...waiting,
    changed: changed.map((one) => changedView(one, zones)),
    day: daySlots.flatMap(({ slot, ...counts }) => {
      const view = slotView(slot, zones);
      return view ? [{ ...counts, slot: view }] : [];
    }),
    nextSlots: slots.flatMap(({ slot, ...order }) => {
      const view = slotView(slot, zones);
      return view ? [{ ...order, slot: view }] : [];
    }),
    paidToPlacedSeconds: { median: rounded(figures.median), p95: rounded(figures.p95) },
    perDay: lastDays(figures.perDay, DateTime.fromMillis(clock.now(), { zone: shop.timeZone })),
    quarantinedWebhooks: flags.quarantinedWebhooks,
    driftAlarms: flags.driftAlarms,
    undelivered: flags.undelivered,
    secondDrivers: flags.secondDrivers,
    toSend: flags.toSend,
    dataRequests: openRequests(flags.dataRequests),
    setup: {
      keySet: shop.accounts.live !== null,
      testKeySet: shop.accounts.test !== null,
      keyAccepted: flags.keys.live === 'accepted',
      testKeyAccepted: flags.keys.test === 'accepted',
      testOrderPlaced: flags.testOrderPlaced,
      locationsComplete: dismissed || (await locations.areComplete(shop)),
      firstPlaced: flags.firstPlaced,
      mailConfirmed: config.mail === null ? null : (await readMailAddress(db, shop.domain)).confirmed,
      dismissed,
    },
    offerHours: hasHoursToOffer(shop.settings, { now: clock.now(), timeZone: courier.timeZone }),
    language: userId === null ? null : await readLanguage(db, { shop: shop.domain, userId }),
    driverTimeZone: courier.timeZone,
    shop: { domain: shop.domain, timeZone: shop.timeZone, currency: shop.currency },
  };
}

function openRequests({ open, oldest }: ShopFlags['dataRequests']): Overview['dataRequests'] {
  return { open, nextDueAt: oldest === null ? null : dueAt(oldest).toISOString() };
}

const unknown = (counts: Counts): Counts => ({ ...counts, unexplained: null });

const rounded = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds * 10) / 10);

/** Every day up to today, oldest first, those without a delivery too. */
function lastDays(perDay: PlacedFigures['perDay'], today: DateTime): Overview['perDay'] {
  const placed = new Map(perDay.map((day) => [day.date, day.placed]));
  return Array.from({ length: chartDays }, (_, index) => {
    const date = today.minus({ days: chartDays - 1 - index }).toFormat('yyyy-MM-dd');
    return { date, placed: placed.get(date) ?? 0 };
  });
}
