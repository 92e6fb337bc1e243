import { randomInt } from 'node:crypto';
import { buildAddress } from './add-address.ts';
import { findOrAddCustomer } from './add-customer.ts';
import { buildFulfillmentOrders } from './build-fulfillment-orders.ts';
import { buildLine, buildShippingLine } from './build-line.ts';
import { findLocation } from './find-location.ts';
import { instant, wholeSecond } from './instants.ts';
import type { NewOrder } from './new-order.ts';
import { amountOf, orderFigures } from './order-figures.ts';
import type { OrderRecord, TransactionRecord } from './order-records.ts';
import { StoreRefusal } from './refusal.ts';
import type { ShopState } from './shop-state.ts';

const blank = {
  note: null,
  test: false,
  tags: [],
  customAttributes: [],
  phone: null,
  sourceName: 'web',
  redacted: [],
};

/** The order of a partial one, entered into the shop. Tells nobody: see `changes/`. */
export function buildOrder(shop: ShopState, typed: NewOrder): OrderRecord {
  const at = wholeSecond(typed.processedAt === undefined ? shop.now() : instant(typed.processedAt));
  const { note, test, tags, customAttributes, phone, sourceName, redacted } = { ...blank, ...typed };
  const currency = typed.currency ?? shop.currency;
  const order: OrderRecord = {
    kind: 'Order',
    ...identity(shop, typed),
    confirmationNumber: typed.confirmationNumber ?? newConfirmationNumber(),
    ...{ note, test, phone, sourceName, currency, redacted },
    confirmed: true,
    tags: [...tags],
    customAttributes: [...customAttributes],
    financialStatusOverride: typed.financialStatus ?? null,
    ...people(shop, typed, at),
    shippingLines: (typed.shippingLines ?? []).map((line) => buildShippingLine(shop, line)),
    lines: (typed.lines ?? []).map((line) => buildLine(shop, line, currency)),
    fulfillmentOrders: [],
    fulfillments: [],
    transactions: [],
    refunds: [],
    riskAssessments: typed.riskLevel
      ? [{ kind: 'OrderRiskAssessment', provider: null, riskLevel: typed.riskLevel }]
      : [],
    retailLocation: typed.retailLocation ? findLocation(shop, typed.retailLocation) : null,
    edited: false,
    createdAt: at,
    processedAt: at,
    updatedAt: wholeSecond(shop.now()),
    cancelledAt: null,
    cancelReason: null,
    closedAt: null,
    awkward: typed.awkward ?? null,
  };
  order.fulfillmentOrders = buildFulfillmentOrders(shop, order, typed);
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    shop.fulfillmentOrders.set(fulfillmentOrder.id, fulfillmentOrder);
  }
  if (typed.pendingGateway) {
    recordSale(shop, order, amountOf(orderFigures(order).total), at, {
      gateway: typed.pendingGateway,
      status: 'PENDING',
    });
  }
  if (typed.paid) {
    recordSale(shop, order, amountOf(orderFigures(order).total), at);
  }
  shop.orders.set(order.id, order);
  return order;
}

function identity(shop: ShopState, typed: NewOrder): Pick<OrderRecord, 'id' | 'number' | 'name'> {
  const id = typed.id ?? shop.nextOrderId();
  if (shop.orders.has(id)) {
    throw new StoreRefusal(`order ${id} exists already`);
  }
  const number = typed.number ?? shop.lastOrderNumber + 1;
  shop.lastOrderNumber = Math.max(shop.lastOrderNumber, number);
  return { id, number, name: typed.name ?? `#${number}` };
}

const confirmationLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const confirmationLength = 9;

function newConfirmationNumber(): string {
  return Array.from(
    { length: confirmationLength },
    () => confirmationLetters[randomInt(confirmationLetters.length)],
  ).join('');
}

type People = Pick<OrderRecord, 'customer' | 'email' | 'shippingAddress' | 'billingAddress'>;

function people(shop: ShopState, typed: NewOrder, at: number): People {
  const shippingAddress = typed.shippingAddress ? buildAddress(typed.shippingAddress, shop.nextId) : null;
  return {
    customer: typed.customer ? findOrAddCustomer(shop, typed.customer, at) : null,
    email: typed.email ?? typed.customer?.email ?? null,
    shippingAddress,
    billingAddress: typed.billingAddress ? buildAddress(typed.billingAddress, shop.nextId) : shippingAddress,
  };
}

/** Adds a sale to the order's transactions, successful unless `by` says otherwise. */
export function recordSale(
  shop: ShopState,
  order: OrderRecord,
  amount: string,
  at: number,
  by: Pick<TransactionRecord, 'gateway' | 'status'> = { gateway: 'manual', status: 'SUCCESS' },
): void {
  order.transactions.push({
    kind: 'OrderTransaction',
    id: shop.nextId(),
    transactionKind: 'SALE',
    ...by,
    amount,
    currency: order.currency,
    createdAt: at,
    processedAt: at,
  });
}
