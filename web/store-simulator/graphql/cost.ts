import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Most points that one query may ask for. */
export const maxQueryCost = 1000;

interface Walk {
  schema: GraphQLSchema;
  fragments: Map<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
}

const isConnection = (type: GraphQLNamedType) => type.name.endsWith('Connection');
const isWrapper = (type: GraphQLNamedType) => type.name.endsWith('Edge') || type.name === 'PageInfo';

/**
 * Points of a query by Shopify's published rule: object 1, scalar 0, mutation 10, a connection 2 and its page size
 * times what one node costs.
 */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const root = schema.getRootType(operation.operation);
  return root ? selectionCost(operation.selectionSet, root, 1, { schema, fragments, variables }) : 0;
}

function selectionCost(set: SelectionSetNode, parent: GraphQLNamedType, pageSize: number, walk: Walk): number {
  const fragments = set.selections.filter((selection) => selection.kind !== Kind.FIELD);
  const fields = set.selections.filter((selection) => selection.kind === Kind.FIELD);
  const inner = fragments.map((fragment) => fragmentCost(fragment, parent, pageSize, walk));
  const isAbstract = isInterfaceType(parent) || isUnionType(parent);
  const ofFields = fields.reduce((sum, field) => sum + fieldCost(field, parent, pageSize, walk), 0);
  return ofFields + (isAbstract ? Math.max(0, ...inner) : inner.reduce((sum, cost) => sum + cost, 0));
}

function fragmentCost(
  spread: FragmentSpreadNode | InlineFragmentNode,
  parent: GraphQLNamedType,
  pageSize: number,
  walk: Walk,
): number {
  const fragment = spread.kind === Kind.INLINE_FRAGMENT ? spread : walk.fragments.get(spread.name.value);
  const on = fragment?.typeCondition ? walk.schema.getType(fragment.typeCondition.name.value) : parent;
  return fragment ? selectionCost(fragment.selectionSet, on ?? parent, pageSize, walk) : 0;
}

function fieldCost(node: FieldNode, parent: GraphQLNamedType, pageSize: number, walk: Walk): number {
  if (!isObjectType(parent) && !isInterfaceType(parent)) {
    return 0;
  }
  const field = parent.getFields()[node.name.value];
  if (!field || !node.selectionSet) {
    return 0;
  }
  const type = getNamedType(field.type);
  const own = parent === walk.schema.getMutationType() ? 10 : 1;
  if (isConnection(type)) {
    return 2 + selectionCost(node.selectionSet, type, sizeOf(node, walk.variables), walk);
  }
  if (isWrapper(type)) {
    // `nodes`, `edges`: the page size multiplies what lies in one of them.
    return type.name === 'PageInfo' ? 0 : selectionCost(node.selectionSet, type, pageSize, walk);
  }
  const inner = own + selectionCost(node.selectionSet, type, 1, walk);
  const repeated = isConnection(parent) || isWrapper(parent) ? pageSize : 1;
  return repeated * inner;
}

function sizeOf(node: FieldNode, variables: Record<string, unknown>): number {
  for (const argument of node.arguments ?? []) {
    if (argument.name.value !== 'first' && argument.name.value !== 'last') {
      continue;
    }
    if (argument.value.kind === Kind.INT) {
      return Number(argument.value.value);
    }
    if (argument.value.kind === Kind.VARIABLE) {
      const value = variables[argument.value.name.value];
      if (typeof value === 'number') {
        return value;
      }
    }
  }
  return 0;
}
