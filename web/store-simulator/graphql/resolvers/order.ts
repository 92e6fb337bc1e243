import { gid } from '../../state/gid.ts';
import {
  currentWeightG,
  financialStatus,
  fulfillmentStatus,
  orderFigures,
  riskRecommendation,
  totalWeightG,
} from '../../state/order-figures.ts';
import type {
  OrderRecord,
  RiskAssessmentRecord,
  ShippingLineRecord,
  TransactionRecord,
} from '../../state/order-records.ts';
import { listConnection, type PageArgs, pageArgs } from '../connection.ts';
import { field, plain } from '../field.ts';
import { visibleFulfillmentOrders } from './fulfillment-order.ts';
import { idField, legacyIdFields } from './identity.ts';
import { ownerFields } from './metafield.ts';
import { moneyBag, moneyBagOfCents } from './money.ts';

const sum = (name: keyof ReturnType<typeof orderFigures>) =>
  field((order: OrderRecord) => moneyBagOfCents(orderFigures(order)[name], order.currency));

const shippingLineId = (line: ShippingLineRecord) => gid('ShippingLine', line.id);

interface PricedShippingLine extends ShippingLineRecord {
  currency: string;
}

const priced = (order: OrderRecord) =>
  order.shippingLines.map((line): PricedShippingLine => ({ ...line, currency: order.currency }));
const price = field((line: PricedShippingLine) => moneyBag(line.price, line.currency));

export const orderTypes = {
  Order: {
    ...legacyIdFields,
    ...ownerFields,
    ...plain<OrderRecord>('name', 'number', 'note', 'test', 'confirmed', 'tags', 'customAttributes', 'email', 'phone'),
    ...plain<OrderRecord>('confirmationNumber'),
    ...plain<OrderRecord>('sourceName', 'customer', 'shippingAddress', 'billingAddress', 'retailLocation', 'edited'),
    ...plain<OrderRecord>('createdAt', 'processedAt', 'updatedAt', 'cancelledAt', 'cancelReason', 'closedAt'),
    closed: field((order: OrderRecord) => order.closedAt !== null),
    currencyCode: field((order: OrderRecord) => order.currency),
    presentmentCurrencyCode: field((order: OrderRecord) => order.currency),
    displayFinancialStatus: field((order: OrderRecord) => financialStatus(order)),
    displayFulfillmentStatus: field((order: OrderRecord) => fulfillmentStatus(order)),
    fullyPaid: field((order: OrderRecord) => orderFigures(order).outstanding === 0),
    unpaid: field((order: OrderRecord) => orderFigures(order).received === 0),
    requiresShipping: field((order: OrderRecord) => order.lines.some((line) => line.requiresShipping)),
    currentTotalWeight: field((order: OrderRecord) => currentWeightG(order)),
    totalWeight: field((order: OrderRecord) => totalWeightG(order)),
    currentTotalPriceSet: sum('currentTotal'),
    totalPriceSet: sum('total'),
    originalTotalPriceSet: sum('total'),
    subtotalPriceSet: sum('subtotal'),
    currentSubtotalPriceSet: sum('currentSubtotal'),
    totalShippingPriceSet: sum('shipping'),
    totalOutstandingSet: sum('outstanding'),
    totalReceivedSet: sum('received'),
    totalRefundedSet: sum('refunded'),
    transactions: field<OrderRecord, { first?: number | null }>(
      (order, { first }) => order.transactions.slice(0, first ?? undefined),
      ['first'],
    ),
    paymentGatewayNames: field((order: OrderRecord) => [...new Set(order.transactions.map(({ gateway }) => gateway))]),
    fulfillments: field<OrderRecord, { first?: number | null }>(
      (order, { first }) => order.fulfillments.slice(0, first ?? undefined),
      ['first'],
    ),
    lineItems: field<OrderRecord, PageArgs>((order, args) => listConnection(order.lines, args), pageArgs),
    shippingLine: field((order: OrderRecord) => priced(order).find(({ isRemoved }) => !isRemoved) ?? null),
    shippingLines: field<OrderRecord, PageArgs & { includeRemovals?: boolean | null }>(
      (order, args) =>
        listConnection(
          priced(order).filter((line) => args.includeRemovals || !line.isRemoved),
          args,
        ),
      [...pageArgs, 'includeRemovals'],
    ),
    risk: field((order: OrderRecord) => order),
    fulfillmentOrders: field<OrderRecord, PageArgs>(
      (order, args, context) => listConnection(visibleFulfillmentOrders(order.fulfillmentOrders, context), args),
      pageArgs,
    ),
  },
  OrderRiskSummary: {
    assessments: field((order: OrderRecord) => order.riskAssessments),
    recommendation: field((order: OrderRecord) => riskRecommendation(order)),
  },
  OrderRiskAssessment: plain<RiskAssessmentRecord>('riskLevel'),
  ShippingLine: {
    id: field(shippingLineId),
    ...plain<ShippingLineRecord>('title', 'code', 'source', 'carrierIdentifier', 'deliveryCategory', 'phone'),
    ...plain<ShippingLineRecord>('isRemoved'),
    custom: field((line: ShippingLineRecord) => line.source === null),
    originalPriceSet: price,
    discountedPriceSet: price,
    currentDiscountedPriceSet: price,
  },
  OrderTransaction: {
    ...idField,
    kind: field((transaction: TransactionRecord) => transaction.transactionKind),
    ...plain<TransactionRecord>('status', 'gateway', 'createdAt', 'processedAt'),
    test: field(() => false),
    manualPaymentGateway: field((transaction: TransactionRecord) => transaction.gateway === 'manual'),
    amountSet: field((transaction: TransactionRecord) => moneyBag(transaction.amount, transaction.currency)),
  },
};
