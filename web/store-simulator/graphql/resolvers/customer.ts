import { fullName } from '../../state/order-figures.ts';
import type { AddressRecord, CustomerRecord } from '../../state/records.ts';
import { field, plain } from '../field.ts';
import { idField, legacyIdFields } from './identity.ts';
import { ownerFields } from './metafield.ts';

export const customerTypes = {
  Customer: {
    ...legacyIdFields,
    ...ownerFields,
    ...plain<CustomerRecord>('firstName', 'lastName', 'defaultAddress', 'createdAt'),
    displayName: field((customer: CustomerRecord) => fullName(customer) ?? customer.email ?? customer.phone ?? ''),
    defaultPhoneNumber: field((customer: CustomerRecord) =>
      customer.phone
        ? { phoneNumber: customer.phone, redacted: redactedInside(customer, 'phone', 'phoneNumber') }
        : null,
    ),
    defaultEmailAddress: field((customer: CustomerRecord) =>
      customer.email
        ? { emailAddress: customer.email, redacted: redactedInside(customer, 'email', 'emailAddress') }
        : null,
    ),
  },
  CustomerPhoneNumber: plain<{ phoneNumber: string }>('phoneNumber'),
  CustomerEmailAddress: plain<{ emailAddress: string }>('emailAddress'),
  MailingAddress: {
    ...idField,
    ...plain<AddressRecord>('firstName', 'lastName', 'company', 'address1', 'address2', 'city', 'province'),
    ...plain<AddressRecord>('provinceCode', 'zip', 'country', 'phone', 'latitude', 'longitude'),
    ...plain<AddressRecord>('coordinatesValidated', 'validationResultSummary'),
    countryCodeV2: field((address: AddressRecord) => address.countryCode),
    name: field((address: AddressRecord) => fullName(address)),
    formatted: field((address: AddressRecord) =>
      [address.address1, address.address2, address.zip, address.city, address.province, address.country].filter(
        Boolean,
      ),
    ),
    formattedArea: field((address: AddressRecord) =>
      [address.city, address.provinceCode, address.country].filter(Boolean).join(', '),
    ),
  },
};

function redactedInside(customer: CustomerRecord, fieldName: string, innerName: string): string[] {
  return customer.redacted.includes(fieldName) ? [innerName] : [];
}
