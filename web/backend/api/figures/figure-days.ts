import { DateTime } from 'luxon';
import { type FiguresQuery, mostFigureDays } from '#api-contract/figures.ts';
import { invalid } from '../../http-problem.ts';

/** Whole days of the shop, both counted, at midnight of its zone. */
export interface FigureDays {
  first: DateTime;
  last: DateTime;
}

/**
 * The days that a query asks for.
 *
 * @param now epoch ms
 * @throws HttpProblem 400 where they are too many, or end before they begin.
 */
export function figureDays({ from, to, days: asked }: FiguresQuery, timeZone: string, now: number): FigureDays {
  const zone = { zone: timeZone };
  const today = DateTime.fromMillis(now, zone).startOf('day');
  const last = to === undefined ? today : DateTime.fromISO(to, zone);
  const first = from === undefined ? last.minus({ days: asked - 1 }) : DateTime.fromISO(from, zone);
  const days = last.diff(first, 'days').days + 1;
  if (days < 1) throw invalid([{ field: 'to', message: 'is before the first day' }]);
  if (days > mostFigureDays) {
    throw invalid([{ field: 'from', message: `is more than ${mostFigureDays} days before the last day` }]);
  }
  return { first, last };
}

/** Every day, oldest first, `YYYY-MM-DD`. */
export function datesOf({ first, last }: FigureDays): string[] {
  const count = Math.round(last.diff(first, 'days').days) + 1;
  return Array.from({ length: count }, (_, index) => first.plus({ days: index }).toFormat('yyyy-MM-dd'));
}

/** The first day of which nothing is older than so many times 24 hours, `YYYY-MM-DD`. */
export function firstWholeDay(days: number, timeZone: string, now: number): string {
  const oldest = DateTime.fromMillis(now, { zone: timeZone }).minus({ hours: 24 * days });
  return oldest.startOf('day').plus({ days: 1 }).toFormat('yyyy-MM-dd');
}
