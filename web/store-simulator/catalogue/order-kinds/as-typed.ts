import type { NewAddress, NewOrder } from '../../state/new-order.ts';
import { people } from '../people.ts';
import { ordinary } from './ordinary.ts';

const thandiAt = (address: NewAddress): NewOrder =>
  ordinary({ shippingAddress: { ...people.thandi.address, ...address } });
const cityCentre = { latitude: -33.9249, longitude: 18.4241 };

/** An American number without its country code: ten digits, and no number of South Africa. */
export const foreignPhone = (overrides: NewOrder = {}): NewOrder => ({
  ...thandiAt({ phone: '(512) 340-0000' }),
  customer: { firstName: 'Dale', lastName: 'Cooper', email: 'dale@example.com' },
  awkward: 'American phone',
  ...overrides,
});

/** A Ukrainian number that could be South African, beside one that names its country. */
export const foreignLookalike = (overrides: NewOrder = {}): NewOrder => ({
  ...thandiAt({ phone: '063 123 4567' }),
  customer: { firstName: 'Oksana', lastName: 'Bilyk', email: 'oksana@example.com', phone: '+380 63 123 4567' },
  awkward: 'Ukrainian phone that looks South African',
  ...overrides,
});

/** `N/A` and `-` where the form asked for a company and a second line. */
export const fillerInAddress = (overrides: NewOrder = {}): NewOrder => ({
  ...thandiAt({ company: 'N/A', address2: '-' }),
  awkward: 'N/A typed as the company',
  ...overrides,
});

/** The city typed as the street: Shopify finds the city's centre and calls that validated. */
export const cityForStreet = (overrides: NewOrder = {}): NewOrder => ({
  ...thandiAt({ address1: 'Cape Town', address2: null, ...cityCentre }),
  awkward: 'City typed as the street',
  ...overrides,
});

/** Typed into a form that has no field for the province. */
export const noProvince = (overrides: NewOrder = {}): NewOrder => ({
  ...thandiAt({ province: null, provinceCode: null }),
  awkward: 'No province',
  ...overrides,
});

/** A draft order that staff marked as paid, without an address and without a delivery method. */
export const draftWithoutAddress = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'No address',
    sourceName: 'shopify_draft_order',
    shippingAddress: null,
    shippingLines: [],
    methodType: null,
    ...overrides,
  });

/** Paid to the driver: Shopify shows a pending sale and no `orders/paid` ever comes. */
export const cashOnDelivery = (overrides: NewOrder = {}): NewOrder =>
  ordinary({ awkward: 'Pays the driver', pendingGateway: 'Cash on Delivery (COD)', ...overrides });

/** As the date picker of a theme writes it, e.g. `25/11/2026`. */
const inThirtyDays = (): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Johannesburg' }).format(Date.now() + 30 * 86_400_000);

/** The theme's date picker: a day in a note attribute. */
export const deliveryDate = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Wanted on another day',
    customAttributes: [{ key: 'Delivery-Date', value: inThirtyDays() }],
    ...overrides,
  });
