import { type GraphQLResolveInfo, getNamedType } from 'graphql';
import { accessDenied, notApproved } from './errors.ts';
import type { AdminContext } from './field.ts';

/** Scopes as granted, with what each write implies. */
export function grantedScopes(scopes: string[]): ReadonlySet<string> {
  return new Set(scopes.flatMap((scope) => [scope, scope.replace(/^write_/, 'read_')]));
}

/** The type whose scopes guard a field: the node's, where the field gives a connection. */
function guardedType(info: GraphQLResolveInfo): string {
  return getNamedType(info.returnType).name.replace(/(Connection|Edge)$/, '');
}

/**
 * Throws where the token may not see the field: by the field's own scopes, else by those of what it returns, and by
 * the redaction of protected customer data (for the whole shop, or for this one record).
 */
export function checkAccess(source: unknown, info: GraphQLResolveInfo, context: AdminContext): void {
  const path = `${info.parentType.name}.${info.fieldName}`;
  if (context.faults.deny.has(path)) {
    throw accessDenied(info.fieldName, 'an access scope that the app does not have.');
  }
  const rule = context.schema.fieldScopes.get(path) ?? context.schema.typeScopes.get(guardedType(info));
  if (rule && !rule.scopes.some((scope) => context.scopes.has(scope))) {
    throw accessDenied(info.fieldName, rule.requiredAccess);
  }
  if (context.faults.redact.has(path) || isRedacted(source, info.fieldName)) {
    throw notApproved(info.fieldName);
  }
}

/** For `node(id:)`, whose type says nothing of what comes back. */
export function checkTypeAccess(typeName: string, info: GraphQLResolveInfo, context: AdminContext): void {
  const rule = context.schema.typeScopes.get(typeName);
  if (rule && !rule.scopes.some((scope) => context.scopes.has(scope))) {
    throw accessDenied(info.fieldName, rule.requiredAccess);
  }
}

function isRedacted(source: unknown, fieldName: string): boolean {
  const redacted = (source as { redacted?: string[] } | undefined)?.redacted;
  return redacted?.includes(fieldName) ?? false;
}
