import type { OutsideLink } from './admin/outside-link.ts';
import type { NewRiskAssessment } from './changes/assess-risk.ts';
import type { OrderEdit } from './changes/edit.ts';
import type { FulfillmentOrderChange } from './changes/fulfillment-order.ts';
import type { NewLocation } from './changes/location.ts';
import type { RefundRequest } from './changes/refund.ts';
import type { OrderPatch } from './changes/update.ts';
import type { Faults } from './control/faults.ts';
import type { OrderView } from './control/order-view.ts';
import type { ExtensionBundle } from './extensions/extension-bundle.ts';
import type { FlowTrigger } from './extensions/flow-trigger.ts';
import type { QueryCost } from './graphql/execute.ts';
import type { ThrottleOptions } from './graphql/throttle.ts';
import type { SessionTokenClaims } from './oauth/session-token.ts';
import type { CarrierServiceRecord } from './state/carrier-services.ts';
import type { NewMetafieldDefinition } from './state/metafields.ts';
import type { NewOrder } from './state/new-order.ts';
import type { LocationRecord } from './state/records.ts';
import type { ShopOptions } from './state/shop-state.ts';
import type { CheckoutAnswer, CheckoutCart } from './storefront/checkout-rates.ts';
import type { WebhookRecord } from './webhooks/sender.ts';

export interface StoreSimulatorOptions {
  /** 0 or left out: a free one. Always bound to 127.0.0.1. */
  port?: number;
  clientId: string;
  clientSecret: string;
  /** Where webhooks go (`/api/webhooks` below it) and what the frame shows; settable later. */
  appUrl?: string;
  /** The app's handle in admin URLs; default `same-day-delivery`. */
  appHandle?: string;
  /** Default: `demo-shop.myshopify.com` with a catalogue. */
  shops?: ShopOptions[];
  /** Topics that the app subscribed to; default all. */
  topics?: string[];
  /** Waits before each retry of a webhook; default Shopify's eight over four hours. */
  retryScheduleMs?: number[];
  /** Epoch milliseconds; default the machine's clock. */
  now?: () => number;
  /** Uniform in [0, 1), for faults; default `Math.random`. */
  random?: () => number;
  /** Default Shopify's standard plan; null limits nothing. */
  throttle?: ThrottleOptions | null;
  /** What the app has deployed to be shown in the admin and to buyers; default none. */
  extensions?: ExtensionBundle[];
  /** Told of each GraphQL call that was carried out, before its answer leaves: for what comes between two calls. */
  afterCall?: (call: AdminCall) => void;
  /** The Flow triggers that the app has deployed; a payload for any other is refused. Default none. */
  flowTriggers?: FlowTrigger[];
}

/** An order by its id, gid, number or name. */
type OrderReferenceInput = string | number;

export interface AdminCall {
  /** Epoch milliseconds. */
  at: number;
  operationName: string | null;
  query: string;
  variables: Record<string, unknown>;
  cost: QueryCost | null;
  /** null where the answer was withheld. */
  status: number | null;
  /** `extensions.code` or message of each error. */
  errors: string[];
}

export interface TokenRequest {
  /** Epoch milliseconds. */
  at: number;
  grantType: string;
  /** null where the answer was withheld. */
  status: number | null;
}

export interface RawWebhook {
  /** String or bytes as sent; objects are written as Shopify writes JSON. */
  body: string | Uint8Array | Record<string, unknown>;
  topic?: string;
  /** Values replace the usual header, null leaves it out, a list repeats it. */
  headers?: Record<string, string | string[] | null>;
  /** Replaces the computed signature; null leaves the header out. */
  signature?: string | null;
  /** Signs with another secret (rotation, attacks). */
  secret?: string;
  /** How often, one after the other, with the same ids. Default 1. */
  times?: number;
  /** Cuts the body into two writes at this byte. */
  splitAt?: number;
  /** Default `/api/webhooks`. */
  path?: string;
}

export interface SentWebhook {
  status: number | null;
  error: string | null;
}

/** What steers a running store; the same calls work over HTTP, see `connectStoreSimulator`. */
export interface StoreControls {
  setAppUrl(url: string): void;
  /** Where the admin's pages lead besides; default nowhere. */
  setOutsideLink(link: OutsideLink | null): void;
  addShop(options: ShopOptions): { id: string; domain: string };
  shops(): { id: string; domain: string; name: string; installed: boolean; scopes: string[] }[];

