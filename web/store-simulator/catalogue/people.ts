import type { NewAddress, NewCustomer } from '../state/new-order.ts';

/** Buyers of the sample orders. Streets and suburbs are real, persons and numbers are not. */
export interface Person {
  customer: NewCustomer;
  address: NewAddress;
}

/** A buyer with an address, as an order names both. */
export function person(
  firstName: string,
  lastName: string,
  phone: string,
  address: Omit<NewAddress, 'firstName' | 'lastName' | 'phone'>,
): Person {
  const email = `${firstName}.${lastName}@example.com`.toLowerCase().replaceAll(/[^a-z@.]/g, '');
  const place = { firstName, lastName, phone, ...address };
  return { customer: { firstName, lastName, email, defaultAddress: place }, address: place };
}

export const people = {
  thandi: person('Thandi', 'Mokoena', '+27 82 555 0142', {
    address1: '14 Kloof Nek Road',
    address2: 'Tamboerskloof',
    city: 'Cape Town',
    provinceCode: 'WC',
    zip: '8001',
    latitude: -33.9331,
    longitude: 18.4009,
  }),
  pieter: person('Pieter', 'van der Merwe', '083 555 0178', {
    address1: '27 Main Road',
    address2: 'Rondebosch',
    city: 'Cape Town',
    provinceCode: 'WC',
    zip: '7700',
    latitude: -33.9618,
    longitude: 18.4767,
  }),
  aisha: person('Aisha', 'Davids', '+27 (0)72 555 0119', {
    company: 'Davids & Daughters',
    address1: '71 Wale Street',
    address2: 'Schotsche Kloof',
    city: 'Cape Town',
    provinceCode: 'WC',
    zip: '8001',
    latitude: -33.9206,
    longitude: 18.4153,
  }),
  sipho: person('Sipho', 'Ndlovu', '0027 71 555 0163', {
    address1: '5 Parkhurst Close',
    address2: 'Unit 12, Parkhurst',
    city: 'Johannesburg',
    provinceCode: 'GP',
    zip: '2193',
    latitude: -26.1377,
    longitude: 28.0176,
  }),
  lerato: person('Lerato', 'Nkosi', '+27 73 555 0151', {
    address1: '3 Beach Road',
    address2: 'Apartment 602, Sea Point',
    city: 'Cape Town',
    provinceCode: 'WC',
    zip: '8005',
    latitude: -33.9156,
    longitude: 18.3862,
  }),
  naledi: person('Naledi', 'Khumalo', '0825550187', {
    address1: '88 Florida Road',
    address2: 'Morningside',
    city: 'Durban',
    provinceCode: 'NL',
    zip: '4001',
  }),
};
