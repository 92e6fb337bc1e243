import { noWebhookFaults, type WebhookFaults } from '../webhooks/sender.ts';

/** What goes wrong with a call. `executed`: the mutation takes effect, only its answer is lost. */
export type CallEffect =
  | { kind: 'status'; status: number; body?: string; retryAfterSeconds?: number }
  /** HTTP 200 with Shopify's THROTTLED error. */
  | { kind: 'throttled' }
  /** HTTP 200 with one GraphQL error. */
  | { kind: 'error'; message: string; code: string }
  /** A mutation is refused with a user error, its code where such an error has one: HTTP 200, nothing changed. */
  | { kind: 'refused'; message: string; code?: string }
  /** HTTP 200 with a page of HTML. */
  | { kind: 'html' }
  | { kind: 'hang'; executed?: boolean }
  | { kind: 'reset'; executed?: boolean }
  /** OAuth only: the reply lacks `expires_in`. */
  | { kind: 'omitExpiresIn' };

export interface CallFault {
  call: 'graphql' | 'oauth';
  effect: CallEffect;
  /** Default 1. */
  times?: number;
  /** Only calls for this shop. */
  shop?: string;
  /** Only this GraphQL operation. */
  operationName?: string;
}

/** Faults that can be switched on while the store runs. */
export interface Faults {
  /** The next matching calls go wrong. */
  next(fault: CallFault): void;
  /** Protected customer data not approved: `Type.field` answers null plus an error, e.g. `MailingAddress.phone`. */
  redact(fields: string[]): void;
  /** `Type.field` answers ACCESS_DENIED whatever the scopes. */
  deny(fields: string[]): void;
  /** Orders changed within the last so many milliseconds are not found by `orders(query:)`. */
  searchLag(ms: number): void;
  /** Access tokens issued within the last so many milliseconds are not honoured yet. */
  tokenLag(ms: number): void;
  webhooks(faults: Partial<WebhookFaults>): void;
  /** Shopify no longer supports the app's API version: calls are answered, and webhooks sent, in this one. */
  apiVersion(served: string | null): void;
  /** Every call uses something deprecated: the reason that its answer names. */
  deprecated(reason: string | null): void;
  clear(): void;
}

export interface FaultState {
  calls: CallFault[];
  redact: Set<string>;
  deny: Set<string>;
  searchLagMs: number;
  tokenLagMs: number;
  webhooks: WebhookFaults;
  apiVersion: string | null;
  deprecated: string | null;
}

export function createFaults(): { state: FaultState; faults: Faults } {
  const state: FaultState = {
    calls: [],
    redact: new Set(),
    deny: new Set(),
    searchLagMs: 0,
    tokenLagMs: 0,
    webhooks: { ...noWebhookFaults },
    apiVersion: null,
    deprecated: null,
  };
  const replace = (set: Set<string>, fields: string[]) => {
    set.clear();
    for (const field of fields) {
      set.add(field);
    }
  };
  const faults: Faults = {
    next: (fault) => void state.calls.push({ ...fault, times: fault.times ?? 1 }),
    redact: (fields) => replace(state.redact, fields),
    deny: (fields) => replace(state.deny, fields),
    searchLag: (ms) => {
      state.searchLagMs = ms;
    },
    tokenLag: (ms) => {
      state.tokenLagMs = ms;
    },
    webhooks: (changed) => void Object.assign(state.webhooks, changed),
    apiVersion: (served) => {
      state.apiVersion = served;
    },
    deprecated: (reason) => {
      state.deprecated = reason;
    },
    clear: () => {
      state.calls = [];
      replace(state.redact, []);
      replace(state.deny, []);
      state.searchLagMs = 0;
      state.tokenLagMs = 0;
      state.apiVersion = null;
      state.deprecated = null;
      Object.assign(state.webhooks, noWebhookFaults);
    },
  };
  return { state, faults };
}

/** The fault that this call meets, used up by one; null where none waits for it. */
export function takeFault(
  state: FaultState,
  call: { call: CallFault['call']; shop: string; operationName?: string | null },
): CallEffect | null {
  const index = state.calls.findIndex(
    (fault) =>
      fault.call === call.call &&
      (fault.shop === undefined || fault.shop === call.shop) &&
      (fault.operationName === undefined || fault.operationName === call.operationName),
  );
  const fault = state.calls[index];
  if (!fault) {
    return null;
  }
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times <= 0) {
    state.calls.splice(index, 1);
  }
  return fault.effect;
}
