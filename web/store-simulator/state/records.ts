import type { OrderRecord } from './order-records.ts';

/**
 * What a shop holds, in the words of the Admin API. Ids are digits (strings, since they exceed 2^53), instants epoch
 * milliseconds, money decimal texts in the shop's currency unless a record names its own. `kind` is the GraphQL type.
 * `redacted` names fields that the API answers with null plus an error, as Shopify does for protected customer data.
 */
export interface Redactable {
  redacted: string[];
}

type WeightUnit = 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS';

export interface WeightRecord {
  value: number;
  unit: WeightUnit;
}

export interface AddressRecord extends Redactable {
  kind: 'MailingAddress';
  id: string;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  zip: string | null;
  country: string | null;
  countryCode: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  coordinatesValidated: boolean;
  validationResultSummary: 'ERROR' | 'NO_ISSUES' | 'WARNING' | null;
}

export interface LocationRecord {
  kind: 'Location';
  id: string;
  name: string;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  zip: string | null;
  country: string;
  countryCode: string;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  isActive: boolean;
  fulfillsOnlineOrders: boolean;
  /** Name of the third party's service where one, not the merchant, fulfils from here. */
  fulfillmentService: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface ProductRecord {
  kind: 'Product';
  id: string;
  title: string;
  handle: string;
  vendor: string;
  productType: string;
  tags: string[];
  isGiftCard: boolean;
}

export interface VariantRecord {
  kind: 'ProductVariant';
  id: string;
  inventoryItemId: string;
  product: ProductRecord;
  title: string;
  sku: string | null;
  price: string;
  weight: WeightRecord;
  requiresShipping: boolean;
}

export interface CustomerRecord extends Redactable {
  kind: 'Customer';
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  defaultAddress: AddressRecord | null;
  createdAt: number;
}

export type OwnerRecord = OrderRecord | VariantRecord | ProductRecord | LocationRecord | CustomerRecord;

/** What a merchant defines under Settings, Custom data: only what is defined can be filled in in the admin. */
export interface MetafieldDefinitionRecord {
  kind: 'MetafieldDefinition';
  id: string;
  ownerType: string;
  namespace: string;
  key: string;
  name: string;
  type: string;
}

export interface MetafieldRecord {
  kind: 'Metafield';
  id: string;
  namespace: string;
  key: string;
  type: string;
  value: string;
  owner: OwnerRecord;
  createdAt: number;
  updatedAt: number;
}
