import { financialStatus, fulfillmentStatus } from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import { badRequest, notModelled } from './errors.ts';

type Matcher = (order: OrderRecord) => boolean;

interface Term {
  field: string;
  comparator: '' | '>' | '>=' | '<' | '<=';
  value: string;
}

const tokenPattern = /\(|\)|-?[\w.]+:(?:>=|<=|>|<)?(?:'[^']*'|"[^"]*"|[^\s()]+)|'[^']*'|"[^"]*"|[^\s()]+/g;

/**
 * A test of orders by Shopify's search syntax: `field:value`, comparators, quotes, `-`/`NOT`, `AND` (also implied),
 * `OR`, parentheses, lists with commas. Fields that the simulator does not index are refused by name.
 */
export function orderMatcher(query: string, clock: { now: number }): Matcher {
  const tokens = query.match(tokenPattern) ?? [];
  let at = 0;
  const any = (): Matcher => {
    const parts = [all()];
    while (tokens[at] === 'OR') {
      at += 1;
      parts.push(all());
    }
    return (order) => parts.some((part) => part(order));
  };
  const all = (): Matcher => {
    const parts: Matcher[] = [];
    while (at < tokens.length && tokens[at] !== ')' && tokens[at] !== 'OR') {
      if (tokens[at] === 'AND') {
        at += 1;
      } else {
        parts.push(one());
      }
    }
    return (order) => parts.every((part) => part(order));
  };
  const one = (): Matcher => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token === 'NOT') {
      const inner = one();
      return (order) => !inner(order);
    }
    if (token === '(') {
      const inner = any();
      if (tokens[at] !== ')') {
        throw badRequest('search query: missing )');
      }
      at += 1;
      return inner;
    }
    const negated = token.startsWith('-');
    const matches = termMatcher(parseTerm(negated ? token.slice(1) : token), clock);
    return negated ? (order) => !matches(order) : matches;
  };
  const matches = any();
  if (at < tokens.length) {
    throw badRequest(`search query: unexpected ${tokens[at]}`);
  }
  return matches;
}

const unquoted = (text: string) => text.replace(/^(['"])(.*)\1$/s, '$2');

function parseTerm(token: string): Term {
  const match = /^([\w.]+):(>=|<=|>|<)?(.+)$/s.exec(token);
  if (!match) {
    return { field: 'default', comparator: '', value: unquoted(token) };
  }
  return {
    field: match[1] as string,
    comparator: (match[2] ?? '') as Term['comparator'],
    value: unquoted(match[3] as string),
  };
}

const texts: Record<string, (order: OrderRecord) => (string | null)[]> = {
  name: (order) => [order.name, order.name.replace(/^#/, '')],
  financial_status: (order) => [financialStatus(order), orderPaymentWord(order)],
  fulfillment_status: (order) => [fulfillmentStatus(order), order.fulfillments.length === 0 ? 'unshipped' : 'shipped'],
  status: (order) => [orderStatusWord(order), 'any'],
  tag: (order) => order.tags,
  test: (order) => [String(order.test)],
  email: (order) => [order.email],
  source_name: (order) => [order.sourceName],
  customer_id: (order) => [order.customer?.id ?? null],
  location_id: (order) => [order.retailLocation?.id ?? null],
  sku: (order) => order.lines.map((line) => line.sku),
  delivery_method: (order) =>
    order.fulfillmentOrders.map((one) => one.deliveryMethod?.methodType.replace('_', '-') ?? null),
  default: (order) => [order.name, String(order.number), order.email, ...order.tags],
};

const instants: Record<string, (order: OrderRecord) => number> = {
  updated_at: (order) => order.updatedAt,
  created_at: (order) => order.createdAt,
  processed_at: (order) => order.processedAt,
};

function orderStatusWord(order: OrderRecord): string {
  if (order.cancelledAt !== null) {
    return 'cancelled';
  }
  return order.closedAt === null ? 'open' : 'closed';
}

function orderPaymentWord(order: OrderRecord): string {
  return financialStatus(order) === 'PAID' ? 'paid' : 'unpaid';
}

function termMatcher(term: Term, clock: { now: number }): Matcher {
  const instantOf = instants[term.field];
  if (instantOf) {
    const wanted = term.value === 'now' ? clock.now : Date.parse(term.value);
    if (!Number.isFinite(wanted)) {
      throw badRequest(`search query: ${term.field} needs an instant, got ${term.value}`);
    }
    return (order) => compared(instantOf(order), term.comparator, wanted);
  }
  if (term.field === 'id') {
    return (order) => compared(BigInt(order.id), term.comparator, BigInt(term.value.replace(/\D/g, '')));
  }
  const textsOf = texts[term.field];
  if (!textsOf || term.comparator) {
    throw notModelled(`orders searched by ${term.field}:${term.comparator}`);
  }
  const wanted = term.value.split(',').map((value) => value.toLowerCase());
  if (wanted.includes('*')) {
    return (order) => textsOf(order).some((text) => text !== null);
  }
  return (order) => textsOf(order).some((text) => text !== null && wanted.includes(text.toLowerCase()));
}

function compared<T extends number | bigint>(value: T, comparator: Term['comparator'], wanted: T): boolean {
  switch (comparator) {
    case '>':
      return value > wanted;
    case '>=':
      return value >= wanted;
    case '<':
      return value < wanted;
    case '<=':
      return value <= wanted;
    default:
      return value === wanted;
  }
}
