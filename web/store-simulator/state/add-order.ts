import { buildAddress } from './add-address.ts';
import { buildFulfillmentOrders } from './build-fulfillment-orders.ts';
import { findLocation } from './find-location.ts';
import { instant, wholeSecond } from './instants.ts';
import type { NewCustomer, NewLine, NewOrder, NewShippingLine } from './new-order.ts';
import { amountOf, orderFigures } from './order-figures.ts';
import type { CustomerRecord, LineRecord, OrderRecord, ShippingLineRecord } from './records.ts';
import { StoreRefusal } from './refusal.ts';
import type { ShopState } from './shop-state.ts';

/** The order of a partial one, entered into the shop. Tells nobody: see `changes/`. */
export function buildOrder(shop: ShopState, typed: NewOrder): OrderRecord {
  const at = wholeSecond(typed.processedAt === undefined ? shop.now() : instant(typed.processedAt));
  const id = typed.id ?? shop.nextId();
  if (shop.orders.has(id)) throw new StoreRefusal(`order ${id} exists already`);
  const number = typed.number ?? shop.lastOrderNumber + 1;
  shop.lastOrderNumber = Math.max(shop.lastOrderNumber, number);
  const shippingAddress = typed.shippingAddress ? buildAddress(typed.shippingAddress, shop.nextId) : null;
  const order: OrderRecord = {
    kind: 'Order',
    id,
    number,
    name: typed.name ?? `#${number}`,
    note: typed.note ?? null,
    test: typed.test ?? false,
    confirmed: true,
    tags: [...(typed.tags ?? [])],
    customAttributes: [...(typed.customAttributes ?? [])],
    email: typed.email ?? typed.customer?.email ?? null,
    phone: typed.phone ?? null,
    sourceName: typed.sourceName ?? 'web',
    currency: typed.currency ?? shop.currency,
    financialStatusOverride: typed.financialStatus ?? null,
    customer: typed.customer ? buildCustomer(shop, typed.customer, at) : null,
    shippingAddress,
    billingAddress: typed.billingAddress ? buildAddress(typed.billingAddress, shop.nextId) : shippingAddress,
    shippingLines: (typed.shippingLines ?? []).map((line) => buildShippingLine(shop, line)),
    lines: (typed.lines ?? []).map((line) => buildLine(shop, line, typed.currency ?? shop.currency)),
    fulfillmentOrders: [],
    fulfillments: [],
    transactions: [],
    refunds: [],
    retailLocation: typed.retailLocation ? findLocation(shop, typed.retailLocation) : null,
    edited: false,
    createdAt: at,
    processedAt: at,
    updatedAt: wholeSecond(shop.now()),
    cancelledAt: null,
    cancelReason: null,
    closedAt: null,
    redacted: typed.redacted ?? [],
  };
  order.fulfillmentOrders = buildFulfillmentOrders(shop, order, typed);
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    shop.fulfillmentOrders.set(fulfillmentOrder.id, fulfillmentOrder);
  }
  if (typed.paid) recordSale(shop, order, amountOf(orderFigures(order).total), at);
  shop.orders.set(id, order);
  return order;
}

/** Adds a successful sale to the order's transactions. */
export function recordSale(shop: ShopState, order: OrderRecord, amount: string, at: number): void {
  order.transactions.push({
    kind: 'OrderTransaction',
    id: shop.nextId(),
    transactionKind: 'SALE',
    status: 'SUCCESS',
    amount,
    currency: order.currency,
    gateway: 'manual',
    createdAt: at,
    processedAt: at,
  });
}

/** A line of the order; a SKU of the catalogue fills in what is left out. */
export function buildLine(shop: ShopState, typed: NewLine, currency: string): LineRecord {
  const variant = typed.sku ? ([...shop.variants.values()].find((known) => known.sku === typed.sku) ?? null) : null;
  if (typed.sku && !variant && !typed.title) throw new StoreRefusal(`no product with SKU ${typed.sku}`, 404);
  const quantity = typed.quantity ?? 1;
  const named = variant?.title === 'Default Title' ? null : (variant?.title ?? null);
  return {
    kind: 'LineItem',
    id: shop.nextId(),
    title: typed.title ?? variant?.product.title ?? 'Custom item',
    variantTitle: typed.variantTitle === undefined ? named : typed.variantTitle,
    sku: typed.sku ?? null,
    vendor: variant?.product.vendor ?? null,
    quantity,
    currentQuantity: quantity,
    fulfilledQuantity: 0,
    unitPrice: typed.price ?? variant?.price ?? '100.00',
    currency,
    requiresShipping: typed.requiresShipping ?? variant?.requiresShipping ?? true,
    isGiftCard: typed.isGiftCard ?? variant?.product.isGiftCard ?? false,
    weight: typed.weight === undefined ? (variant?.weight ?? { value: 1, unit: 'KILOGRAMS' }) : typed.weight,
    variant,
    product: variant?.product ?? null,
    customAttributes: [...(typed.customAttributes ?? [])],
  };
}

function buildShippingLine(shop: ShopState, typed: NewShippingLine): ShippingLineRecord {
  return {
    id: shop.nextId(),
    title: typed.title,
    code: typed.code === undefined ? typed.title : typed.code,
    source: typed.source ?? 'shopify',
    carrierIdentifier: typed.carrierIdentifier ?? null,
    deliveryCategory: typed.deliveryCategory ?? null,
    phone: typed.phone ?? null,
    price: typed.price ?? '80.00',
    isRemoved: false,
    redacted: [],
  };
}

function buildCustomer(shop: ShopState, typed: NewCustomer, at: number): CustomerRecord {
  const known = typed.id ? shop.customers.get(typed.id) : undefined;
  if (known) return known;
  const customer: CustomerRecord = {
    kind: 'Customer',
    id: typed.id ?? shop.nextId(),
    firstName: typed.firstName ?? null,
    lastName: typed.lastName ?? null,
    email: typed.email ?? null,
    phone: typed.phone ?? null,
    defaultAddress: typed.defaultAddress ? buildAddress(typed.defaultAddress, shop.nextId) : null,
    createdAt: at,
    redacted: typed.redacted ?? [],
  };
  shop.customers.set(customer.id, customer);
  return customer;
}
