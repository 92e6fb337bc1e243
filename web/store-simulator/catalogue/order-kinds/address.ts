import type { NewOrder } from '../../state/new-order.ts';
import { people, person } from '../people.ts';
import { ordinary } from './ordinary.ts';

/** Across the border, with a phone that is valid there. */
export const outsideSouthAfrica = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Outside South Africa',
    shippingAddress: {
      firstName: 'Tomas',
      lastName: 'Shikongo',
      address1: '12 Sam Nujoma Drive',
      city: 'Windhoek',
      countryCode: 'NA',
      zip: '10001',
      phone: '+264 81 555 0123',
      latitude: -22.5609,
      longitude: 17.0658,
    },
    ...overrides,
  });

/** In South Africa, and hours away from where same-day drivers go. */
export const outsideArea = (overrides: NewOrder = {}): NewOrder => {
  const { customer, address } = person('Elsabe', 'Fourie', '044 555 0172', {
    ...{ address1: '16 Long Street', city: 'Knysna', provinceCode: 'WC', zip: '6571' },
    ...{ latitude: -34.0356, longitude: 23.0488 },
  });
  return ordinary({ awkward: 'Outside the area', customer, shippingAddress: address, ...overrides });
};

/** A junk street that was geocoded to the middle of the city, and says so. */
export const unvalidatedCoordinates = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Street that nobody knows',
    shippingAddress: {
      ...people.thandi.address,
      address1: 'asdf next to the big tree',
      address2: null,
      latitude: -33.9249,
      longitude: 18.4241,
      coordinatesValidated: false,
      validationResultSummary: 'ERROR',
    },
    ...overrides,
  });

/** Shopify could not geocode it at all. */
export const noCoordinates = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'No coordinates',
    shippingAddress: people.naledi.address,
    customer: people.naledi.customer,
    ...overrides,
  });
