import { DateTime } from 'luxon';
import type { ShopState } from '../state/shop-state.ts';
import { type Html, html } from './html.ts';

/** `Sat 21 Nov, 14:05` in the shop's zone. */
export function shownTime(ms: number, shop: ShopState): string {
  return DateTime.fromMillis(ms, { zone: shop.ianaTimezone, locale: 'en-ZA' }).toFormat('ccc d LLL, HH:mm');
}

/** `R1,234.00`, or the code for other currencies. */
export function shownMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .format(cents / 100)
    .replace(/^ZAR\s?/, 'R');
}

/** `PARTIALLY_PAID` as `Partially paid`. */
export function words(code: string): string {
  const text = code.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const tones: Record<string, string> = {
  PAID: 'good',
  FULFILLED: 'good',
  accepted: 'good',
  CLOSED: 'good',
  PENDING: 'wait',
  PARTIALLY_PAID: 'wait',
  ON_HOLD: 'wait',
  SCHEDULED: 'wait',
  UNFULFILLED: 'wait',
  waiting: 'wait',
  sending: 'wait',
  given_up: 'bad',
  dropped: 'bad',
};

/** A status as a pill; colour is never the only sign. */
export function badge(code: string): Html {
  return html`<span class="badge ${tones[code] ?? 'plain'}">${words(code)}</span>`;
}
