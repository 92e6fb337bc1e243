import type { NewAddress, NewOrder } from '../../state/new-order.ts';
import { people } from '../people.ts';
import { localDelivery, ordinary } from './ordinary.ts';

const withoutPhone = (address: NewAddress): NewAddress => ({ ...address, phone: null });

/** No phone anywhere: not on the address, the shipping line, the order or the customer. */
export const noPhone = (overrides: NewOrder = {}): NewOrder => {
  const address = withoutPhone(people.pieter.address);
  return ordinary({
    awkward: 'No phone',
    customer: { ...people.pieter.customer, defaultAddress: address },
    shippingAddress: address,
    ...overrides,
  });
};

/** Local Delivery: the phone for the driver stands on the shipping line only. */
export const phoneOnShippingLine = (overrides: NewOrder = {}): NewOrder => {
  const address = withoutPhone(people.aisha.address);
  return ordinary({
    awkward: 'Phone at checkout only',
    customer: { ...people.aisha.customer, defaultAddress: address },
    shippingAddress: address,
    shippingLines: [{ ...localDelivery, phone: '+27725550119' }],
    methodType: 'LOCAL',
    ...overrides,
  });
};

/** Local Delivery: the phone for the driver and the gate code were typed at checkout, beside the address. */
export const localDeliveryInstructions = (overrides: NewOrder = {}): NewOrder => {
  const address = withoutPhone(people.aisha.address);
  return ordinary({
    awkward: 'Gate code typed at checkout',
    customer: { ...people.aisha.customer, phone: null, defaultAddress: address },
    shippingAddress: address,
    shippingLines: [localDelivery],
    methodType: 'LOCAL',
    deliveryMethod: { phone: '072 555 0119', instructions: 'Gate code 1234' },
    ...overrides,
  });
};

/** A telephone at home: a driver can ring it, nobody gets a text message there. */
export const landlineOnly = (overrides: NewOrder = {}): NewOrder => {
  const address = { ...people.lerato.address, phone: '021 555 0151' };
  return ordinary({
    awkward: 'Landline only',
    customer: { ...people.lerato.customer, defaultAddress: address },
    shippingAddress: address,
    ...overrides,
  });
};

const personalFields = ['firstName', 'lastName', 'name', 'company', 'address1', 'address2', 'city', 'zip', 'phone'];
const redactedAddress: NewAddress = {
  ...people.thandi.address,
  redacted: [...personalFields, 'latitude', 'longitude'],
};

/** Protected customer data not approved: Shopify gives country and province only, the rest null with an error. */
export const redacted = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Buyer hidden from apps',
    customer: {
      ...people.thandi.customer,
      defaultAddress: redactedAddress,
      redacted: ['firstName', 'lastName', 'displayName', 'email', 'phone'],
    },
    shippingAddress: redactedAddress,
    redacted: ['email', 'phone'],
    ...overrides,
  });

/** Only the phone of the address is redacted. */
export const redactedPhone = (overrides: NewOrder = {}): NewOrder =>
  ordinary({
    awkward: 'Phone hidden from apps',
    shippingAddress: { ...people.thandi.address, redacted: ['phone'] },
    ...overrides,
  });
