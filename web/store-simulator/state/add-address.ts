import type { NewAddress } from './new-order.ts';
import type { AddressRecord } from './records.ts';
import { countryName, provinceName } from './south-africa.ts';

/** The record of a typed address. */
export function buildAddress(typed: NewAddress, nextId: () => string): AddressRecord {
  const countryCode = typed.countryCode === undefined ? 'ZA' : typed.countryCode;
  const provinceCode = typed.provinceCode ?? null;
  const latitude = typed.latitude ?? null;
  return {
    kind: 'MailingAddress',
    id: nextId(),
    firstName: typed.firstName ?? null,
    lastName: typed.lastName ?? null,
    company: typed.company ?? null,
    address1: typed.address1 ?? null,
    address2: typed.address2 ?? null,
    city: typed.city ?? null,
    province: typed.province ?? (provinceCode && countryCode === 'ZA' ? provinceName(provinceCode) : null),
    provinceCode,
    zip: typed.zip ?? null,
    country: typed.country ?? (countryCode ? countryName(countryCode) : null),
    countryCode,
    phone: typed.phone ?? null,
    latitude,
    longitude: typed.longitude ?? null,
    coordinatesValidated: typed.coordinatesValidated ?? latitude !== null,
    validationResultSummary:
      typed.validationResultSummary === undefined
        ? latitude === null
          ? null
          : 'NO_ISSUES'
        : typed.validationResultSummary,
    redacted: typed.redacted ?? [],
  };
}
