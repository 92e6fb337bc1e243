import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { checkScalars } from './scalars.ts';

/** One entry of what Shopify publishes about access scopes; any of the scopes is enough. */
interface ScopeRule {
  requiredAccess: string;
  scopes: string[];
}

export interface AdminSchema {
  version: string;
  schema: GraphQLSchema;
  /** By type name. */
  typeScopes: Map<string, ScopeRule>;
  /** By `Type.field`. */
  fieldScopes: Map<string, ScopeRule>;
}

interface PublishedScope {
  type: 'type' | 'field';
  typeName: string;
  fieldName?: string;
  requiredAccess: string;
  offlineScopes: string[];
}

/** What Shopify publishes in words only: "Any of `orders` or `shipping` access scopes". */
const alsoEnough: Readonly<Record<string, string[]>> = { DeliveryCarrierService: ['read_orders', 'read_shipping'] };

const file = new URL('../../shopify/schema/admin_2026-10.json.gz', import.meta.url);
let loaded: AdminSchema | null = null;

/** Shopify's own Admin API schema of version 2026-10, built once per process (about a second). */
export function adminSchema(): AdminSchema {
  loaded ??= load();
  return loaded;
}

function load(): AdminSchema {
  const published = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as {
    data: IntrospectionQuery;
    offline_scopes: { items: PublishedScope[] };
  };
  const typeScopes = new Map<string, ScopeRule>();
  const fieldScopes = new Map<string, ScopeRule>();
  for (const item of published.offline_scopes.items) {
    if (item.offlineScopes.length === 0) {
      continue;
    }
    const scopes = [...item.offlineScopes, ...(alsoEnough[item.typeName] ?? [])];
    const rule = { requiredAccess: item.requiredAccess, scopes };
    if (item.type === 'type') {
      typeScopes.set(item.typeName, rule);
    } else {
      fieldScopes.set(`${item.typeName}.${item.fieldName}`, rule);
    }
  }
  return { version: '2026-10', schema: checkScalars(buildClientSchema(published.data)), typeScopes, fieldScopes };
}
