import { z } from 'zod';
import type { FraudRisk } from '#placement/fraud-risk.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { echoFingerprint } from './echo-fingerprint.ts';
import { hasTooManyValues, parseExactJson } from './exact-json.ts';
import { digitsOfGid } from './gid.ts';
import { parseShopDomain } from './shop-domain.ts';
import { meaningOf } from './topics.ts';

/** What the headers say. They are not signed: they name and date a webhook, and prove nothing. */
export interface WebhookHeaders {
  topic: string;
  shop: ShopDomain;
  /** `X-Shopify-Webhook-Id`: the same for every repetition. */
  webhookId: string;
  /** RFC 3339 in UTC, from `X-Shopify-Triggered-At`. */
  triggeredAt: string | null;
  apiVersion: string | null;
}

export type UnusableReason =
  | 'headers_missing'
  | 'shop_invalid'
  | 'not_utf8'
  | 'not_json'
  | 'not_an_object'
  | 'too_deep'
  | 'too_many_values'
  | 'order_id_missing'
  | 'fulfillment_order_id_missing'
  | 'shop_missing'
  | 'of_another_topic';

/** What the signed body says, by the topic. */
export type WebhookBody =
  | {
      kind: 'order';
      orderId: OrderId;
      /** RFC 3339 in UTC, as the Admin API writes it (the body has the shop's offset); null where the body has none. */
      updatedAt: string | null;
      /** Whether the signed body says that the order is paid. */
      paid: boolean;
      /** The order's note; undefined where the body does not say. */
      note: string | null | undefined;
      /** Of what matters for placement (`echoFingerprint`); null where the body is not the order itself. */
      fingerprint: string | null;
      /** What one analysis for fraud found; null where the body is none. */
      fraudRisk: FraudRisk | null;
    }
  /** The digits of each fulfilment order named; their order must be asked for. */
  | { kind: 'fulfillment_order'; fulfillmentOrderIds: string[] }
  | { kind: 'uninstalled'; bodyShop: ShopDomain; shopifyId: string | null }
  /** Which one does not matter: locations are read afresh with every order. */
  | { kind: 'location' }
  /** Shopify is asked what they are now. */
  | { kind: 'scopes' }
  | {
      kind: 'compliance';
      bodyShop: ShopDomain;
      /** Shopify's number of the shop, digits; null where the body has none. */
      shopifyId: string | null;
      /** Digits; null for `shop/redact`. */
      customerId: string | null;
      orderIds: OrderId[];
      /** Digits of Shopify's id of a `customers/data_request`; null elsewhere. */
      requestId: string | null;
    }
  /** A topic that the app does not handle. */
  | { kind: 'ignored' };

/** Header values by lower-case name, as `node:http` gives them. */
export type IncomingHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The headers alone: all that the intake needs before it answers. */
export function parseWebhookHeaders(
  incoming: IncomingHeaders,
): WebhookHeaders | { reason: UnusableReason; headers: Partial<WebhookHeaders> } {
  const read = (name: string): string | null => {
    const value = incoming[`x-shopify-${name}`];
    return typeof value === 'string' && value !== '' && value.length <= 255 ? value : null;
  };
  const shop = parseShopDomain(read('shop-domain'));
  const [topic, webhookId] = [read('topic'), read('webhook-id')];
  if (topic === null || webhookId === null || shop === null) {
    const known = { ...(topic !== null && { topic }), ...(webhookId !== null && { webhookId }), ...(shop && { shop }) };
    return {
      reason: read('shop-domain') !== null && shop === null ? 'shop_invalid' : 'headers_missing',
      headers: known,
    };
  }
  const triggeredAt = read('triggered-at');
  return {
    ...{ topic, shop, webhookId, apiVersion: read('api-version') },
    triggeredAt: triggeredAt === null ? null : utc(triggeredAt),
  };
}

/** The body by its topic, or why it cannot be used. */
export function parseWebhookBody(topic: string, rawBody: Uint8Array): WebhookBody | UnusableReason {
  let text: string;
  try {
    // A byte order mark stays in the text, where JSON refuses it.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody);
  } catch {
    return 'not_utf8';
  }
  if (hasTooManyValues(text)) return 'too_many_values';
  try {
    const object = z.record(z.string(), z.unknown()).safeParse(parseExactJson(text));
    return object.success ? bodyOf(topic, object.data) : 'not_an_object';
  } catch (error) {
    // Nesting that exhausts the stack is no order either.
    return error instanceof RangeError ? 'too_deep' : 'not_json';
  }
}

type Payload = Record<string, unknown>;

function bodyOf(topic: string, payload: Payload): WebhookBody | UnusableReason {
  switch (meaningOf(topic)) {
    case 'order':
      return orderBody(topic, payload);
    case 'fulfillment_order': {
      const fulfillmentOrderIds = fulfillmentOrderIdsOf(payload);
      if (fulfillmentOrderIds.length === 0) return 'fulfillment_order_id_missing';
      return { kind: 'fulfillment_order', fulfillmentOrderIds };
    }
    case 'uninstalled': {
      const bodyShop = parseShopDomain(payload['myshopify_domain']) ?? parseShopDomain(payload['domain']);
      return bodyShop === null
        ? 'shop_missing'
        : { kind: 'uninstalled', bodyShop, shopifyId: digits(payload['id'], 'Shop') };
    }
    case 'location':
      return { kind: 'location' };
    case 'scopes':
      return { kind: 'scopes' };
    case 'compliance':
      return complianceBody(topic, payload);
    case null:
      return { kind: 'ignored' };
  }
}

