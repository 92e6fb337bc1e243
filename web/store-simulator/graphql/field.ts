import type { FlowTrigger } from '../extensions/flow-trigger.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { AdminSchema } from './schema.ts';

/** What resolvers may touch: one shop, in the eyes of one token. */
export interface AdminContext {
  shop: ShopState;
  /** Granted scopes, reads implied by writes included. */
  scopes: ReadonlySet<string>;
  schema: AdminSchema;
  flowTriggers: readonly FlowTrigger[];
  faults: { redact: ReadonlySet<string>; deny: ReadonlySet<string>; searchLagMs: number };
}

export type Resolve<Source, Args> = (source: Source, args: Args, context: AdminContext) => unknown;

/**
 * How one field is computed from state. Arguments that are not listed are refused; listed ones have the shape that
 * the schema gives them, which graphql-js has checked before the resolver runs.
 */
export interface ModelledField {
  args: readonly string[];
  resolve: Resolve<never, never>;
}

export type ModelledType = Record<string, ModelledField>;

export function field<Source, Args = Record<string, never>>(
  resolve: Resolve<Source, Args>,
  args: readonly (keyof Args & string)[] = [],
): ModelledField {
  return { args, resolve: resolve as Resolve<never, never> };
}

/** Fields that are properties of the record under the same name. */
export function plain<Source extends object>(...names: (keyof Source & string)[]): ModelledType {
  return Object.fromEntries(names.map((name) => [name, field<Source>((source) => source[name])]));
}
