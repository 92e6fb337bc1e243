import {
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLTypeResolver,
  getNamedType,
  isAbstractType,
  isCompositeType,
} from 'graphql';
import { checkAccess, checkTypeAccess } from './access.ts';
import { notModelled } from './errors.ts';
import type { AdminContext, Resolve } from './field.ts';
import { modelledTypes } from './resolvers/index.ts';

/** The concrete type of a record behind an interface. */
export const typeResolver: GraphQLTypeResolver<{ kind?: string }, AdminContext> = (value) => value.kind;

/** Resolves by the table of modelled fields, checks access first, and counts the points really used. */
export function meteredResolver(meter: { points: number }): GraphQLFieldResolver<unknown, AdminContext> {
  return (source, args, context, info) => {
    const modelled = modelledTypes[info.parentType.name]?.[info.fieldName];
    if (!modelled) {
      throw notModelled(`${info.parentType.name}.${info.fieldName}`);
    }
    checkAccess(source, info, context);
    const value = (modelled.resolve as Resolve<unknown, unknown>)(source, args, context);
    meter.points += pointsOf(value, info);
    const kind = (value as { kind?: unknown } | null)?.kind;
    if (isAbstractType(getNamedType(info.returnType)) && typeof kind === 'string') {
      checkTypeAccess(kind, info, context);
    }
    return value;
  };
}

function pointsOf(value: unknown, info: GraphQLResolveInfo): number {
  const named = getNamedType(info.returnType);
  if (info.parentType === info.schema.getMutationType()) {
    return 10;
  }
  if (named.name.endsWith('Connection')) {
    return 2;
  }
  if (value == null || !isCompositeType(named) || /(Edge|^PageInfo)$/.test(named.name)) {
    return 0;
  }
  return Array.isArray(value) ? value.length : 1;
}
