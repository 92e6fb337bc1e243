import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isListType,
  getNullableType,
  isCompositeType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  valueFromASTUntyped,
  type FieldNode,
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
    if (!type || !node.selectionSet || !isCompositeType(getNamedType(type))) return;
    const inner = costs.pop() ?? 0;
    const name = getNamedType(type).name;
    const size = pageSize(node, variables);
    const isMutation = info.getParentType() === schema.getMutationType();
    let cost = (isMutation ? 10 : 1) + inner;
    if (name.endsWith('Connection')) cost = 2 + (size ?? unboundedList) * inner;
    else if (name === 'PageInfo') cost = 0;
    else if (isListType(getNullableType(type)) && node.name.value !== 'nodes') cost = (size ?? unboundedList) * (1 + inner);
    costs[costs.length - 1] = (costs.at(-1) ?? 0) + cost;
  };
  const enter = (node: FieldNode): void => {
    const type = info.getType();
    if (type && node.selectionSet && isCompositeType(getNamedType(type))) costs.push(0);
  };
  visit(inlined, visitWithTypeInfo(info, { Field: { enter, leave: leaveField } }));
  return costs[0] ?? 0;
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
