import { DateTime } from 'luxon';
import type { CheckoutOffer } from './checkout-rate.ts';

/** What orders say they travel by that were promised so at checkout; it never changes. */
export const checkoutServiceCode = 'same-day-delivery-rate';

interface Words {
  name: string;
  today: string;
  before: (end: string) => string;
  between: (start: string, end: string) => string;
}

const english: Words = {
  name: 'Same-day delivery',
  today: 'Today',
  before: (end) => `Today before ${end}`,
  between: (start, end) => `Today, ${start}–${end}`,
};
const words = new Map<string | undefined, Words>(
  Object.entries({
    af: {
      name: 'Aflewering op dieselfde dag',
      today: 'Vandag',
      before: (end) => `Vandag voor ${end}`,
      between: (start, end) => `Vandag, ${start}–${end}`,
    },
    zu: {
      name: 'Ukulethwa ngosuku olufanayo',
      today: 'Namuhla',
      before: (end) => `Namuhla ngaphambi kuka-${end}`,
      between: (start, end) => `Namuhla, ${start}–${end}`,
    },
  }),
);

/**
 * The offer as a buyer reads it: its name, and the hours of today, from the next full hour on.
 *
 * @param locale of the checkout, e.g. `af-ZA`; English for every other than Afrikaans and isiZulu
 * @param zone IANA name
 */
export function offerInWords(
  { window }: CheckoutOffer,
  locale: string | null,
  zone: string,
): { name: string; description: string } {
  const language = words.get(locale?.toLowerCase().split('-')[0]) ?? english;
  const { name } = language;
  if (window.to === null) return { name, description: language.today };
  const at = (ms: number) => DateTime.fromMillis(ms, { zone });
  const hour = at(window.from).startOf('hour');
  const start = hour.toMillis() < window.from ? hour.plus({ hours: 1 }) : hour;
  const time = (instant: DateTime) => instant.toFormat('HH:mm');
  const end = clock(at(window.from), window.to, zone);
  return start.toMillis() < window.to
    ? { name, description: language.between(time(start), end) }
    : { name, description: language.before(end) };
}

/** Midnight at the end of the day is 24:00, as the opening hours name it. */
function clock(day: DateTime, to: number, zone: string): string {
  const end = DateTime.fromMillis(to, { zone });
  return end.hasSame(day, 'day') ? end.toFormat('HH:mm') : '24:00';
}
