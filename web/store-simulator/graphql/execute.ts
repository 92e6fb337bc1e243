import {
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLTypeResolver,
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { checkAccess, checkTypeAccess } from './access.ts';
import { maxQueryCost, requestedCost } from './cost.ts';
import { notModelled } from './errors.ts';
import type { AdminContext, Resolve } from './field.ts';
import { modelledRule } from './modelled-rule.ts';
import { modelledTypes } from './resolvers/index.ts';
import type { AdminSchema } from './schema.ts';
import type { Throttle } from './throttle.ts';

export interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | null;
}

export interface GraphqlAnswer {
  body: { data?: unknown; errors?: unknown[]; extensions?: { cost: QueryCost } };
  cost: QueryCost | null;
}

export interface QueryCost {
  requestedQueryCost: number;
  actualQueryCost: number | null;
  throttleStatus: ReturnType<Throttle['status']>;
}

const rules = [...specifiedRules, NoDeprecatedCustomRule, modelledRule(modelledTypes)];
const parsed = new Map<string, ReturnType<typeof check>>();

function check(schema: AdminSchema, query: string) {
  try {
    const document = parse(query);
    const errors = validate(schema.schema, document, rules, { maxErrors: 20 });
    return errors.length > 0 ? { errors } : { document };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

/** Runs one request on the schema; never throws for anything the request holds. */
export async function runGraphql(
  request: GraphqlRequest,
  context: AdminContext,
  throttle: Throttle,
): Promise<GraphqlAnswer> {
  // Apps send the same few documents all day: what was valid once stays so.
  const checked = parsed.get(request.query) ?? check(context.schema, request.query);
  if (parsed.size < 500) parsed.set(request.query, checked);
  if (checked.errors) return { body: { errors: checked.errors.map((error) => error.toJSON()) }, cost: null };
  const { document } = checked;
  const operations = document.definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === 'OperationDefinition',
  );
  const operation = request.operationName
    ? operations.find((candidate) => candidate.name?.value === request.operationName)
    : operations[0];
  if (!operation || (!request.operationName && operations.length > 1)) {
    return { body: { errors: [{ message: 'An operation name is required' }] }, cost: null };
  }
  const requestedQueryCost = requestedCost(context.schema.schema, document, operation, request.variables);
  const cost = (actualQueryCost: number | null): QueryCost => ({
    requestedQueryCost,
    actualQueryCost,
    throttleStatus: throttle.status(),
  });
  if (requestedQueryCost > maxQueryCost) return refused(tooExpensive(requestedQueryCost), cost(null));
  if (!throttle.take(requestedQueryCost)) return refused(throttled(), cost(null));

  const meter = { points: 0 };
  const result = await execute({
    schema: context.schema.schema,
    document,
    operationName: operation.name?.value,
    variableValues: request.variables,
    contextValue: context,
    fieldResolver: meteredResolver(meter),
    typeResolver,
  });
  throttle.refund(Math.max(0, requestedQueryCost - meter.points));
  const finalCost = cost(meter.points);
  const body: GraphqlAnswer['body'] = { extensions: { cost: finalCost } };
  if (result.data !== undefined) body.data = result.data;
  if (result.errors?.length) body.errors = result.errors.map((error) => error.toJSON());
  return { body, cost: finalCost };
}

const refused = (error: unknown, cost: QueryCost): GraphqlAnswer => ({
  body: { errors: [error], extensions: { cost } },
  cost,
});

function tooExpensive(cost: number) {
  return {
    message: `Query cost is ${cost}, which exceeds the single query max cost limit (${maxQueryCost}).`,
    extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: maxQueryCost },
  };
}

function throttled() {
  const documentation = 'https://shopify.dev/api/usage/rate-limits';
  return { message: 'Throttled', extensions: { code: 'THROTTLED', documentation } };
}

const typeResolver: GraphQLTypeResolver<{ kind?: string }, AdminContext> = (value) => value.kind;

/** Resolves by the table of modelled fields, checks access first, and counts the points really used. */
function meteredResolver(meter: { points: number }): GraphQLFieldResolver<unknown, AdminContext> {
  return (source, args, context, info) => {
    const parent = info.parentType;
    const modelled = modelledTypes[parent.name]?.[info.fieldName];
    if (!modelled) throw notModelled(`${parent.name}.${info.fieldName}`);
    checkAccess(source, info, context);
    const value = (modelled.resolve as Resolve<unknown, unknown>)(source, args, context);
    const named = getNamedType(info.returnType);
    if (parent === info.schema.getMutationType()) meter.points += 10;
    else if (named.name.endsWith('Connection')) meter.points += 2;
    else if ((isObjectType(named) || isAbstractType(named)) && !/(Edge|^PageInfo)$/.test(named.name)) {
      const bare = isNonNullType(info.returnType) ? info.returnType.ofType : info.returnType;
      meter.points += isListType(bare) && Array.isArray(value) ? value.length : value == null ? 0 : 1;
    }
    if (isAbstractType(named) && value !== null && typeof value === 'object' && 'kind' in value) {
      checkTypeAccess(String(value.kind), info, context);
    }
    return value;
  };
}
