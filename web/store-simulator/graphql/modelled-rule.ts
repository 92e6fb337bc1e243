import { type ASTVisitor, isIntrospectionType, isObjectType, type ValidationContext, type ValidationRule } from 'graphql';
import { notModelled } from './errors.ts';
import type { ModelledType } from './field.ts';

/** Validation rule: every field and argument of the query must be one that the simulator computes. */
export function modelledRule(types: Record<string, ModelledType>): ValidationRule {
  return (context: ValidationContext): ASTVisitor => ({
    Field(node) {
      const parent = context.getParentType();
      const name = node.name.value;
      // On an interface (`node { id }`) the concrete type decides when the query runs.
      if (!isObjectType(parent) || name.startsWith('__') || isIntrospectionType(parent)) return;
      const modelled = types[parent.name]?.[name];
      if (!modelled) {
        context.reportError(notModelled(`${parent.name}.${name}`));
        return;
      }
      for (const argument of node.arguments ?? []) {
        if (!modelled.args.includes(argument.name.value)) {
          context.reportError(notModelled(`argument ${argument.name.value} of ${parent.name}.${name}`));
        }
      }
    },
  });
}
