import type { LineRecord, OrderRecord, ShippingLineRecord } from './order-records.ts';
import type { WeightRecord } from './records.ts';

const gramsPerUnit = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 } as const;

/** Grams of one unit, rounded as Shopify stores them. */
export function grams(weight: WeightRecord | null): number {
  return weight ? Math.round(weight.value * gramsPerUnit[weight.unit]) : 0;
}

export function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

export function amountOf(valueInCents: number): string {
  return (valueInCents / 100).toFixed(2);
}

const linesTotal = (lines: LineRecord[], quantity: (line: LineRecord) => number) =>
  lines.reduce((sum, line) => sum + cents(line.unitPrice) * quantity(line), 0);

/** What was given back beyond the goods that left the order: nobody owes it again. */
function forgiven(order: OrderRecord): number {
  return order.refunds.reduce((sum, { lines, transaction }) => {
    const goods = lines.reduce((value, { line, quantity }) => value + cents(line.unitPrice) * quantity, 0);
    return sum + Math.max(0, cents(transaction?.amount ?? '0') - goods);
  }, 0);
}

/** What an edit took out stays with the order, marked. */
export const liveShippingLines = ({ shippingLines }: OrderRecord): ShippingLineRecord[] =>
  shippingLines.filter(({ isRemoved }) => !isRemoved);

/** Amounts of an order in cents of its currency. Prices hold the tax, as in South Africa. */
export function orderFigures(order: OrderRecord) {
  const shipping = liveShippingLines(order).reduce((sum, line) => sum + cents(line.price), 0);
  const subtotal = linesTotal(order.lines, (line) => line.quantity);
  const currentSubtotal = linesTotal(order.lines, (line) => line.currentQuantity);
  const sum = (kinds: string[]) =>
    order.transactions
      .filter((transaction) => transaction.status === 'SUCCESS' && kinds.includes(transaction.transactionKind))
      .reduce((total, transaction) => total + cents(transaction.amount), 0);
  const received = sum(['SALE', 'CAPTURE']);
  const refunded = sum(['REFUND']);
  const currentTotal = currentSubtotal + shipping;
  return {
    shipping,
    subtotal,
    currentSubtotal,
    total: subtotal + shipping,
    currentTotal,
    received,
    refunded,
    outstanding: Math.max(0, currentTotal - forgiven(order) - (received - refunded)),
  };
}

/** `Order.displayFinancialStatus`, computed from the transactions. */
export function financialStatus(order: OrderRecord): string {
  if (order.financialStatusOverride) {
    return order.financialStatusOverride;
  }
  const { total, currentTotal, received, refunded } = orderFigures(order);
  if (received === 0) {
    return total === 0 ? 'PAID' : 'PENDING';
  }
  if (refunded >= received) {
    return 'REFUNDED';
  }
  if (refunded > 0) {
    return 'PARTIALLY_REFUNDED';
  }
  return received >= currentTotal ? 'PAID' : 'PARTIALLY_PAID';
}

/** `Order.displayFulfillmentStatus`, computed from the fulfilment orders. */
export function fulfillmentStatus(order: OrderRecord): string {
  const open = order.fulfillmentOrders.filter(
    (fulfillmentOrder) =>
      fulfillmentOrder.status !== 'CLOSED' && fulfillmentOrder.lines.some((line) => line.remainingQuantity > 0),
  );
  const some = (status: string) => open.some((fulfillmentOrder) => fulfillmentOrder.status === status);
  if (order.fulfillments.some(({ status }) => status === 'SUCCESS')) {
    return open.length > 0 ? 'PARTIALLY_FULFILLED' : 'FULFILLED';
  }
  if (some('ON_HOLD')) {
    return 'ON_HOLD';
  }
  if (some('SCHEDULED')) {
    return 'SCHEDULED';
  }
  if (some('IN_PROGRESS')) {
    return 'IN_PROGRESS';
  }
  return 'UNFULFILLED';
}

/** Grams of all current units. */
export function currentWeightG(order: OrderRecord): number {
  return order.lines.reduce((sum, line) => sum + grams(line.weight) * line.currentQuantity, 0);
}

export function totalWeightG(order: OrderRecord): number {
  return order.lines.reduce((sum, line) => sum + grams(line.weight) * line.quantity, 0);
}

/** Full name of a person or address; null where neither part is known. */
export function fullName(person: { firstName: string | null; lastName: string | null }): string | null {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || null;
}

const recommendations = [
  ['HIGH', 'CANCEL'],
  ['MEDIUM', 'INVESTIGATE'],
  ['LOW', 'ACCEPT'],
] as const;

/** By the gravest of its assessments; NONE where nothing was found yet. */
export function riskRecommendation({ riskAssessments }: Pick<OrderRecord, 'riskAssessments'>) {
  const levels = new Set(riskAssessments.map(({ riskLevel }) => riskLevel));
  return recommendations.find(([level]) => levels.has(level))?.[1] ?? 'NONE';
}