  addOrder(shop: string, order?: NewOrder): OrderView;
  order(shop: string, reference: OrderReferenceInput): OrderView;
  orders(shop: string): OrderView[];
  /** "Mark as paid", or a part payment (major units). */
  payOrder(shop: string, reference: OrderReferenceInput, payment?: { amount?: string; at?: number }): OrderView;
  updateOrder(shop: string, reference: OrderReferenceInput, patch: OrderPatch): OrderView;
  /** The address gets its point now, as Shopify gives it some time after the order was paid. */
  geocodeOrder(shop: string, reference: OrderReferenceInput, point: { latitude: number; longitude: number }): OrderView;
  cancelOrder(shop: string, reference: OrderReferenceInput, options?: { reason?: string; refund?: boolean }): OrderView;
  /** Deleted for good, as from the order's page: nothing can read it any more. */
  deleteOrder(shop: string, reference: OrderReferenceInput): void;
  refundOrder(shop: string, reference: OrderReferenceInput, request?: RefundRequest): OrderView;
  editOrder(shop: string, reference: OrderReferenceInput, edit: OrderEdit): OrderView;
  /** Fraud analysis finds something, later than the payment as a rule. */
  assessRisk(shop: string, reference: OrderReferenceInput, found: NewRiskAssessment): OrderView;
  /** Staff fulfil by hand what is open of a fulfilment order, or so many units of each line; `index` as below. */
  fulfilOrder(shop: string, reference: OrderReferenceInput, index?: number, units?: number): OrderView;
  /** Staff cancel a fulfilment; `index` into the order's; default 0. */
  cancelFulfilment(shop: string, reference: OrderReferenceInput, index?: number): OrderView;
  /** `index` into the order's fulfilment orders; default 0. */
  changeFulfillmentOrder(
    shop: string,
    reference: OrderReferenceInput,
    change: FulfillmentOrderChange,
    index?: number,
  ): OrderView;
  /** The gid of the variant with a SKU. */
  variant(shop: string, sku: string): string;
  /** Defines a metafield, as the merchant does under Settings, Custom data. */
  defineMetafield(shop: string, definition: NewMetafieldDefinition): void;
  /** Writes a metafield as the merchant or another app would; the app's own namespace is refused. */
  setMetafield(
    shop: string,
    ownerGid: string,
    entry: { namespace?: string; key: string; type: string; value: string },
  ): void;
  locations(shop: string): LocationRecord[];
  addLocation(shop: string, location: NewLocation): LocationRecord;
  updateLocation(shop: string, idOrName: string, patch: Partial<Omit<LocationRecord, 'kind' | 'id'>>): LocationRecord;
  /** Asks the apps' carrier services for rates, as a checkout does. */
  checkoutRates(shop: string, cart?: CheckoutCart): Promise<CheckoutAnswer[]>;
  carrierServices(shop: string): CarrierServiceRecord[];
  /** The merchant changes to a plan with carrier-calculated rates, or without. */
  setCarrierCalculatedRates(shop: string, has: boolean): void;
  flowTriggers(shop: string): { handle: string; payload: unknown; at: number }[];

  /** The merchant changes the `….myshopify.com` address: webhooks and tokens name the new one, calls reach both. */
  renameShop(shop: string, name: string): void;
  install(shop: string): void;
  uninstall(shop: string): void;
  updateScopes(shop: string, scopes: string[]): void;
  redactShop(shop: string): void;
  requestCustomerData(shop: string, customerId: string): void;
  redactCustomer(shop: string, customerId: string): void;

  /** A session token as App Bridge would hand it out; overrides may break it. */
  sessionToken(shop: string, overrides?: Partial<SessionTokenClaims> & Record<string, unknown>): string;
  /** A token of a checkout or an order-status page; `customerId` (digits) where somebody is signed in. */
  buyerToken(shop: string, customerId: string | null, overrides?: Record<string, unknown>): string;
  /** The query that the admin opens the panel with, signed. */
  launchQuery(shop: string): string;
  /** Void access tokens (refresh tokens stay good). */
  expireAccessTokens(shop: string): void;
  /** What was asked of the shop's token endpoint, oldest first. */
  tokenRequests(shop: string): TokenRequest[];

  webhookLog(shop: string): WebhookRecord[];
  sendWebhook(shop: string, webhook: RawWebhook): Promise<SentWebhook[]>;
  resendWebhook(webhookId: string): Promise<WebhookRecord>;
  /** Resolves when no webhook is on its way. */
  webhooksSettled(): Promise<void>;
  /** GraphQL calls of a shop, oldest first. */
  calls(shop: string): AdminCall[];
  faults: Faults;
}

export interface StoreSimulator extends StoreControls {
  url: string;
  port: number;
  close(): Promise<void>;
}
