import type { Reason } from '#api-contract/order.ts';

/** One reason in English: what happened and what it means for the order, and what to do. `{name}` marks a parameter. */
interface ReasonTemplate {
  readonly message: string;
  readonly nextStep: string | null;
}
export type ReasonCatalogue = Readonly<Record<string, ReasonTemplate>>;

type ParamNames<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
type Params<T extends ReasonTemplate> = Readonly<
  Record<ParamNames<T['message']> | ParamNames<T['nextStep']>, string | number>
>;

/** What a reason may carry besides its words; all of it is optional. */
interface ReasonDetails {
  /** The request field at fault. */
  field?: string | null;
  /** The service's own words, as plain text. */
  serviceMessage?: string | null;
  /** RFC 3339; when a `held` ends by itself. */
  until?: string | null;
  /** The app goes on by itself at a time it does not know yet. */
  retrying?: boolean;
}

type ReasonArguments<T extends ReasonTemplate> = keyof Params<T> extends never
  ? [params?: Readonly<Record<string, never>>, details?: ReasonDetails]
  : [params: Params<T>, details?: ReasonDetails];

export interface ReasonFactory<C extends ReasonCatalogue> {
  <K extends keyof C & string>(code: K, ...rest: ReasonArguments<C[K]>): Reason;
  /** The templates by code, so that locale files can be held against them. */
  readonly catalogue: C;
}

/**
 * A folder's catalogue of reasons as a function `reason(code, params, details)`. The compiler knows the codes and
 * which parameters each template needs. Parameters must never hold personal data: they are stored and translated.
 */
export function defineReasons<const C extends ReasonCatalogue>(catalogue: C): ReasonFactory<C> {
  const reason = <K extends keyof C & string>(code: K, ...rest: ReasonArguments<C[K]>): Reason => {
    const { message, nextStep } = catalogue[code] as ReasonTemplate;
    const params: Readonly<Record<string, string | number>> = rest[0] ?? {};
    const details = rest[1] ?? {};
    return {
      code,
      message: fill(message, params),
      nextStep: nextStep === null ? null : fill(nextStep, params),
      field: details.field ?? null,
      serviceMessage: details.serviceMessage ?? null,
      until: details.until ?? null,
      retrying: details.retrying ?? false,
      params: { ...params },
    };
  };
  return Object.assign(reason, { catalogue });
}

function fill(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/gu, (mark, name: string) => String(params[name] ?? mark));
}

/** A reason as it is shown at `now` (epoch ms): a time that is over is promised no longer, the order goes on when it can. */
export function heldNow(reason: Reason, now: number): Reason {
  return reason.until === null || Date.parse(reason.until) > now ? reason : { ...reason, until: null, retrying: true };
}
