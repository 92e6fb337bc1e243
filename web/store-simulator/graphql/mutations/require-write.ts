import type { OwnerRecord } from '../../state/records.ts';
import { accessDenied } from '../errors.ts';
import type { AdminContext } from '../field.ts';

const writeScopes: Record<OwnerRecord['kind'], string> = {
  Order: 'write_orders',
  Product: 'write_products',
  ProductVariant: 'write_products',
  Location: 'write_locations',
  Customer: 'write_customers',
};

/** Mutations whose scope follows the owner they write to (`metafieldsSet`, `tagsAdd`). */
export function requireWrite(mutation: string, owner: OwnerRecord, context: AdminContext): void {
  const scope = writeScopes[owner.kind];
  if (!context.scopes.has(scope)) {
    throw accessDenied(mutation, `\`${scope}\` access scope.`);
  }
}
