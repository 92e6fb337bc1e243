import {
  type ASTVisitor,
  type FieldNode,
  isIntrospectionType,
  isObjectType,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { notModelled } from './errors.ts';
import type { ModelledField, ModelledType } from './field.ts';

/** Validation rule: every field and argument of the query must be one that the simulator computes. */
export function modelledRule(types: Record<string, ModelledType>): ValidationRule {
  return (context: ValidationContext): ASTVisitor => ({
    Field(node) {
      const parent = context.getParentType();
      const name = node.name.value;
      // On an interface (`node { id }`) the concrete type decides when the query runs.
      if (!isObjectType(parent) || name.startsWith('__') || isIntrospectionType(parent)) {
        return;
      }
      for (const what of notModelledParts(node, parent.name, types[parent.name]?.[name])) {
        context.reportError(notModelled(what));
      }
    },
  });
}

function notModelledParts(node: FieldNode, typeName: string, modelled: ModelledField | undefined): string[] {
  const path = `${typeName}.${node.name.value}`;
  if (!modelled) {
    return [path];
  }
  return (node.arguments ?? [])
    .map((argument) => argument.name.value)
    .filter((name) => !modelled.args.includes(name))
    .map((name) => `argument ${name} of ${path}`);
}
