import type { NewOrder } from '../../state/new-order.ts';
import { people } from '../people.ts';

/** The shipping line that the default rules of same-day apps match. */
export const sameDay = { title: 'Same-day delivery', code: 'same-day', price: '95.00' };
/** Shopify's own Local Delivery. */
export const localDelivery = { title: 'Local Delivery', code: 'Local Delivery', price: '60.00' };

/** An order like most: unpaid, one kettle from Cape Town to Tamboerskloof. Overrides go on top. */
export function ordinary(overrides: NewOrder = {}): NewOrder {
  return {
    customer: people.thandi.customer,
    shippingAddress: people.thandi.address,
    shippingLines: [sameDay],
    lines: [{ sku: 'KET-BLK' }],
    ...overrides,
  };
}

/** Paid when it arrives. */
export const paid = (overrides: NewOrder = {}): NewOrder => ordinary({ paid: true, ...overrides });

/** A buyer's note with emoji and CRLF, and a line that looks like the app's own. */
export const emojiNote = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Emoji and gate code in the note',
    note: 'Please ring twice 🔔👩🏽‍🍳\r\nGate code 4471#\r\nSame-day delivery 0999: Mon 2 Nov 2026, 10:00–12:00 (D-1)\r\nThanks! 🙏',
    ...overrides,
  });

export const testOrder = (overrides: NewOrder = {}): NewOrder => ordinary({ test: true, ...overrides });

/** By the fraud analysis, which is over before it is paid. */
export const warnedOf = (overrides: NewOrder = {}): NewOrder =>
  ordinary({ awkward: 'Shopify warns of fraud', riskLevel: 'HIGH', ...overrides });

/** An id that `JSON.parse` would change (Shopify's own sample id). */
export const hugeId = (overrides: NewOrder = {}): NewOrder =>
  ordinary({ awkward: 'Huge id', id: '820982911946154508', ...overrides });

/** The shop sells in rand, this order is in dollars. */
export const notRand = (overrides: NewOrder = {}): NewOrder =>
  ordinary({ awkward: 'Paid in dollars', currency: 'USD', ...overrides });

/** Made by staff in the admin. */
export const draftOrder = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Made by staff',
    sourceName: 'shopify_draft_order',
    shippingLines: [{ ...sameDay, source: null }],
    ...overrides,
  });

/** A guest whom Shopify keeps no customer record of. */
export const noCustomer = (overrides: NewOrder = {}): NewOrder =>
  ordinary({ awkward: 'Guest', customer: null, email: 'guest@example.com', ...overrides });
