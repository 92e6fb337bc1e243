import { useTranslation } from 'react-i18next';
import { localesOf } from '#api-contract/language.ts';
import { slotIn } from '#api-contract/slot-days.ts';
import { byServerClock } from '../server-clock.ts';
import { useFromOverview } from './api/get-overview.ts';

/** Writes instants in the shop's time zone and the panel's language. */
export function useTimes() {
  const { i18n } = useTranslation();
  const timeZone = useFromOverview(({ shop }) => shop.timeZone);
  return timesOf(i18n.language, timeZone);
}

/** The zone of slots, opening hours and cut-off, where the shop's is another and it must be said; else null. */
export function useOtherZone(): string | null {
  const zones = useFromOverview(({ driverTimeZone, shop }) => `${driverTimeZone} ${shop.timeZone}`)?.split(' ');
  return zones && zones[0] !== zones[1] ? (zones[0] ?? null) : null;
}

/** Says of what is shown that it may no longer hold, and when it was read (epoch ms of the server's clock): with the day, where that is over. */
export function useLastRead(): (readAt: number) => string {
  const { t } = useTranslation();
  const times = useTimes();
  return (readAt) => {
    const at = new Date(readAt).toISOString();
    const isToday = times.date(at) === times.date(new Date(byServerClock(Date.now())).toISOString());
    return isToday
      ? t('status.stale.title', { time: times.time(at) })
      : t('status.stale.titleBefore', { time: times.dateTime(at) });
  };
}

type Times = ReturnType<typeof createTimes>;
/** By language and zone: a formatter takes longer to make than a row to draw. */
const made = new Map<string, Times>();

function timesOf(language: string, timeZone: string | undefined): Times {
  const key = `${language} ${timeZone}`;
  const times = made.get(key) ?? createTimes(language, timeZone);
  made.set(key, times);
  return times;
}

/** @param timeZone IANA name; where the shop's is not known yet, the browser's own, which each time then names */
export function createTimes(language: string, timeZone: string | undefined) {
  const zone = timeZone === undefined ? ({ timeZoneName: 'short' } as const) : { timeZone };
  const locale = localesOf(language);
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...zone, ...options });
  const dateTime = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const date = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const relative = new Intl.RelativeTimeFormat(locale);
  const now = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return {
    /** `21 Nov 2026` */
    date: (instant: string) => written(date, instant),
    /** `14:03` */
    time: (instant: string) => written(time, instant),
    /** `21 Nov, 14:03` */
    dateTime: (instant: string) => written(dateTime, instant),
    /** A slot as the API writes it, its days in this language. */
    slot: ({ text }: { text: string }) => slotIn(language, text),
    /** `3 hours ago`, or `now`; `at` in epoch ms. */
    age: (instant: string, at: number) =>
      at - Date.parse(instant) < 60_000 ? now : ageOf(relative, at - Date.parse(instant)),
  };
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function ageOf(relative: Intl.RelativeTimeFormat, ms: number): string {
  const [unit, unitMs] = units.find(([, least]) => ms >= least) ?? units[2];
  return relative.format(-Math.floor(ms / unitMs), unit);
}

/** `Sat 21 Nov` of a calendar date without a zone. */
export function dayName(language: string, date: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return written(new Intl.DateTimeFormat(localesOf(language), options), `${date}T12:00:00Z`);
}

/** `November 2026`, or `Nov`, of `2026-11`. */
export function monthName(language: string, month: string, form: 'long' | 'short'): string {
  const year = form === 'long' ? ({ year: 'numeric' } as const) : {};
  const format = new Intl.DateTimeFormat(localesOf(language), { month: form, ...year, timeZone: 'UTC' });
  return written(format, `${month}-15T12:00:00Z`);
}

function written(format: Intl.DateTimeFormat, instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : format.format(date);
}
