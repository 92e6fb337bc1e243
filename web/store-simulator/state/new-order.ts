import type { DeliveryMethodType, FulfillmentOrderStatus } from './fulfillment-records.ts';
import type { AttributeRecord, RiskAssessmentRecord } from './order-records.ts';
import type { WeightRecord } from './records.ts';

/** An address as typed into the admin; what is left out is null. */
export interface NewAddress {
  firstName?: string | null;
  lastName?: string | null;
  company?: string | null;
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  provinceCode?: string | null;
  /** Taken from the province code where left out. */
  province?: string | null;
  zip?: string | null;
  /** Default ZA. */
  countryCode?: string | null;
  country?: string | null;
  phone?: string | null;
  latitude?: number | null;
  longitude?: number | null;
  /** Default: true where coordinates are given. */
  coordinatesValidated?: boolean;
  validationResultSummary?: 'ERROR' | 'NO_ISSUES' | 'WARNING' | null;
  /** Field names that the API redacts, e.g. `phone`. */
  redacted?: string[];
}

export interface NewCustomer {
  /** Digits of a customer that exists; the rest is ignored then. */
  id?: string;
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  phone?: string | null;
  defaultAddress?: NewAddress | null;
  redacted?: string[];
}

export interface NewLine {
  /** SKU of the catalogue; all other fields override what it says. */
  sku?: string;
  title?: string;
  variantTitle?: string | null;
  quantity?: number;
  /** Unit price, major units, e.g. `349.00`. */
  price?: string;
  weight?: WeightRecord | null;
  requiresShipping?: boolean;
  isGiftCard?: boolean;
  customAttributes?: AttributeRecord[];
  /** Name or id of the location it is assigned to; default: the shop's first. */
  location?: string;
}

export interface NewShippingLine {
  title: string;
  code?: string | null;
  source?: string | null;
  carrierIdentifier?: string | null;
  deliveryCategory?: string | null;
  phone?: string | null;
  price?: string;
}

/** What checkout asked and promised beside the method's type. */
interface NewDeliveryMethod {
  /** Name and code of the option; left out: those of the order's shipping line. */
  presentedName?: string | null;
  serviceCode?: string | null;
  minDeliveryDateTime?: number | string | null;
  maxDeliveryDateTime?: number | string | null;
  /** Local Delivery's own phone and instructions. */
  phone?: string | null;
  instructions?: string | null;
  /** Left out: the phone of the shipping address. */
  destinationPhone?: string | null;
}

/** Fulfilment orders spelt out; without them lines are grouped by location and by whether they ship. */
export interface NewFulfillmentOrder {
  location?: string;
  status?: FulfillmentOrderStatus;
  methodType?: DeliveryMethodType | null;
  deliveryMethod?: NewDeliveryMethod;
  fulfillAt?: number | string | null;
  holds?: { reason: string; displayReason?: string; reasonNotes?: string | null }[];
  /** Index into `lines`, and how many of them; quantity left out: all. */
  lines: { line: number; quantity?: number }[];
}

/** A partial order in the admin's words; everything has a default. Instants are epoch milliseconds or RFC 3339. */
export interface NewOrder {
  id?: string;
  number?: number;
  name?: string;
  confirmationNumber?: string;
  note?: string | null;
  test?: boolean;
  tags?: string[];
  customAttributes?: AttributeRecord[];
  email?: string | null;
  phone?: string | null;
  sourceName?: string;
  currency?: string;
  /** null: guest without a customer record. */
  customer?: NewCustomer | null;
  shippingAddress?: NewAddress | null;
  billingAddress?: NewAddress | null;
  shippingLines?: NewShippingLine[];
  lines?: NewLine[];
  /** Of all fulfilment orders that ship; default SHIPPING. */
  methodType?: DeliveryMethodType | null;
  /** Of all fulfilment orders that ship. */
  deliveryMethod?: NewDeliveryMethod;
  /** Of all fulfilment orders; default OPEN. */
  status?: FulfillmentOrderStatus;
  holds?: { reason: string; displayReason?: string; reasonNotes?: string | null }[];
  fulfillAt?: number | string | null;
  fulfillmentOrders?: NewFulfillmentOrder[];
  /** Name or id of the POS location. */
  retailLocation?: string;
  /** Already paid when it arrives (fires `orders/paid` too, unless `quiet`). Default false. */
  paid?: boolean;
  /** The gateway by which the buyer pays later, e.g. `Cash on Delivery (COD)`: a pending sale stands in the order. */
  pendingGateway?: string;
  /** Replaces the computed financial status (AUTHORIZED, VOIDED, EXPIRED). */
  financialStatus?: string;
  processedAt?: number | string;
  redacted?: string[];
  /** What Shopify's fraud analysis has found by then. */
  riskLevel?: RiskAssessmentRecord['riskLevel'];
  /** Adds the order without telling apps, as one that was there before the app. */
  quiet?: boolean;
  /** What is awkward about it, in a few words for people who look at the store's pages. Apps never see it. */
  awkward?: string;
}
