import type { LocationId, OrderId } from './ids.ts';

/** For so long Shopify shows an app each order that was not deleted. */
export const shownMs = 60 * 86_400_000;

/** Until when it shows this one, epoch ms. */
export const shownUntil = ({ createdAt }: Pick<ShopOrder, 'createdAt'>): number => Date.parse(createdAt) + shownMs;

/**
 * A Shopify order as placement reads it: Shopify's words, one snapshot, all pages of fulfilment orders and lines.
 * Built by `shopify/read-order`; ids are the digits of the gid.
 */
export interface ShopOrder {
  id: OrderId;
  /** `Order.number`, e.g. 1001. */
  number: number;
  /** `Order.name`, e.g. `#1001`. */
  name: string;
  note: string | null;
  test: boolean;
  /** RFC 3339 instants. When it was made in Shopify; a connector may say that it was processed long before. */
  createdAt: string;
  processedAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  /** Latest successful SALE or CAPTURE transaction (RFC 3339); null where none is known. */
  paidAt: string | null;
  /** `Order.displayFinancialStatus`, e.g. PAID; null where Shopify gives none. */
  financialStatus: string | null;
  /** `Order.paymentGatewayNames`, e.g. `Cash on Delivery (COD)`. */
  paymentGateways: string[];
  /** e.g. `web`, `pos`, `shopify_draft_order`. */
  sourceName: string | null;
  /** `currentTotalPriceSet.shopMoney`. */
  total: Money;
  /** `Order.risk.recommendation`: ACCEPT, INVESTIGATE, CANCEL, NONE; null where Shopify gives none. */
  riskRecommendation: string | null;
  tags: string[];
  customAttributes: { key: string; value: string | null }[];
  phone: string | null;
  /** Where the phone number was changed since the order was first read, as far as that is known; not Shopify's word. */
  changedPhone?: 'address' | 'order';
  customer: ShopCustomer | null;
  shippingAddress: ShopAddress | null;
  /** As the order has them now. */
  shippingLines: ShippingLine[];
  /** What edits took out since checkout. */
  removedShippingLines: ShippingLine[];
  fulfillmentOrders: FulfillmentOrder[];
  /** Paths that Shopify redacted (null plus an access-denied error), e.g. `shippingAddress.phone`. */
  redacted: string[];
}

interface Money {
  /** Decimal amount in major units. */
  amount: number;
  /** ISO 4217. */
  currency: string;
}

export interface ShopCustomer {
  /** Digits of the customer's gid. */
  id: string;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
  phone: string | null;
}

/** `MailingAddress`. */
export interface ShopAddress {
  name: string | null;
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
  /** Decimal degrees. */
  latitude: number | null;
  longitude: number | null;
  coordinatesValidated: boolean;
  /** `MailingAddressValidationResult`: ERROR, NO_ISSUES, WARNING; null where not validated. */
  validationResultSummary: string | null;
}

export interface ShippingLine {
  title: string;
  code: string | null;
  phone: string | null;
}

export interface FulfillmentOrder {
  /** Digits of the gid. */
  id: string;
  /** OPEN, IN_PROGRESS, SCHEDULED, ON_HOLD, INCOMPLETE, CLOSED, CANCELLED. */
  status: string;
  /** `DeliveryMethodType`: LOCAL, NONE, PICKUP_POINT, PICK_UP, RETAIL, SHIPPING; null where Shopify has none. */
  methodType: string | null;
  /** The delivery option as checkout showed it, and its code. */
  presentedName: string | null;
  serviceCode: string | null;
  /** When the goods are promised to arrive (RFC 3339). */
  minDeliveryDateTime: string | null;
  maxDeliveryDateTime: string | null;
  /** `deliveryMethod.additionalInformation`: what checkout asks for at Local Delivery. */
  contactPhone: string | null;
  instructions: string | null;
  /** `destination.phone`. */
  destinationPhone: string | null;
  /** When a SCHEDULED fulfilment order opens (RFC 3339). */
  fulfillAt: string | null;
  /** Words of the holds, for the merchant. */
  holds: string[];
  location: AssignedLocation;
  lines: FulfillmentOrderLine[];
}

/** The assigned location, its own record laid over the fulfilment order's snapshot of it. */
export interface AssignedLocation {
  /** null when Shopify gives no location behind the snapshot. */
  id: LocationId | null;
  /** What deliveries of the order call it, where that is known and `id` is null. */
  key?: string;
  name: string;
  /** True where a fulfilment service (a third party), not the merchant, fulfils. */
  isFulfillmentService: boolean;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  zip: string | null;
  countryCode: string | null;
  /** Country name in words where known. */
  country: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
}

export interface FulfillmentOrderLine {
  /** Digits of the fulfilment order line item's gid. */
  id: string;
  /** Digits of the order line's gid: it stays when Shopify splits or moves a fulfilment order. */
  lineItemId: string;
  title: string;
  variantTitle: string | null;
  remainingQuantity: number;
  totalQuantity: number;
  /** Units that the buyer ordered of the order's line, whatever became of them. */
  orderedQuantity: number;
  requiresShipping: boolean;
  isGiftCard: boolean;
  /** Weight of one unit. */
  weight: { value: number; unit: 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS' } | null;
  /** `originalUnitPriceSet.shopMoney`. */
  unitPrice: Money | null;
  productTags: string[];
  /** Text of the metafield that the settings name for measures, on the variant, then on the product. */
  variantParcel: string | null;
  productParcel: string | null;
  /** Text of the one for the fragile mark, of the variant, else of the product, e.g. `true`. */
  fragile: string | null;
}

/** Whether Shopify's list of paid orders holds it. */
export function isPaid<T extends Pick<ShopOrder, 'financialStatus'>>(
  order: T,
): order is T & { financialStatus: 'PAID' | 'PARTIALLY_REFUNDED' } {
  const { financialStatus } = order;
  return financialStatus === 'PAID' || financialStatus === 'PARTIALLY_REFUNDED';
}
