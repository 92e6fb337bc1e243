import type { z } from 'zod';
import type {
  DefinedMetafield,
  OrderSummary,
  ShopFacts,
  ShopifyAdmin,
  ShopLocation,
  UpdatedOrdersQuery,
} from '#deliveries/ports/shopify.ts';
import type { LocationId, OrderId, ShopDomain } from '#placement/ids.ts';
import { accepted, digits, refuseUserErrors } from './accepted.ts';
import {
  fulfillmentOrderOwner,
  locationsAnswer,
  metafieldsAnswer,
  noteAnswer,
  orderOwnerAnswer,
  ordersAnswer,
  parcelMetafieldsAnswer,
  shopAnswer,
  tagsAnswer,
  writeNoteAnswer,
} from './admin-answers.ts';
import { callAdmin, type GraphqlAnswer } from './admin-graphql.ts';
import { type CallDeps, callWithToken } from './call-with-token.ts';
import { type CarrierServiceCalls, carrierServiceCalls } from './carrier-service-calls.ts';
import { accessDenied, badAnswer, detailsOutdated, unavailable } from './failure.ts';
import { type FlowTrigger, flowTriggerCalls } from './flow-trigger.ts';
import { fulfilmentCalls } from './fulfilment-calls.ts';
import { toGid } from './gid.ts';
import { type CallShop, metafieldVariables, parseAnswer, readOrder } from './read-order.ts';

export interface ShopifyAdminClient extends ShopifyAdmin, CarrierServiceCalls, FlowTrigger {
  /** The order a fulfilment order belongs to: its webhooks do not name it. Null where this shop does not know it. */
  findOrderOfFulfillmentOrder(shop: ShopDomain, fulfillmentOrderId: string): Promise<OrderId | null>;
  /** Whose an order is; null where this shop has no such order. */
  readOrderOwner(shop: ShopDomain, orderId: OrderId): Promise<OrderOwner | null>;
  /** As `readShop`, with a token that is not stored yet: whose it is decides where. */
  readShopBy(accessToken: string, shop: ShopDomain): Promise<ShopFacts>;
}

export interface OrderOwner {
  /** Digits; null for a guest, and where Shopify does not tell. */
  customerId: string | null;
  /** Made at random for this order, shown to its buyer; null for orders from before there were any. */
  confirmationNumber: string | null;
}

/** The Admin API of every shop that has installed the app; each call costs one request, none is repeated by itself. */
export function createShopifyAdmin(deps: CallDeps): ShopifyAdminClient {
  const call = callWithToken(deps);
  return {
    ...orderCalls(call),
    ...listCalls(call),
    ...writeCalls(call),
    ...fulfilmentCalls(call),
    ...carrierServiceCalls(call),
    ...flowTriggerCalls(call),
    readShopBy: async (accessToken, shop) =>
      toShopFacts(await callAdmin(deps.library, { shop, accessToken }, 'read-shop', {})),
  };
}

type OrderCalls = 'readOrder' | 'readNote' | 'findOrderOfFulfillmentOrder' | 'readOrderOwner';
type ListCalls = 'listUpdatedOrders' | 'listRecentOrders' | 'listLocations' | 'findParcelMetafields' | 'readShop';
type WriteCalls = 'writeNote' | 'writeDetails' | 'addTags';

function orderCalls(call: CallShop): Pick<ShopifyAdminClient, OrderCalls> {
  return {
    readOrder: (shop, orderId, metafields) => readOrder(call, shop, orderId, metafields),

    async readNote(shop, orderId) {
      const answer = await call(shop, 'read-note', { id: toGid('Order', orderId) });
      // A redacted note is not an empty one: writing on from it would wipe out what the merchant wrote.
      if (answer.redacted.length > 0) throw accessDenied();
      return parseAnswer(noteAnswer, answer.data).order;
    },

    async findOrderOfFulfillmentOrder(shop, fulfillmentOrderId) {
      const id = toGid('FulfillmentOrder', fulfillmentOrderId);
      const answer = await call(shop, 'find-order-of-fulfillment-order', { id });
      const owner = parseAnswer(fulfillmentOrderOwner, answer.data).fulfillmentOrder;
      return owner === null ? null : (digits(owner.orderId, 'Order') as OrderId);
    },

    async readOrderOwner(shop, orderId) {
      const answer = await call(shop, 'read-order-owner', { id: toGid('Order', orderId) });
      const { order } = parseAnswer(orderOwnerAnswer, answer.data);
      if (order === null) return null;
      const { confirmationNumber, customer } = order;
      return { confirmationNumber, customerId: customer ? digits(customer.id, 'Customer') : null };
    },
  };
}

