import { parseGid } from '../../state/gid.ts';
import { financialStatus } from '../../state/order-figures.ts';
import type { OrderRecord } from '../../state/order-records.ts';
import type { LocationRecord } from '../../state/records.ts';
import type { ShopState } from '../../state/shop-state.ts';
import { connection, listConnection, type PageArgs, type Position, pageArgs } from '../connection.ts';
import { badRequest, notModelled } from '../errors.ts';
import { type AdminContext, field } from '../field.ts';
import { orderMatcher } from '../order-search.ts';
import { visibleFulfillmentOrders } from './fulfillment-order.ts';

/** Digits of a gid of the given type; another type or a malformed one is an error, as at Shopify. */
function digitsOf(id: string, type: string): string {
  const parts = parseGid(id);
  if (!parts) {
    throw badRequest(`Invalid global id '${id}'`);
  }
  if (parts.type !== type) {
    throw badRequest(`invalid id: ${id} is not of type ${type}`);
  }
  return parts.id;
}

/** Anything by gid. */
export function nodeByGid(id: string, context: AdminContext): unknown {
  const { shop } = context;
  const parts = parseGid(id);
  if (!parts) {
    throw badRequest(`Invalid global id '${id}'`);
  }
  const lists: Record<string, Map<string, unknown>> = {
    Location: shop.locations,
    Product: shop.products,
    ProductVariant: shop.variants,
    Customer: shop.customers,
    Fulfillment: shop.fulfillments,
  };
  if (parts.type === 'FulfillmentOrder') {
    return fulfillmentOrderById(parts.id, context);
  }
  if (parts.type === 'Order') {
    return orderById(parts.id, context);
  }
  const list = lists[parts.type];
  if (!list) {
    throw notModelled(`node of type ${parts.type}`);
  }
  return list.get(parts.id) ?? null;
}

function fulfillmentOrderById(id: string, context: AdminContext) {
  const found = context.shop.fulfillmentOrders.get(id);
  return found ? (visibleFulfillmentOrders([found], context)[0] ?? null) : null;
}

const sixtyDaysMs = 60 * 86_400_000;

/** Without `read_all_orders` an app sees the orders of the last 60 days, and of older ones not even that they exist. */
function isShown(order: OrderRecord, shop: ShopState): boolean {
  return shop.scopes.includes('read_all_orders') || shop.now() - order.createdAt <= sixtyDaysMs;
}

function orderById(id: string, { shop }: AdminContext): OrderRecord | null {
  const order = shop.orders.get(id);
  return order && isShown(order, shop) ? order : null;
}

type OrdersArgs = PageArgs & { query?: string | null; sortKey: string };

const sortValues: Record<string, (order: OrderRecord) => number | string> = {
  ID: () => 0,
  CREATED_AT: (order) => order.createdAt,
  PROCESSED_AT: (order) => order.processedAt,
  UPDATED_AT: (order) => order.updatedAt,
  ORDER_NUMBER: (order) => order.number,
  FINANCIAL_STATUS: (order) => financialStatus(order),
};

function orders(shop: ShopState, args: OrdersArgs, context: AdminContext) {
  const value = sortValues[args.sortKey];
  if (!value) {
    throw notModelled(`orders sorted by ${args.sortKey}`);
  }
  const matches = orderMatcher(args.query ?? '', { now: shop.now() });
  const indexedBefore = shop.now() - context.faults.searchLagMs;
  const found = [...shop.orders.values()].filter(
    (order) =>
      isShown(order, shop) && matches(order) && (context.faults.searchLagMs === 0 || order.updatedAt <= indexedBefore),
  );
  return connection(found, args, (order): Position => [value(order), order.id]);
}

type DefinitionsArgs = PageArgs & { ownerType: string; namespace?: string | null; key?: string | null };

function metafieldDefinitions(shop: ShopState, args: DefinitionsArgs) {
  const found = shop.metafieldDefinitions.filter(
    ({ ownerType, namespace, key }) =>
      ownerType === args.ownerType &&
      (args.namespace == null || namespace === args.namespace) &&
      (args.key == null || key === args.key),
  );
  return listConnection(found, args);
}

type LocationsArgs = PageArgs & { includeInactive?: boolean | null; includeLegacy?: boolean | null; sortKey: string };

function locations(shop: ShopState, args: LocationsArgs) {
  const found = [...shop.locations.values()].filter(
    (location) =>
      (args.includeInactive || location.isActive) && (args.includeLegacy || location.fulfillmentService === null),
  );
  const value = (location: LocationRecord) => (args.sortKey === 'ID' ? 0 : location.name);
  return connection(found, args, (location): Position => [value(location), location.id]);
}

const byId = (type: string, list: (shop: ShopState) => Map<string, unknown>) =>
  field<unknown, { id: string }>((_root, { id }, { shop }) => list(shop).get(digitsOf(id, type)) ?? null, ['id']);

export const queryTypes = {
  QueryRoot: {
    shop: field<unknown>((_root, _args, { shop }) => shop),
    order: field<unknown, { id: string }>(
      (_root, { id }, context) => orderById(digitsOf(id, 'Order'), context),
      ['id'],
    ),
    customer: byId('Customer', (shop) => shop.customers),
    product: byId('Product', (shop) => shop.products),
    productVariant: byId('ProductVariant', (shop) => shop.variants),
    location: field<unknown, { id?: string | null }>(
      (_root, { id }, { shop }) =>
        (id == null ? [...shop.locations.values()][0] : shop.locations.get(digitsOf(id, 'Location'))) ?? null,
      ['id'],
    ),
    fulfillment: byId('Fulfillment', (shop) => shop.fulfillments),
    fulfillmentOrder: field<unknown, { id: string }>(
      (_root, { id }, context) => fulfillmentOrderById(digitsOf(id, 'FulfillmentOrder'), context),
      ['id'],
    ),
    fulfillmentOrders: field<unknown, PageArgs & { includeClosed?: boolean | null }>(
      (_root, args, context) => {
        const all = [...context.shop.fulfillmentOrders.values()].filter(
          (one) => args.includeClosed || (one.status !== 'CLOSED' && one.status !== 'CANCELLED'),
        );
        return connection(visibleFulfillmentOrders(all, context), args, ({ id }): Position => [0, id]);
      },
      [...pageArgs, 'includeClosed'],
    ),
    orders: field<unknown, OrdersArgs>(
      (_root, args, context) => orders(context.shop, args, context),
      [...pageArgs, 'query', 'sortKey'],
    ),
    locations: field<unknown, LocationsArgs>(
      (_root, args, { shop }) => locations(shop, args),
      [...pageArgs, 'includeInactive', 'includeLegacy', 'sortKey'],
    ),
    carrierServices: field<unknown, PageArgs>(
      (_root, args, { shop }) => listConnection([...shop.carrierServices.values()], args),
      [...pageArgs],
    ),
    metafieldDefinitions: field<unknown, DefinitionsArgs>(
      (_root, args, { shop }) => metafieldDefinitions(shop, args),
      [...pageArgs, 'ownerType', 'namespace', 'key'],
    ),
    node: field<unknown, { id: string }>((_root, { id }, context) => nodeByGid(id, context), ['id']),
    nodes: field<unknown, { ids: string[] }>(
      (_root, { ids }, context) => ids.map((id) => nodeByGid(id, context)),
      ['ids'],
    ),
    currentAppInstallation: field<unknown>((_root, _args, { shop }) => shop),
  },
};
