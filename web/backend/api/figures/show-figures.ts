import { type Figures, type FiguresView, figuresQuery } from '#api-contract/figures.ts';
import type { Context } from '#runtime/context.ts';
import { type FigureSums, noDeliveries } from '#storage/panel/delivery-figures.ts';
import type { PanelReads } from '#storage/panel/panel-reads.ts';
import { type ApiCall, queryOf } from '../api-call.ts';
import { datesOf, figureDays, firstWholeDay } from './figure-days.ts';

/** `GET /api/figures`: what the deliveries of some days came to. */
export async function showFigures(
  { clock }: Pick<Context, 'clock'>,
  reads: PanelReads,
  call: ApiCall,
): Promise<FiguresView> {
  const { domain: shop, timeZone, settings } = call.shop;
  const keptDays = settings.retention.days;
  const days = figureDays(queryOf(call, figuresQuery), timeZone, clock.now());
  const range = { from: days.first.toJSDate(), to: days.last.plus({ days: 1 }).toJSDate(), timeZone };
  const { total, perDay, perMonth, perLocation } = await reads.deliveryFigures(shop, range);
  const dates = datesOf(days);
  const byDay = new Map(perDay.map((sums) => [sums.day, sums]));
  const byMonth = new Map(perMonth.map((sums) => [sums.month, sums]));
  const months = [...new Set(dates.map((date) => date.slice(0, 7)))];
  return {
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    keptSince: firstWholeDay(keptDays, timeZone, clock.now()),
    keptDays,
    total: figuresOf(total),
    perDay: dates.map((date) => ({ date, ...figuresOf(byDay.get(date)) })),
    perMonth: months.map((month) => ({ month, ...figuresOf(byMonth.get(month)) })),
    perLocation: perLocation
      .map(({ locationId, locationName, ...sums }) => ({ locationId, locationName, ...figuresOf(sums) }))
      .toSorted((a, b) => a.locationName.localeCompare(b.locationName)),
  };
}

function figuresOf(sums: FigureSums = noDeliveries): Figures {
  const { deliveries, delivered, failed, judged, onTime, medianMinutes, cost } = sums;
  return {
    ...{ deliveries, delivered, failed, onTime },
    onTimeShare: share(onTime, judged),
    failedShare: share(failed, delivered + failed),
    medianMinutes: medianMinutes === null ? null : Math.round(medianMinutes * 10) / 10,
    cost: cost === null ? null : Math.round(cost * 100) / 100,
  };
}

/** Rounded to a thousandth, so that every reader shows the same. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 1000;
}
