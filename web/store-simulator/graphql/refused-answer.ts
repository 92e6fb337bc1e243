import { type FieldNode, Kind, parse } from 'graphql';

/** The answer of a mutation that Shopify refuses for a reason of its own: HTTP 200, nothing changed, the reason in `userErrors`. */
export function refusedAnswer(
  query: string,
  { message, code }: { message: string; code?: string },
): { data: Record<string, unknown> } {
  const operation = parse(query).definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const payloads = fieldsOf(operation?.selectionSet.selections ?? []).map((mutation) => {
    const members = fieldsOf(mutation.selectionSet?.selections ?? []).map(({ name }) => [
      name.value,
      name.value === 'userErrors' ? [{ field: null, message, ...(code !== undefined && { code }) }] : null,
    ]);
    return [mutation.alias?.value ?? mutation.name.value, Object.fromEntries(members)];
  });
  return { data: Object.fromEntries(payloads) };
}

function fieldsOf(selections: readonly { kind: string }[]): FieldNode[] {
  return selections.filter((selection): selection is FieldNode => selection.kind === Kind.FIELD);
}
