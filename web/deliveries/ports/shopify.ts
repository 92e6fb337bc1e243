import type { Settings } from '#api-contract/settings.ts';
import type { LocationId, OrderId, ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
/** `namespace.key` of the merchant's metafields for measures and the fragile mark. */
export type ParcelMetafields = Pick<Settings['parcel'], 'metafield' | 'fragileMetafield'>;

export interface DefinedMetafield {
  /** `namespace.key`. */
  name: string;
  /** Where the merchant has defined it; empty: nowhere. */
  on: ('product' | 'variant')[];
  /** Shopify's word for its type, e.g. `json`; null where it is not defined. */
  type: string | null;
}

export interface OrderSummary {
  id: OrderId;
  number: number;
  name: string;
  /** RFC 3339. */
  updatedAt: string;
  processedAt: string;
  financialStatus: string | null;
  cancelledAt: string | null;
}

export interface ShopLocation {
  id: LocationId;
  name: string;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  zip: string | null;
  country: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  isActive: boolean;
  isFulfillmentService: boolean;
}

export interface FulfillmentEvent {
  status: 'OUT_FOR_DELIVERY' | 'DELIVERED' | 'ATTEMPTED_DELIVERY' | 'FAILURE';
  /** RFC 3339, whole seconds. */
  happenedAt: string;
}

/** Instants are RFC 3339. */
export interface UpdatedOrdersQuery {
  updatedSince: string;
  updatedUntil?: string;
  /** Only paid ones that were created since, too. */
  newPayments?: boolean;
  cursor: string | null;
}

/** The bucket from which Shopify pays for calls about one shop. */
export interface ShopifyPoints {
  /** What the call asked for. */
  cost: number;
  available: number;
  maximum: number;
  restoredPerSecond: number;
}

/** What Shopify says of a shop. */
export interface ShopFacts {
  /** Digits; the same whatever the shop is called. */
  id: string;
  name: string;
  domain: string | null;
  timeZone: string;
  currency: string;
  /** Where Shopify reaches its owner. */
  contactEmail: string | null;
  /** Nobody buys there: it belongs to a partner of Shopify's. */
  isDevelopment: boolean;
  /** What the app may do there. */
  scopes: string[];
}

/** An order's note, and Shopify's digest of the app's metafield on it; null where it has none. */
export interface OrderNote {
  note: string | null;
  /** RFC 3339. */
  updatedAt: string;
  detailsDigest: string | null;
}

/** The Admin API of one shop. Failures are thrown as `AppError` with a code of `shopifyErrorCodes`. */
export interface ShopifyAdmin {
  /** One snapshot over all pages; null where this shop does not know the order. */
  readOrder(shop: ShopDomain, orderId: OrderId, metafields: ParcelMetafields): Promise<ShopOrder | null>;
  readNote(shop: ShopDomain, orderId: OrderId): Promise<OrderNote | null>;
  writeNote(shop: ShopDomain, orderId: OrderId, note: string): Promise<{ note: string | null; updatedAt: string }>;
  /**
   * Sets the app's metafield on the order, a JSON text, only where it still is what `over` was read of; undefined: whatever it is.
   *
   * @throws AppError, retryable, where it was written since.
   */
  writeDetails(
    shop: ShopDomain,
    orderId: OrderId,
    details: string,
    over: OrderNote['detailsDigest'] | undefined,
  ): Promise<void>;
  addTags(shop: ShopDomain, orderId: OrderId, tags: string[]): Promise<void>;
  /** Fulfils the given lines, and lets Shopify tell the buyer; `trackingNumber` is the service's delivery id. */
  fulfil(
    shop: ShopDomain,
    input: {
      lines: { fulfillmentOrderId: string; lineId: string; quantity: number }[];
      trackingNumber: string;
      trackingUrl: string | null;
      company: string;
    },
  ): Promise<{ fulfillmentId: string }>;
  /** The fulfilment of goods of this fulfilment order that has the tracking number; null where there is none. */
  findFulfillment(shop: ShopDomain, fulfillmentOrderId: string, trackingNumber: string): Promise<string | null>;
  /** Notes what became of a fulfilment, in this order; what stands there already is not noted twice. */
  addFulfillmentEvents(shop: ShopDomain, fulfillmentId: string, events: readonly FulfillmentEvent[]): Promise<void>;
  /** Orders updated since, oldest first, one page; the sweep's list. */
  listUpdatedOrders(
    shop: ShopDomain,
    query: UpdatedOrdersQuery,
  ): Promise<{ orders: OrderSummary[]; nextCursor: string | null; points: ShopifyPoints | null }>;
  /** The newest orders, newest first (rehearsal). */
  listRecentOrders(shop: ShopDomain, limit: number): Promise<OrderSummary[]>;
  listLocations(shop: ShopDomain): Promise<ShopLocation[]>;
  /** Which of the two the merchant has defined, and on what. */
  findParcelMetafields(
    shop: ShopDomain,
    metafields: ParcelMetafields,
  ): Promise<{ parcel: DefinedMetafield; fragile: DefinedMetafield }>;
  /** `domain`: what Shopify calls it now. */
  readShop(shop: ShopDomain): Promise<ShopFacts>;
}
