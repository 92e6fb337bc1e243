import { DateTime, IANAZone } from 'luxon';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { checkoutServiceCode } from './checkout-words.ts';
import { cleanText, fold } from './clean-text.ts';
import type { OrderWords } from './order-says.ts';
import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';

/** The day for which an order is meant, in the zone where the driver drives. */
export type DeliveryDay =
  | { kind: 'none' }
  /** The note attribute holds something that is no date. */
  | { kind: 'unreadable' }
  /** `isExact`: the buyer named this day; else it is the earliest that checkout promised. */
  | { kind: 'day'; day: DateTime; isExact: boolean };

/** What the note attribute that the merchant named says, else the latest first day that checkout promised for the goods. */
export function deliveryDay(
  order: Pick<ShopOrder, 'customAttributes'>,
  goods: readonly Pick<FulfillmentOrder, 'minDeliveryDateTime'>[],
  settings: Pick<AutomationSettings, 'deliveryDateAttribute'>,
  zone: string,
): DeliveryDay {
  const named = namedDay(order, settings);
  if (named !== '') {
    const day = readDay(named, zone);
    return day === null ? { kind: 'unreadable' } : { kind: 'day', day, isExact: true };
  }
  const promised = goods
    .map(({ minDeliveryDateTime }) => DateTime.fromISO(minDeliveryDateTime ?? '', { zone }))
    .filter(({ isValid }) => isValid)
    .map((at) => at.startOf('day'));
  const latest = promised.toSorted((a, b) => b.toMillis() - a.toMillis())[0];
  return latest === undefined ? { kind: 'none' } : { kind: 'day', day: latest, isExact: false };
}

/** The same note attribute as it was typed, and which one that is: another one says nothing of a day that changed. */
export function dayWords(
  order: Pick<ShopOrder, 'customAttributes'>,
  settings: Pick<AutomationSettings, 'deliveryDateAttribute'>,
): Pick<OrderWords, 'delivery_day' | 'delivery_day_attribute'> {
  const attribute = fold(settings.deliveryDateAttribute);
  return { delivery_day: namedDay(order, settings), delivery_day_attribute: attribute };
}

/**
 * By when checkout promised all of the goods (RFC 3339): as its method said, or on the day of the order where that was our own rate.
 * '' where it promised nothing.
 */
export function promisedBy(
  { processedAt }: Pick<ShopOrder, 'processedAt'>,
  goods: readonly Pick<FulfillmentOrder, 'serviceCode' | 'maxDeliveryDateTime'>[],
): string {
  const promised = goods.map(({ serviceCode, maxDeliveryDateTime }) =>
    serviceCode === checkoutServiceCode ? processedAt : (maxDeliveryDateTime ?? ''),
  );
  if (promised.includes('')) return '';
  return promised.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? '';
}

/** '' where the order has none. */
function namedDay(
  { customAttributes }: Pick<ShopOrder, 'customAttributes'>,
  { deliveryDateAttribute: wanted }: Pick<AutomationSettings, 'deliveryDateAttribute'>,
): string {
  const values = customAttributes
    .filter(({ key }) => wanted !== '' && fold(key) === fold(wanted))
    .map(({ value }) => cleanText(value));
  return values.find((text) => text !== '') ?? '';
}

const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2}),?(?<time>[T ].*)?$/u;
/** From 10 to 12, where ISO 8601 would see an hour twelve hours behind UTC. */
const slot = /^(?: \d{1,2}(?::?\d{2})?|T\d{1,2}) ?-/u;
const zoned =
  /^[T ](?<hour>\d{1,2})(?<minutes>(?::?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?)?) ?(?:Z|UTC|GMT|(?:UTC|GMT)?(?<offset>[+-](?:0\d|1[0-4]|(?<=[CT].)\d))(?::?(?<past>\d{2}))?)(?: UTC| SAST|\[[\w/+-]{1,40}\])?$/iu;
/** A zone behind a time: abbreviations that are none of South Africa, or a name of the IANA's. */
const abbreviated =
  /\d ?(?:[AaPp][Mm] ?)?[[(]?(?:Z|UTC|utc|GMT|gmt|MSK|E[SD]?T|[CMP][SD]T|BST|IST|WEST|CES?T|EES?T|EAT|WAT|AE[SD]T|JST|NZ[SD]T)[\])]?$/u;
const named = /\d ?(?:[AaPp][Mm] ?)?[[(]?(?<zone>[A-Z][a-z]+\/[\w/]{1,40})[\])]?$/u;
/** As in South Africa: the day comes before the month. */
const dayFirst = /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/u;
const inWords =
  /^(?:[a-z]+\.?,? )?(?<day>\d{1,2})(?:st|nd|rd|th)?[ /-](?<name>[a-z]{3,9})\.?(?:,? |[/-])(?<year>\d{4})$/iu;
const monthFirst = /^(?:[a-z]+\.?,? )?(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/iu;
/** How their names begin in English, Afrikaans and isiZulu. */
const months = 'jan feb mar|maa|mrt|mas apr|eph may|mei|mey jun jul aug|aga sep oct|okt nov dec|des|dis'
  .split(' ')
  .map((names) => names.split('|'));

/**
 * A day as shops and their apps write it: `2026-11-25`, `2026/11/25`, `25-11-2026`, `25/11/2026` (never month before day),
 * `25 Nov 2026`, `25-Nov-2026`, `Wed, 25 November 2026`, `Wo. 25 Nov. 2026`, `Nov 25, 2026`; a time behind the first form is
 * left out, but for one with its offset, which says on which day it is here.
 *
 * @returns its beginning; null for anything else, for a day that no calendar has, and for a time in a zone known by name.
 */
export function readDay(text: string, zone: string): DateTime | null {
  const found = [yearFirst, dayFirst, inWords, monthFirst].map((form) => form.exec(text)?.groups).find(Boolean);
  if (!found) return null;
  const { year, month, day, name, time } = found;
  const beginning = String(name).slice(0, 3).toLowerCase();
  const number = month ?? months.findIndex((names) => names.includes(beginning)) + 1;
  const read = DateTime.fromObject({ year: Number(year), month: Number(number), day: Number(day) }, { zone });
  if (!read.isValid) return null;
  return time === undefined ? read : dayHere(read, time);
}

/** What a date picker writes in UTC is the evening before: 25 November begins at `2026-11-24T22:00:00.000Z`. */
function dayHere(written: DateTime, time: string): DateTime | null {
  const found = slot.test(time) ? undefined : zoned.exec(time)?.groups;
  if (!found) return isElsewhere(written, time) ? null : written;
  const { hour, minutes, offset = '+0', past = '00' } = found;
  const clock = `${written.toISODate()}T${String(hour).padStart(2, '0')}${minutes}`;
  const at = DateTime.fromISO(clock, { zone: `UTC${offset}:${past}` }).setZone(written.zone);
  return at.isValid ? at.startOf('day') : written;
}

/** On which day it is here a time in another zone tells only to who knows that zone; one with our own hour is ours. */
function isElsewhere(written: DateTime, time: string): boolean {
  const zone = named.exec(time)?.groups?.['zone'];
  if (zone === undefined) return abbreviated.test(time);
  return IANAZone.isValidZone(zone) && written.setZone(zone).offset !== written.offset;
}
