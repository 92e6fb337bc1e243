import type { Settings } from '#api-contract/settings.ts';
import type { DeliveryId, LocationId, OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import type { PlacementRequest, StoreFields } from '#placement/placement-request.ts';
import type { ShopOrder } from '#placement/shop-order.ts';

/** Time and chance come from outside, so that a simulation can steer them. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** A fresh unique id. */
  id(): string;
}

// The delivery service ---------------------------------------------------------------------------------------------

/** Whose account is used, and which of the two hosts: a test key never reaches the live one. */
export interface CourierAccount {
  mode: 'live' | 'test';
  apiKey: string;
}

/** `[start, end)`, RFC 3339 instants in UTC; `end` null where the service gives none. */
export interface Slot {
  start: string;
  end: string | null;
}

/** A delivery as the service describes it; everything but the id may be missing from a foreign service's answer. */
export interface ServiceDelivery {
  deliveryId: DeliveryId;
  slot: Slot | null;
  distanceEstimateMetres: number | null;
  timeEstimateSeconds: number | null;
  /** The service's own word, e.g. `PENDING PICKUP`. */
  state: string | null;
  orderReference: string | null;
  customerIdentifier: string | null;
  pickupAddress: string | null;
  dropoffAddress: string | null;
  dropoffContactPhone: string | null;
  /** The answer's text, cut at 64 kB; may hold personal data: encrypt at rest, never log. */
  raw: string;
}

interface Answer {
  /** null where no HTTP answer arrived. */
  httpStatus: number | null;
  /** The service's own words as plain text (control characters removed, at most 500 characters), or ours. */
  message: string;
}

/** What one placing attempt came to; the rows are those of `outcomes.md`. */
export type PlaceOutcome = Answer &
  (
    | { kind: 'placed'; delivery: ServiceDelivery }
    /** Rows 9 and 10: the reference is taken; whose it is, a look-up must tell. */
    | { kind: 'duplicate' }
    /** Row 8: sure-no and final. `field` is the request field at fault where the service names one. */
    | { kind: 'refused'; field: string | null }
    /** Row 7: sure-no for the whole shop. */
    | { kind: 'account_refused'; cause: 'key' | 'address' }
    /** Row 3: not a byte was sent. */
    | { kind: 'unsent' }
    /** Row 6, 429: sure-no. `retryAfterMs` clamped to 24 h. */
    | { kind: 'rate_limited'; retryAfterMs: number | null }
    /** Rows 2b, 4, 5, 6 (503). */
    | { kind: 'unknown'; why: 'time_out' | 'reset' | 'server_error' | 'unreadable'; retryAfterMs: number | null }
    /** Row 13: not followed; unknown, and a matter of configuration. */
    | { kind: 'redirected' }
  );

export type LookupOutcome =
  | { kind: 'found'; delivery: ServiceDelivery }
  /** The service answered and has no delivery of ours under the reference. */
  | { kind: 'not_found' }
  /** The profile has no look-up. */
  | { kind: 'unsupported' }
  /** No verdict. `account` is set where the key or the address was refused. */
  | { kind: 'failed'; message: string; retryAfterMs: number | null; account: 'key' | 'address' | null };

export type CancelOutcome =
  | { kind: 'cancelled' }
  | { kind: 'unsupported' }
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string };

export type KeyCheck = { ok: boolean; kind: 'accepted' | 'key' | 'address' | 'unreachable'; message: string };

/** The delivery service. No method throws for anything the service or the network does. */
export interface Courier {
  /** The frozen bytes to send: the profile lays the store fields beside the interface's. Pure. */
  freeze(request: PlacementRequest, store: StoreFields): string;
  /** One attempt with its own time-outs; never repeats by itself. `body` is what `freeze` gave. */
  place(account: CourierAccount, body: string): Promise<PlaceOutcome>;
  /** By reference, else by customer, else unsupported, as far as the profile goes. */
  lookup(
    account: CourierAccount,
    query: { orderReference: OrderReference; customerIdentifier: string | null },
  ): Promise<LookupOutcome>;
  lookupById(account: CourierAccount, deliveryId: DeliveryId): Promise<LookupOutcome>;
  cancel(account: CourierAccount, deliveryId: DeliveryId): Promise<CancelOutcome>;
  /** Checks the key without placing anything. */
  checkKey(account: CourierAccount): Promise<KeyCheck>;
  /** The profile's zone: where the driver drives. */
  readonly timeZone: string;
  /** What the service's own word says of the driver, by the profile; null for a word that says neither. */
  driverState(word: string | null): 'on_its_way' | 'delivered' | null;
  readonly canCancel: boolean;
  readonly canLookup: boolean;
}

// Shopify -----------------------------------------------------------------------------------------------------------

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

/** The Admin API of one shop. Failures are thrown as `AppError` with a code of `shopifyErrorCodes`. */
export interface ShopifyAdmin {
  /** One snapshot over all pages; null where this shop does not know the order. */
  readOrder(shop: ShopDomain, orderId: OrderId, metafields: ParcelMetafields): Promise<ShopOrder | null>;
  readNote(shop: ShopDomain, orderId: OrderId): Promise<{ note: string | null; updatedAt: string } | null>;
  writeNote(shop: ShopDomain, orderId: OrderId, note: string): Promise<{ note: string | null; updatedAt: string }>;
  /** Sets the app's metafields on the order (`$app` namespace); values are JSON texts by key. */
  writeMetafields(shop: ShopDomain, orderId: OrderId, values: Record<string, string>): Promise<void>;
  addTags(shop: ShopDomain, orderId: OrderId, tags: string[]): Promise<void>;
  /** Fulfils the given lines; `trackingNumber` is the service's delivery id. */
  fulfil(
    shop: ShopDomain,
    input: {
      lines: { fulfillmentOrderId: string; lineId: string; quantity: number }[];
      trackingNumber: string;
      company: string;
    },
  ): Promise<{ fulfillmentId: string }>;
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
  readShop(shop: ShopDomain): Promise<{ name: string; domain: string | null; timeZone: string; currency: string }>;
}

/** An expiring offline token pair. Instants are epoch milliseconds. */
export interface TokenPair {
  accessToken: string;
  accessExpiresAt: number;
  refreshToken: string | null;
  refreshExpiresAt: number | null;
  scope: string;
}

/**
 * Where a shop's tokens live. A lease in the row, compared and set by the database's clock, lets one process at a
 * time exchange or refresh; the pair is stored under the fence the lease gave.
 */
export interface ShopTokens {
  load(shop: ShopDomain): Promise<TokenPair | null>;
  /** null when another holder has the lease. The row is made where the shop is new. */
  lease(shop: ShopDomain, forMs: number): Promise<{ fence: number; tokens: TokenPair | null } | null>;
  /** False when the fence is no longer the row's. Marks the shop installed (first time: `installedAt`). */
  store(shop: ShopDomain, fence: number, tokens: TokenPair): Promise<boolean>;
  release(shop: ShopDomain, fence: number): Promise<void>;
  /**
   * Shopify refused the refresh or the token: shown as "reconnect" until a new exchange; tokens are dropped, unless the
   * fence is no longer the row's.
   */
  markRefused(shop: ShopDomain, fence: number): Promise<void>;
}
