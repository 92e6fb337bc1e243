import { DateTime } from 'luxon';
import type { Settings } from '#api-contract/settings.ts';
import { addressLine } from './address.ts';
import { cutOffOfDay } from './cut-off.ts';
import { type Hours, openingOnDay } from './opening-hours.ts';
import { normalisePhone } from './phone.ts';
import { isPostalAddress } from './post-box.ts';
import { inPostcodes } from './postcodes.ts';
import { provinceOf } from './province.ts';

/** What checkout asks: where to, how many of what weight, worth how much after discounts. It names neither coordinates nor the location's id. */
export interface CheckoutCart {
  country: string | null;
  province: string | null;
  postcode: string | null;
  /** The lines of the street, as far as they are typed by then. */
  address1: string | null;
  address2: string | null;
  city: string | null;
  /** As far as it is typed by then. */
  phone: string | null;
  /** What ships, each line; 0 grams: no weight is known. */
  items: readonly { quantity: number; grams: number }[];
  cents: number;
  currency: string | null;
}

export interface CheckoutContext {
  /** Epoch ms. */
  now: number;
  /** IANA zone of the service. */
  timeZone: string;
  hasKey: boolean;
  /** False while orders can not be read or booked: the service refuses the key, say, or does not answer. */
  isWorking: boolean;
}

/** Same-day delivery as it can be promised now. */
interface CheckoutOffer {
  cents: number;
}

/**
 * Whether a cart can be promised same-day delivery, from settings alone. It offers what the rules would then send by
 * themselves: where that hangs on something that checkout does not tell, it offers nothing.
 *
 * @returns null where it cannot.
 */
export function checkoutOffer(cart: CheckoutCart, settings: Settings, context: CheckoutContext): CheckoutOffer | null {
  const cents = priceOf(cart, settings.checkoutRate);
  if (cents === null || !isSentByItself(settings, context) || !isServed(cart, settings)) return null;
  return hasHoursToday(settings, context) ? { cents } : null;
}

function priceOf({ postcode, cents, currency }: CheckoutCart, rate: Settings['checkoutRate']): number | null {
  if (!rate.enabled || currency !== 'ZAR') return null;
  if (rate.freeAbove !== null && cents >= Math.round(rate.freeAbove * 100)) return 0;
  const band = rate.bands.find((one) => inPostcodes(postcode, [one]));
  const rand = band ? band.price : rate.price;
  return rand === null ? null : Math.round(rand * 100);
}

/** Tags are added after the checkout, if at all: an order that needs one cannot be promised. */
function isSentByItself({ paused, automation }: Settings, { hasKey, isWorking }: CheckoutContext): boolean {
  const { mode, testMode, includeTags } = automation;
  return hasKey && isWorking && !paused && !testMode && mode !== 'manual' && includeTags.length === 0;
}

function isServed(cart: CheckoutCart, settings: Settings): boolean {
  const { provinces, postcodes, minValue } = settings.automation;
  if (cart.country !== 'ZA' || !mayBeStreet(cart) || isForeign(cart.phone)) return false;
  const code = provinceOf(cart.province);
  if (provinces.length > 0 && !provinces.some((one) => code !== null && provinceOf(one) === code)) return false;
  if (postcodes.length > 0 && !inPostcodes(cart.postcode, postcodes)) return false;
  if (minValue !== null && cart.cents < Math.round(minValue * 100)) return false;
  return isLightEnough(cart, settings);
}

/** As far as it is typed; of what is no street a person would be asked. */
function mayBeStreet({ postcode: zip, country: countryCode, ...typed }: CheckoutCart): boolean {
  const address = { ...typed, zip, countryCode, country: null };
  const line = addressLine(address);
  return !isPostalAddress(address) && (line.ok || line.problem !== 'street_unusable');
}

/** A driver cannot call it, so a person would be asked for another. A slip of the finger checkout itself refuses. */
function isForeign(typed: string | null): boolean {
  const phone = normalisePhone(typed);
  return !phone.ok && phone.problem === 'not_south_african';
}

/** As the rules weigh the order: goods without a weight as the default parcel, and nothing that looks like a slip. */
function isLightEnough({ items }: CheckoutCart, { automation: { maxWeightKg: mostKg }, parcel }: Settings): boolean {
  const weighed = items.map(({ quantity, grams }) => ({ quantity, kg: grams > 0 ? grams / 1000 : parcel.weightKg }));
  if (weighed.some(({ quantity, kg }) => quantity > parcel.maxQuantity || kg > parcel.maxWeightKg)) return false;
  const totalKg = weighed.reduce((sum, { quantity, kg }) => sum + quantity * kg, 0);
  return mostKg === null || Number(totalKg.toFixed(3)) <= mostKg;
}

/** Checkout names no location by its id, so every one that may be collected from must still be open today. */
function hasHoursToday(settings: Settings, { now, timeZone }: Pick<CheckoutContext, 'now' | 'timeZone'>): boolean {
  const { trigger, editWindowMinutes, cutOff } = settings.automation;
  const from = now + (trigger === 'afterEditWindow' ? editWindowMinutes * 60_000 : 0);
  const opening = openingOnDay(hoursOfAll(settings), from, timeZone);
  if (opening === null || !isSameDay(now, opening.from, timeZone)) return false;
  return cutOff === null || opening.from < cutOffOfDay(now, cutOff, timeZone);
}

/** Days that tell whether it is ever offered: closed days of a shop's holidays may be many. */
const daysAhead = 28;

/** Whether the hours of the locations, the cut-off and the edit window leave any moment of the next weeks to offer it in. */
export function hasHoursToOffer(
  settings: Settings,
  { now, timeZone }: Pick<CheckoutContext, 'now' | 'timeZone'>,
): boolean {
  const today = DateTime.fromMillis(now, { zone: timeZone }).startOf('day');
  const days = Array.from({ length: daysAhead }, (_, index) => today.plus({ days: index }).toMillis());
  return days.some((day) => hasHoursToday(settings, { now: day, timeZone }));
}

function hoursOfAll({ locations, automation: { locationIds } }: Settings): Hours[] {
  const served = Object.entries(locations).filter(([id]) => locationIds.length === 0 || locationIds.includes(id));
  return served.map(([, own]) => own).filter(({ hours, closedDays }) => hours.length > 0 || closedDays.length > 0);
}

const isSameDay = (one: number, other: number, zone: string): boolean =>
  DateTime.fromMillis(one, { zone }).hasSame(DateTime.fromMillis(other, { zone }), 'day');
