import type { CarrierServiceRecord } from './carrier-services.ts';
import type { FulfillmentOrderRecord, FulfillmentRecord } from './fulfillment-records.ts';
import type { OrderRecord } from './order-records.ts';
import type {
  CustomerRecord,
  LocationRecord,
  MetafieldDefinitionRecord,
  MetafieldRecord,
  ProductRecord,
  VariantRecord,
} from './records.ts';

/** What a shop is started with. */
export interface ShopOptions {
  /** `demo-shop.myshopify.com` */
  domain: string;
  name: string;
  /** e.g. `Africa/Johannesburg` */
  ianaTimezone: string;
  /** ISO 4217. */
  currency: string;
  email?: string;
  /** Granted access scopes; default: those of `defaultScopes`. */
  scopes?: string[];
  /** Default true. */
  installed?: boolean;
  /** A partner's, for trying apps; default false. */
  developmentStore?: boolean;
  /** Whether the plan has carrier-calculated rates; default true, as a development store. */
  carrierCalculatedRates?: boolean;
  /** `catalogue` (default): two locations and products; `orders`: sample orders too; `none`: an empty shop. */
  samples?: 'none' | 'catalogue' | 'orders';
}

/** A thing that happened in the shop and that apps may hear of: one topic, one body (bigints are ids). */
export interface ShopEvent {
  topic: string;
  body: Record<string, unknown>;
}

export interface ShopState {
  readonly id: string;
  readonly domain: string;
  /** What Shopify calls the shop now; requests under the first domain still reach it. */
  myshopifyDomain: string;
  name: string;
  ianaTimezone: string;
  currency: string;
  email: string;
  /** The app's numeric id, part of the names of its reserved metafield namespaces. */
  readonly appId: string;
  installed: boolean;
  installedAt: number | null;
  scopes: string[];
  readonly locations: Map<string, LocationRecord>;
  readonly products: Map<string, ProductRecord>;
  readonly variants: Map<string, VariantRecord>;
  readonly customers: Map<string, CustomerRecord>;
  readonly orders: Map<string, OrderRecord>;
  readonly fulfillmentOrders: Map<string, FulfillmentOrderRecord>;
  readonly fulfillments: Map<string, FulfillmentRecord>;
  /** By the owner's gid, then by `namespace.key`. */
  readonly metafields: Map<string, Map<string, MetafieldRecord>>;
  readonly metafieldDefinitions: MetafieldDefinitionRecord[];
  readonly carrierServices: Map<string, CarrierServiceRecord>;
  readonly developmentStore: boolean;
  carrierCalculatedRates: boolean;
  readonly flowTriggers: { handle: string; payload: unknown; at: number }[];
  lastOrderNumber: number;
  now(): number;
  nextId(): string;
  /** Shopify's ids of one shop's orders lie multiples of 32,768 apart. */
  nextOrderId(): string;
  /** Tells apps about one action of the merchant, buyer or app: all its events share one event id. */
  publish(events: ShopEvent[]): void;
}

/** What the app of this project has when it is installed; a test holds it against the app's own configuration. */
export const defaultScopes = [
  'read_customers',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
  'read_orders',
  'read_products',
  'write_fulfillments',
  'write_merchant_managed_fulfillment_orders',
  'write_orders',
];

/** What the merchant may grant it later, when it asks. */
export const optionalScopes = ['write_shipping'];

/** A shop without locations, products and orders. */
export function createShopState(
  options: ShopOptions,
  ports: {
    now: () => number;
    nextId: () => string;
    nextOrderId: (shop: ShopState) => string;
    publish: (shop: ShopState, events: ShopEvent[]) => void;
  },
): ShopState {
  const installed = options.installed ?? true;
  const shop: ShopState = {
    id: ports.nextId(),
    domain: options.domain,
    myshopifyDomain: options.domain,
    name: options.name,
    ianaTimezone: options.ianaTimezone,
    currency: options.currency,
    email: options.email ?? `owner@${options.domain.replace('.myshopify.com', '.example')}`,
    appId: '284917760001',
    installed,
    installedAt: installed ? ports.now() : null,
    scopes: [...(options.scopes ?? defaultScopes)],
    locations: new Map(),
    products: new Map(),
    variants: new Map(),
    customers: new Map(),
    orders: new Map(),
    fulfillmentOrders: new Map(),
    fulfillments: new Map(),
    metafields: new Map(),
    metafieldDefinitions: [],
    carrierServices: new Map(),
    developmentStore: options.developmentStore ?? false,
    carrierCalculatedRates: options.carrierCalculatedRates ?? true,
    flowTriggers: [],
    lastOrderNumber: 1000,
    now: ports.now,
    nextId: ports.nextId,
    nextOrderId: () => ports.nextOrderId(shop),
    publish: (events) => ports.publish(shop, events),
  };
  return shop;
}
