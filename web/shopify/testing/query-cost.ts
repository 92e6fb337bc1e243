import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** What a list without a page size (holds, attributes) is reckoned at. */
const unboundedList = 10;

/**
 * An upper bound of Shopify's requested cost by its published rule, read at its dearest: every object one point, every
 * connection two more and its page size times all that one node holds, a mutation ten, a list without a size as ten.
 */
export function queryCost(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown>): number {
  const inlined = inlineFragments(document);
  const info = new TypeInfo(schema);
  const costs: number[] = [0];
  const leaveField = (node: FieldNode): void => {
    const type = info.getType();
    if (!type || !node.selectionSet) return;
    const inner = costs.pop() ?? 0;
    const isMutation = info.getParentType() === schema.getMutationType();
    const cost = isMutation ? 10 + inner : fieldCost(type, node, inner, variables);
    costs[costs.length - 1] = (costs.at(-1) ?? 0) + cost;
  };
  const enter = (node: FieldNode): void => {
    if (info.getType() && node.selectionSet) costs.push(0);
  };
  visit(inlined, visitWithTypeInfo(info, { Field: { enter, leave: leaveField } }));
  return costs[0] ?? 0;
}

function fieldCost(
  type: GraphQLOutputType,
  node: FieldNode,
  inner: number,
  variables: Record<string, unknown>,
): number {
  const { name } = getNamedType(type);
  const size = pageSize(node, variables) ?? unboundedList;
  if (name.endsWith('Connection')) return 2 + size * inner;
  if (name === 'PageInfo') return 0;
  // `nodes` of a connection: the connection has counted its page size already.
  const isOneOfMany = isListType(getNullableType(type)) && node.name.value !== 'nodes';
  return (isOneOfMany ? size : 1) * (1 + inner);
}

function pageSize(node: FieldNode, variables: Record<string, unknown>): number | null {
  const first = node.arguments?.find((argument) => argument.name.value === 'first');
  const value: unknown = first ? valueFromASTUntyped(first.value, variables) : null;
  return typeof value === 'number' ? value : null;
}

function inlineFragments(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return visit(
    { ...document, definitions: operations },
    {
      SelectionSet: {
        enter: (set) => ({
          ...set,
          selections: set.selections.flatMap((selection) => {
            if (selection.kind !== Kind.FRAGMENT_SPREAD) return [selection];
            const fragment = fragments.get(selection.name.value);
            return fragment ? fragment.selectionSet.selections : [];
          }),
        }),
      },
    },
  );
}
