/** What `shopify.app.toml` asks for: exactly what the operations need. */
export const neededScopes = [
  'read_customers',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
  'read_orders',
  'read_products',
  'write_fulfillments',
  'write_merchant_managed_fulfillment_orders',
  'write_orders',
] as const;

/** Only shops that offer the rate at checkout grant it. */
const rateScope = 'write_shipping';

/** Which of the needed scopes a shop has not granted; a scope to write includes the one to read. */
export function missingScopes(granted: readonly string[], { withRate = false } = {}): string[] {
  const has = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]));
  return [...neededScopes, ...(withRate ? [rateScope] : [])].filter((scope) => !has.has(scope));
}
