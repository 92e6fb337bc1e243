import type { NewLine, NewOrder } from '../../state/new-order.ts';
import { capeTown, johannesburg } from '../demo-catalogue.ts';
import { people } from '../people.ts';
import { ordinary } from './ordinary.ts';

/** Nothing ships: no address, no shipping line. */
export const digitalOnly = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Nothing to ship',
    shippingAddress: null,
    shippingLines: [],
    lines: [{ sku: 'PDF-BREW' }],
    ...overrides,
  });

/** A gift card (never ships) beside goods that do. */
export const giftCardBesideGoods = (overrides: NewOrder = {}): NewOrder =>
  ordinary({ awkward: 'Gift card beside goods', lines: [{ sku: 'POT-WHT' }, { sku: 'GIFT-500' }], ...overrides });

/** Goods from Cape Town and from Johannesburg. */
export const twoLocations = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Two places',
    customer: people.sipho.customer,
    shippingAddress: people.sipho.address,
    lines: [
      { sku: 'KET-COP', location: capeTown },
      { sku: 'MUG-BLUE', quantity: 2, location: johannesburg },
    ],
    ...overrides,
  });

export const ouncesAndPounds = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Ounces and pounds',
    lines: [{ sku: 'HON-12OZ', quantity: 2 }, { sku: 'HON-3LB' }],
    ...overrides,
  });

/** Never weighed. */
export const zeroWeight = (overrides: NewOrder = {}): NewOrder =>
  ordinary({ awkward: 'Never weighed', lines: [{ sku: 'TOW-LIN', quantity: 3 }], ...overrides });

/** As many lines and fulfilment orders as Shopify pages several times for; locations alternate. */
export const manyLines = (
  counts: { lines?: number; fulfillmentOrders?: number } = {},
  overrides: NewOrder = {},
): NewOrder => {
  const total = counts.lines ?? 300;
  const groups = counts.fulfillmentOrders ?? 12;
  const lines: NewLine[] = Array.from({ length: total }, (_, index) => ({
    title: `Bundle piece ${index + 1}`,
    price: '10.00',
    weight: { value: 50, unit: 'GRAMS' },
  }));
  const fulfillmentOrders = Array.from({ length: groups }, (_, group) => ({
    location: group % 2 === 0 ? capeTown : johannesburg,
    lines: lines.map((_line, index) => ({ line: index })).filter(({ line }) => line % groups === group),
  }));
  return ordinary({ awkward: 'Hundreds of lines', lines, fulfillmentOrders, ...overrides });
};
