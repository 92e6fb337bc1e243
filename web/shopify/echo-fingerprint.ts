import { createHash } from 'node:crypto';

/** What of an order's payload can change a delivery or the decision about it. The note is none: we write it ourselves. */
const orderKeys = [
  'cancelled_at',
  'confirmed',
  'currency',
  'current_total_price',
  'financial_status',
  'fulfillment_status',
  'note_attributes',
  'phone',
  'test',
  'total_weight',
];
const addressKeys = [
  'address1',
  'address2',
  'city',
  'company',
  'country_code',
  'first_name',
  'last_name',
  'latitude',
  'longitude',
  'name',
  'phone',
  'province_code',
  'zip',
];
const lineKeys = ['id', 'current_quantity', 'fulfillable_quantity', 'grams', 'quantity', 'requires_shipping'];
const shippingLineKeys = ['code', 'is_removed', 'phone', 'title'];

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Stable hashes over the parts of an order's payload that matter for placement, and after a `|` over its tags, which
 * matter to some shops only; equal for two payloads that differ in nothing but notes, metafields and times. Thereby the
 * `orders/updated` that our own note write causes is recognised without asking Shopify. Only keys that are present count,
 * and the order of keys and of lines does not.
 */
export function echoFingerprint(payload: Json): string {
  const parts = {
    ...pick(payload, orderKeys),
    ...subset(payload, 'shipping_address', addressKeys),
    ...subset(payload, 'customer', ['id', 'phone']),
    ...list(payload, 'shipping_lines', shippingLineKeys),
    ...list(payload, 'line_items', lineKeys),
    ...('refunds' in payload && { refunds: Array.isArray(payload['refunds']) ? payload['refunds'].length : 0 }),
  };
  return `${hashOf(parts)}|${hashOf(pick(payload, ['tags'])).slice(0, 11)}`;
}

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('base64url');

const pick = (from: Json, keys: readonly string[]): Json =>
  Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]]));

const subset = (from: Json, key: string, keys: readonly string[]): Json =>
  key in from ? { [key]: isObject(from[key]) ? pick(from[key], keys) : null } : {};

function list(from: Json, key: string, keys: readonly string[]): Json {
  if (!(key in from)) return {};
  const items = Array.isArray(from[key]) ? from[key].filter(isObject) : [];
  return { [key]: items.map((item) => JSON.stringify(sorted(pick(item, keys)))).sort() };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