function listCalls(call: CallShop): Pick<ShopifyAdminClient, ListCalls> {
  return {
    async listUpdatedOrders(shop, { cursor, ...wanted }) {
      const answer = await call(shop, 'list-updated-orders', { query: searchFor(wanted), after: cursor });
      const { nodes, nextCursor } = parseAnswer(ordersAnswer, answer.data).orders;
      return { orders: nodes.map(toSummary), nextCursor, points: answer.points };
    },

    async listRecentOrders(shop, limit) {
      const answer = await call(shop, 'list-recent-orders', { first: Math.min(Math.max(Math.trunc(limit), 1), 250) });
      return parseAnswer(ordersAnswer, answer.data).orders.nodes.map(toSummary);
    },

    async listLocations(shop) {
      const locations: ShopLocation[] = [];
      let after: string | null = null;
      do {
        const answer = await call(shop, 'list-locations', { after });
        const found = parseAnswer(locationsAnswer, answer.data).locations;
        locations.push(...found.nodes.map(toShopLocation));
        if (found.nextCursor === after && after !== null) throw badAnswer();
        after = found.nextCursor;
      } while (after !== null);
      return locations;
    },

    async findParcelMetafields(shop, metafields) {
      const answer = await call(shop, 'find-parcel-metafields', metafieldVariables(metafields));
      const found = parseAnswer(parcelMetafieldsAnswer, answer.data);
      return {
        parcel: definedOn(metafields.metafield, found.parcelOfProduct, found.parcelOfVariant),
        fragile: definedOn(metafields.fragileMetafield, found.fragileOfProduct, found.fragileOfVariant),
      };
    },

    readShop: async (shop) => toShopFacts(await call(shop, 'read-shop', {})),
  };
}

function toShopFacts({ data }: GraphqlAnswer): ShopFacts {
  const { shop, currentAppInstallation } = parseAnswer(shopAnswer, data);
  const { name, myshopifyDomain: domain, ianaTimezone: timeZone, currencyCode: currency } = shop;
  return {
    id: digits(shop.id, 'Shop'),
    ...{ name, domain, timeZone, currency, contactEmail: shop.contactEmail ?? null },
    isDevelopment: shop.plan.partnerDevelopment,
    scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
  };
}

/** In Shopify's search syntax. */
function searchFor({ updatedSince, updatedUntil, newPayments }: Omit<UpdatedOrdersQuery, 'cursor'>): string {
  const since = new Date(updatedSince).toISOString();
  const terms = [`updated_at:>='${since}'`];
  if (updatedUntil !== undefined) terms.push(`updated_at:<='${new Date(updatedUntil).toISOString()}'`);
  const paid = '(financial_status:paid OR financial_status:partially_refunded)';
  if (newPayments) terms.push(`created_at:>='${since}'`, paid);
  return terms.join(' ');
}

function writeCalls(call: CallShop): Pick<ShopifyAdminClient, WriteCalls> {
  return {
    async writeNote(shop, orderId, note) {
      const answer = await call(shop, 'write-note', { id: toGid('Order', orderId), note });
      if (answer.redacted.length > 0) throw accessDenied();
      const { orderUpdate } = parseAnswer(writeNoteAnswer, answer.data);
      refuseUserErrors(orderUpdate.userErrors);
      if (orderUpdate.order === null) throw badAnswer();
      return orderUpdate.order;
    },

    async writeDetails(shop, orderId, value, over) {
      const metafield = { ownerId: toGid('Order', orderId), namespace: '$app', key: 'deliveries', type: 'json', value };
      const metafields = [{ ...metafield, ...(over !== undefined && { compareDigest: over }) }];
      const answer = await call(shop, 'write-metafields', { metafields });
      const errors = accepted(answer.redacted, parseAnswer(metafieldsAnswer, answer.data).metafieldsSet);
      if (errors.some(({ code }) => code === 'STALE_OBJECT')) throw detailsOutdated();
      // Shopify's own failure; no other mutation of the app has this code.
      if (errors.some(({ code }) => code === 'INTERNAL_ERROR')) throw unavailable();
      refuseUserErrors(errors);
    },

    async addTags(shop, orderId, tags) {
      const answer = await call(shop, 'add-tags', { id: toGid('Order', orderId), tags });
      refuseUserErrors(accepted(answer.redacted, parseAnswer(tagsAnswer, answer.data).tagsAdd));
    },
  };
}

type OrderNode = z.infer<typeof ordersAnswer>['orders']['nodes'][number];
type LocationNode = z.infer<typeof locationsAnswer>['locations']['nodes'][number];

function toSummary(order: OrderNode): OrderSummary {
  const { number, name, updatedAt, processedAt, cancelledAt } = order;
  return {
    id: digits(order.id, 'Order') as OrderId,
    ...{ number, name, updatedAt, processedAt, cancelledAt },
    financialStatus: order.displayFinancialStatus,
  };
}

function toShopLocation({ id, name, isActive, isFulfillmentService, address }: LocationNode): ShopLocation {
  const { address1, address2, city, province, zip, country, phone, latitude, longitude } = address;
  return {
    id: digits(id, 'Location') as LocationId,
    ...{ name, isActive, isFulfillmentService },
    ...{ address1, address2, city, province, zip, country, phone, latitude, longitude },
  };
}

/** Types of the definitions found on products and on variants, as one answer about the name. */
function definedOn(name: string, product: readonly string[], variant: readonly string[]): DefinedMetafield {
  const on: DefinedMetafield['on'] = [
    ...(product.length > 0 ? (['product'] as const) : []),
    ...(variant.length > 0 ? (['variant'] as const) : []),
  ];
  return { name, on, type: variant[0] ?? product[0] ?? null };
}
