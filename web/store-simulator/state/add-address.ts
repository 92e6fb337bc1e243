import type { NewAddress } from './new-order.ts';
import type { AddressRecord } from './records.ts';
import { countryName, provinceName } from './south-africa.ts';

const blank = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  provinceCode: null,
  zip: null,
  countryCode: 'ZA',
  phone: null,
  latitude: null,
  longitude: null,
};

/** The record of a typed address. */
export function buildAddress(typed: NewAddress, nextId: () => string): AddressRecord {
  const filled = { ...blank, ...typed };
  const located = filled.latitude !== null;
  return {
    province: filled.countryCode === 'ZA' ? provinceName(filled.provinceCode) : null,
    country: filled.countryCode === null ? null : countryName(filled.countryCode),
    coordinatesValidated: located,
    validationResultSummary: located ? 'NO_ISSUES' : null,
    redacted: [],
    ...filled,
    kind: 'MailingAddress',
    id: nextId(),
  };
}
