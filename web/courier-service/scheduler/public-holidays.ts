import { DateTime } from 'luxon';

/** Public Holidays Act 36 of 1994, first schedule: month and day. */
const FIXED: readonly (readonly [number, number])[] = [
  [1, 1],
  [3, 21],
  [4, 27],
  [5, 1],
  [6, 16],
  [8, 9],
  [9, 24],
  [12, 16],
  [12, 25],
  [12, 26],
];
const years = new Map<number, ReadonlySet<string>>();

/** Whether `isoDate` (`2026-12-16`) is a South African public holiday. One on a Sunday makes the Monday one too. */
export function isPublicHoliday(isoDate: string): boolean {
  const year = Number(isoDate.slice(0, 4));
  const known = years.get(year) ?? holidaysOf(year);
  years.set(year, known);
  return known.has(isoDate);
}

function holidaysOf(year: number): ReadonlySet<string> {
  const easter = easterSunday(year);
  const days = [
    easter.minus({ days: 2 }),
    easter.plus({ days: 1 }),
    ...FIXED.flatMap(([month, day]) => {
      const date = DateTime.utc(year, month, day);
      return date.weekday === 7 ? [date, date.plus({ days: 1 })] : [date];
    }),
  ];
  return new Set(days.map((day) => day.toISODate() ?? ''));
}

/** The anonymous Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): DateTime {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return DateTime.utc(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}
