/**
 * What a shop holds, in the words of the Admin API. Ids are digits (strings, since they exceed 2^53), instants epoch
 * milliseconds, money decimal texts in the shop's currency unless a record names its own. `kind` is the GraphQL type.
 * `redacted` names fields that the API answers with null plus an error, as Shopify does for protected customer data.
 */
export interface Redactable {
  redacted: string[];
}

export type WeightUnit = 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS';
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

export interface LineRecord {
  kind: 'LineItem';
  id: string;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  currentQuantity: number;
  fulfilledQuantity: number;
  unitPrice: string;
  currency: string;
  requiresShipping: boolean;
  isGiftCard: boolean;
  weight: WeightRecord | null;
  variant: VariantRecord | null;
  product: ProductRecord | null;
  customAttributes: AttributeRecord[];
}

export interface AttributeRecord {
  key: string;
  value: string | null;
}

export interface ShippingLineRecord extends Redactable {
  id: string;
  title: string;
  code: string | null;
  source: string | null;
  carrierIdentifier: string | null;
  deliveryCategory: string | null;
  phone: string | null;
  price: string;
  isRemoved: boolean;
}

export type DeliveryMethodType = 'LOCAL' | 'NONE' | 'PICKUP_POINT' | 'PICK_UP' | 'RETAIL' | 'SHIPPING';
export type FulfillmentOrderStatus =
  | 'CANCELLED'
  | 'CLOSED'
  | 'INCOMPLETE'
  | 'IN_PROGRESS'
  | 'ON_HOLD'
  | 'OPEN'
  | 'SCHEDULED';

export interface HoldRecord {
  kind: 'FulfillmentHold';
  id: string;
  reason: string;
  displayReason: string;
  reasonNotes: string | null;
}

export interface FulfillmentOrderLineRecord {
  kind: 'FulfillmentOrderLineItem';
  id: string;
  line: LineRecord;
  totalQuantity: number;
  remainingQuantity: number;
}

export interface FulfillmentOrderRecord {
  kind: 'FulfillmentOrder';
  id: string;
  order: OrderRecord;
  status: FulfillmentOrderStatus;
  requestStatus: string;
  location: LocationRecord;
  /** False where Shopify gives only the snapshot of a location that is gone. */
  hasLocation: boolean;
  deliveryMethodId: string;
  methodType: DeliveryMethodType | null;
  fulfillAt: number | null;
  fulfillBy: number | null;
  holds: HoldRecord[];
  lines: FulfillmentOrderLineRecord[];
  createdAt: number;
  updatedAt: number;
}

export interface FulfillmentEventRecord {
  kind: 'FulfillmentEvent';
  id: string;
  status: string;
  happenedAt: number;
  createdAt: number;
  estimatedDeliveryAt: number | null;
  message: string | null;
  latitude: number | null;
  longitude: number | null;
  address1: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
  zip: string | null;
}

export interface FulfillmentRecord {
  kind: 'Fulfillment';
  id: string;
  name: string;
  order: OrderRecord;
  location: LocationRecord;
  fulfillmentOrders: FulfillmentOrderRecord[];
  lines: { id: string; line: LineRecord; quantity: number }[];
  tracking: { company: string | null; number: string | null; url: string | null }[];
  events: FulfillmentEventRecord[];
  createdAt: number;
  updatedAt: number;
}

export interface TransactionRecord {
  kind: 'OrderTransaction';
  id: string;
  transactionKind: 'AUTHORIZATION' | 'CAPTURE' | 'REFUND' | 'SALE' | 'VOID';
  status: 'FAILURE' | 'PENDING' | 'SUCCESS';
  amount: string;
  currency: string;
  gateway: string;
  createdAt: number;
  processedAt: number;
}

export interface RefundRecord {
  id: string;
  createdAt: number;
  note: string | null;
  lines: { id: string; line: LineRecord; quantity: number }[];
  transaction: TransactionRecord | null;
}

export interface OrderRecord extends Redactable {
  kind: 'Order';
  id: string;
  number: number;
  name: string;
  note: string | null;
  test: boolean;
  confirmed: boolean;
  tags: string[];
  customAttributes: AttributeRecord[];
  email: string | null;
  phone: string | null;
  sourceName: string;
  currency: string;
  /** Set where the financial status is not what transactions say (AUTHORIZED, VOIDED, EXPIRED). */
  financialStatusOverride: string | null;
  customer: CustomerRecord | null;
  shippingAddress: AddressRecord | null;
  billingAddress: AddressRecord | null;
  shippingLines: ShippingLineRecord[];
  lines: LineRecord[];
  fulfillmentOrders: FulfillmentOrderRecord[];
  fulfillments: FulfillmentRecord[];
  transactions: TransactionRecord[];
  refunds: RefundRecord[];
  /** POS only. */
  retailLocation: LocationRecord | null;
  edited: boolean;
  createdAt: number;
  processedAt: number;
  updatedAt: number;
  cancelledAt: number | null;
  cancelReason: string | null;
  closedAt: number | null;
}

export type OwnerRecord = OrderRecord | VariantRecord | ProductRecord | LocationRecord | CustomerRecord;

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
