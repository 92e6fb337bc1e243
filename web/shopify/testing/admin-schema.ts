import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';

export interface ScopeRule {
  type: 'type' | 'field';
  typeName: string;
  fieldName?: string;
  offlineScopes: string[];
}

interface SchemaFile {
  data: IntrospectionQuery;
  offline_scopes: { items: ScopeRule[] };
}

/** What Shopify publishes in words only: "Any of `orders` or `shipping` access scopes". */
const alsoEnough = ['read_orders', 'read_shipping'];

/** Shopify's own schema of the Admin API and the scopes that its types and fields need. */
export function readAdminSchema(): { schema: GraphQLSchema; scopeRules: ScopeRule[] } {
  const packed = readFileSync(new URL('../schema/admin_2026-10.json.gz', import.meta.url));
  const file = JSON.parse(gunzipSync(packed).toString('utf8')) as SchemaFile;
  const scopeRules = file.offline_scopes.items.map((rule) =>
    rule.typeName === 'DeliveryCarrierService' && rule.type === 'type'
      ? { ...rule, offlineScopes: [...rule.offlineScopes, ...alsoEnough] }
      : rule,
  );
  return { schema: buildClientSchema(file.data), scopeRules };
}