/** Topics of orders that carry their own thing and the order's id; the others carry the order. */
const namesItsOrder: readonly string[] = ['refunds/create', 'orders/edited', 'orders/risk_assessment_changed'];

function orderBody(topic: string, payload: Payload): WebhookBody | UnusableReason {
  if (namesItsOrder.includes(topic)) {
    const inner = z.record(z.string(), z.unknown()).safeParse(payload['order_edit']);
    const { order_id: id, admin_graphql_api_order_id: gid } = inner.success ? inner.data : payload;
    const orderId = digits(id, 'Order') ?? digits(gid, 'Order');
    if (orderId === null) return 'order_id_missing';
    return { ...nothingSaid, orderId: orderId as OrderId, fraudRisk: riskOf(payload['risk_level']) };
  }
  const { admin_graphql_api_id: gid } = payload;
  const orderId = (typeof gid === 'string' ? digitsOfGid(gid, 'Order') : null) ?? digits(payload['id'], 'Order');
  if (orderId === null) return 'order_id_missing';
  if (topic === 'orders/delete') return { ...nothingSaid, orderId: orderId as OrderId, fraudRisk: null };
  const { updated_at: updatedAt, note } = payload;
  return {
    kind: 'order',
    orderId: orderId as OrderId,
    updatedAt: typeof updatedAt === 'string' ? utc(updatedAt) : null,
    paid: payload['financial_status'] === 'paid' || payload['financial_status'] === 'partially_refunded',
    note: typeof note === 'string' || note === null ? note : undefined,
    fingerprint: echoFingerprint(payload),
    fraudRisk: null,
  };
}

/** A body that names an order and is none. */
const nothingSaid = { kind: 'order', updatedAt: null, paid: false, note: undefined, fingerprint: null } as const;

/** `RiskAssessmentResult` in lower case; an analysis that is not over has found nothing. */
function riskOf(level: unknown): FraudRisk | null {
  if (level === 'high' || level === 'medium') return level;
  return level === 'low' || level === 'none' || level === 'pending' ? 'none' : null;
}

/** The topic is not signed: what the signed body asks for, it must say itself. */
function complianceBody(topic: string, payload: Payload): WebhookBody | UnusableReason {
  const bodyShop = parseShopDomain(payload['shop_domain']);
  if (bodyShop === null) return 'shop_missing';
  const ordersKey = { 'customers/redact': 'orders_to_redact', 'customers/data_request': 'orders_requested' }[topic];
  const asked = ['orders_to_redact', 'orders_requested', 'customer'].filter((key) => key in payload);
  if (ordersKey === undefined ? asked.length > 0 : !asked.includes(ordersKey)) return 'of_another_topic';
  const customer = z.looseObject({ id: z.unknown() }).safeParse(payload['customer']);
  const request = z.looseObject({ id: z.unknown() }).safeParse(payload['data_request']);
  const orders = z.array(z.unknown()).safeParse(ordersKey === undefined ? [] : payload[ordersKey]);
  return {
    ...{ kind: 'compliance', bodyShop, shopifyId: digits(payload['shop_id'], 'Shop') },
    customerId: customer.success ? digits(customer.data.id, 'Customer') : null,
    // Each once, however often the body names it: nobody else looks for doubles.
    orderIds: [
      ...new Set((orders.success ? orders.data : []).flatMap((id) => (digits(id, 'Order') ?? []) as OrderId | [])),
    ],
    requestId: request.success ? digits(request.data.id, 'DataRequest') : null,
  };
}

/** Every fulfilment order that the body names, wherever it stands (`moved_fulfillment_order`, `merges`, …). */
function fulfillmentOrderIdsOf(payload: Payload): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 4) return;
    for (const inner of Object.values(value)) {
      const id = typeof inner === 'string' ? digitsOfGid(inner, 'FulfillmentOrder') : null;
      if (id !== null) found.add(id);
      visit(inner, depth + 1);
    }
  };
  visit(payload, 0);
  return [...found];
}

const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** `2026-11-21T12:00:00+02:00` → `2026-11-21T10:00:00Z`; null for what is no instant of the years 1 to 9999. */
function utc(instant: string): string | null {
  const at = Date.parse(instant);
  // JavaScript knows years that PostgreSQL does not, and NaN is on neither side.
  return at >= firstInstant && at <= lastInstant ? new Date(at).toISOString().replace('.000Z', 'Z') : null;
}

/** The digits of an id given as gid, string or number. */
function digits(value: unknown, type: string): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  if (typeof value !== 'string') return null;
  return /^\d{1,20}$/.test(value) ? value : digitsOfGid(value, type);
}
