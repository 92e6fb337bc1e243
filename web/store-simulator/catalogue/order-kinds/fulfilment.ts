import type { NewOrder } from '../../state/new-order.ts';
import { capeTown } from '../demo-catalogue.ts';
import { ordinary } from './ordinary.ts';

/** Name of the third party that `thirdPartyLocation` needs; added to a shop with `addLocation`. */
export const thirdParty = { name: 'Parcelhouse Midrand', fulfillmentService: 'Parcelhouse' } as const;

/** The buyer fetches it: the shipping line names the location, and there is no address. */
export const localPickup = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Buyer picks it up',
    shippingAddress: null,
    shippingLines: [{ title: capeTown, code: capeTown, price: '0.00' }],
    methodType: 'PICK_UP',
    ...overrides,
  });

/** Sold over the counter: no shipping line, no address, the POS location set. */
export const pointOfSale = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Sold over the counter',
    shippingAddress: null,
    shippingLines: [],
    sourceName: 'pos',
    retailLocation: capeTown,
    methodType: 'RETAIL',
    ...overrides,
  });

/** A subscription's fulfilment order that opens later. */
export const scheduled = (overrides: NewOrder = {}): NewOrder =>
  ordinary({ awkward: 'Opens later', status: 'SCHEDULED', fulfillAt: '2099-01-05T06:00:00Z', ...overrides });

export const onHold = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'On hold',
    status: 'ON_HOLD',
    holds: [{ reason: 'INVENTORY_OUT_OF_STOCK', reasonNotes: 'Copper handles arrive on Thursday' }],
    ...overrides,
  });

/** Fulfilled by another company from its own warehouse. */
export const thirdPartyLocation = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Another company ships it',
    lines: [{ sku: 'KET-GOOSE', location: thirdParty.name }],
    ...overrides,
  });
