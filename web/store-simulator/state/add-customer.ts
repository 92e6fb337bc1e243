import { buildAddress } from './add-address.ts';
import type { NewCustomer } from './new-order.ts';
import type { CustomerRecord } from './records.ts';
import type { ShopState } from './shop-state.ts';

/** The customer of an order: by id, else one with the same details, else a new one. */
export function findOrAddCustomer(shop: ShopState, typed: NewCustomer, at: number): CustomerRecord {
  const known = typed.id ? shop.customers.get(typed.id) : findSamePerson(shop, typed);
  if (known) {
    return known;
  }
  const customer: CustomerRecord = {
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
    redacted: [],
    ...typed,
    kind: 'Customer',
    id: typed.id ?? shop.nextId(),
    defaultAddress: typed.defaultAddress ? buildAddress(typed.defaultAddress, shop.nextId) : null,
    createdAt: at,
  };
  shop.customers.set(customer.id, customer);
  return customer;
}

const details = (person: NewCustomer) =>
  JSON.stringify([
    [person.email, person.phone, person.firstName, person.lastName].map((detail) => detail ?? null),
    [person.defaultAddress?.address1, person.defaultAddress?.phone].map((detail) => detail ?? null),
    person.redacted ?? [],
  ]);

/** A buyer who comes back with the same details is the same customer; without an e-mail address nobody is. */
function findSamePerson(shop: ShopState, typed: NewCustomer): CustomerRecord | undefined {
  if (!typed.email) {
    return undefined;
  }
  const wanted = details(typed);
  return [...shop.customers.values()].find(
    (customer) => customer.email === typed.email && details(customer) === wanted,
  );
}
