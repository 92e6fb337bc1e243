import {
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { maxQueryCost, requestedCost } from './cost.ts';
import type { AdminContext } from './field.ts';
import { meteredResolver, typeResolver } from './metered-resolver.ts';
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
    if (error instanceof GraphQLError) {
      return { errors: [error] };
    }
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
  if (parsed.size < 500) {
    parsed.set(request.query, checked);
  }
  if (checked.errors) {
    return { body: { errors: checked.errors.map((error) => error.toJSON()) }, cost: null };
  }
  const { document } = checked;
  const operation = getOperationAST(document, request.operationName);
  if (!operation) {
    return { body: { errors: [{ message: 'An operation name is required' }] }, cost: null };
  }
  const requested = requestedCost(context.schema.schema, document, operation, request.variables);
  if (requested > maxQueryCost) {
    return refused(tooExpensive(requested), costOf(requested, null, throttle));
  }
  if (!throttle.take(requested)) {
    return refused(throttled(), costOf(requested, null, throttle));
  }
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
  throttle.refund(Math.max(0, requested - meter.points));
  return answered(result, costOf(requested, meter.points, throttle));
}

const costOf = (requestedQueryCost: number, actualQueryCost: number | null, throttle: Throttle): QueryCost => ({
  requestedQueryCost,
  actualQueryCost,
  throttleStatus: throttle.status(),
});

function answered(result: ExecutionResult, cost: QueryCost): GraphqlAnswer {
  const body: GraphqlAnswer['body'] = { extensions: { cost } };
  if (result.data !== undefined) {
    body.data = result.data;
  }
  if (result.errors?.length) {
    body.errors = result.errors.map((error) => error.toJSON());
  }
  return { body, cost };
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
