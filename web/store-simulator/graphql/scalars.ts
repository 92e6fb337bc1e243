import { GraphQLError, type GraphQLScalarType, type GraphQLSchema, isScalarType, Kind, type ValueNode } from 'graphql';

interface Check {
  /** True where the value may enter as this scalar. */
  accepts(value: unknown): boolean;
  /** What leaves; default: as it is. */
  serialize?(value: unknown): unknown;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;
const isText = (value: unknown): value is string => typeof value === 'string';

function secondsOf(value: unknown): string {
  if (typeof value !== 'number') {
    throw new GraphQLError('the simulated store keeps instants as epoch milliseconds');
  }
  return new Date(value).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** Introspection says nothing of what a custom scalar accepts; these are Shopify's documented formats. */
const checks: Record<string, Check> = {
  DateTime: {
    accepts: (value) => isText(value) && dateTime.test(value) && Number.isFinite(Date.parse(value)),
    serialize: secondsOf,
  },
  URL: { accepts: (value) => isText(value) && URL.canParse(value) },
  Decimal: { accepts: (value) => typeof value === 'number' || (isText(value) && /^-?\d+(\.\d+)?$/.test(value)) },
  Money: { accepts: (value) => typeof value === 'number' || (isText(value) && /^-?\d+(\.\d+)?$/.test(value)) },
  UnsignedInt64: {
    accepts: (value) =>
      isText(value) ? /^\d{1,20}$/.test(value) : typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
    serialize: String,
  },
};

/** Gives the schema's custom scalars the checks that Shopify applies. */
export function checkScalars(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, check] of Object.entries(checks)) {
    const type = schema.getType(name);
    if (!isScalarType(type)) {
      throw new Error(`the schema has no scalar ${name}`);
    }
    arm(type, check);
  }
  return schema;
}

function arm(type: GraphQLScalarType, check: Check): void {
  const parse = (value: unknown): unknown => {
    if (!check.accepts(value)) {
      throw new GraphQLError(`${JSON.stringify(value)} is not a valid ${type.name}`);
    }
    return value;
  };
  type.parseValue = parse;
  type.parseLiteral = (node: ValueNode) => {
    if (node.kind !== Kind.STRING && node.kind !== Kind.INT && node.kind !== Kind.FLOAT) {
      throw new GraphQLError(`${type.name} cannot be written as ${node.kind}`);
    }
    return parse(node.kind === Kind.STRING ? node.value : Number(node.value));
  };
  if (check.serialize) {
    type.serialize = check.serialize;
  }
}
