import type { Reason, RuleTrace } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import type { Goods } from './goods.ts';
import type { Schedule } from './sendable-from.ts';
import type { ShopOrder } from './shop-order.ts';
import type { Waiting, WaitsFor } from './waiting.ts';

/** What the rules need besides the order and the settings. */
export interface DecideContext {
  /** Epoch milliseconds. */
  now: number;
  /** Epoch milliseconds of the token exchange that installed the app, of the latest where it came back; null where unknown. */
  installedAt: number | null;
  /** An installation before it took the order in. */
  takenIn?: boolean;
  /** IANA zone of the service, for the cut-off. */
  timeZone: string;
  /** The shop's own: a reason with a time of another names that. */
  shopTimeZone?: string;
  hasKey: { live: boolean; test: boolean };
  /** A person pressed Send. */
  sentByPerson: boolean;
  /** Rules that their word was given in spite of, beyond those that every action overrides. */
  inSpiteOf?: readonly RuleId[];
  /** Epoch milliseconds. */
  paidAt: number;
  /** Fulfilment orders that were marked as prepared for local delivery: Shopify only tells of it, and shows it nowhere. */
  prepared?: readonly string[];
  /** When goods that Shopify kept back opened, epoch milliseconds: they can be too late only from then on. */
  openedAt?: number | null;
}

export interface RuleInput {
  order: ShopOrder;
  settings: Settings;
  context: DecideContext;
  goods: Goods;
  schedule: Schedule;
}

/** Where a rule that fails leaves an order, and why. */
export type Rest =
  | { verdict: 'skipped' | 'cancelled'; reason: Reason }
  /** Without `waitsFor` only a person's word sends it; the order, or a rule, may else be changed back, and it goes then. */
  | { verdict: 'needs_attention'; reason: Reason; waitsFor?: Extract<WaitsFor, { kind: 'order' }> }
  | ({ verdict: 'held' } & Waiting);

/** What a rule found. */
export type RuleResult =
  | { result: 'pass' | 'not_applied'; input: string; message: string }
  | ({ result: 'fail'; input: string } & Rest);

/** What the rules are called in code and in stored rows. */
export type RuleId =
  | 'not_cancelled'
  | 'test_orders'
  | 'paid'
  | 'goods_to_deliver'
  | 'in_south_africa'
  | 'since_install'
  | 'method_known'
  | 'automatic'
  | 'method'
  | 'location'
  | 'tag_included'
  | 'tag_excluded'
  | 'province'
  | 'postcode'
  | 'order_value'
  | 'fraud_risk'
  | 'total_weight'
  | 'plausible_parcels'
  | 'fulfilment_open'
  | 'trigger'
  | 'delivery_day'
  | 'opening_hours'
  | 'not_paused'
  | 'not_in_test_mode'
  | 'api_key'
  | 'cut_off'
  | 'not_too_old';

/** What overrides a rule: any action of a person, only one that sends another driver, or nothing. */
type Override = 'by_action' | 'by_new_delivery' | 'never';

export interface Rule {
  id: RuleId;
  /** Its title in the trace, by which the panel translates it. */
  name: string;
  override: Override;
  evaluate(input: RuleInput): RuleResult;
}

export function pass(input: string, message: string): RuleResult {
  return { result: 'pass', input, message };
}

export function notApplied(message: string): RuleResult {
  return { result: 'not_applied', input: '', message };
}

export function fail(verdict: Exclude<Rest['verdict'], 'held'>, input: string, reason: Reason): RuleResult {
  return { result: 'fail', input, verdict, reason };
}

/** A person is asked until the order is changed back, or the merchant's rules are. */
export function ask(input: string, reason: Reason): RuleResult {
  return { result: 'fail', input, verdict: 'needs_attention', reason, waitsFor: { kind: 'order' } };
}

export function hold(input: string, waiting: Waiting): RuleResult {
  return { result: 'fail', input, verdict: 'held', ...waiting };
}

export function traceOf(rule: Rule, found: RuleResult, overridden: boolean): RuleTrace {
  const { name } = rule;
  if (found.result !== 'fail') return { rule: name, input: found.input, result: found.result, message: found.message };
  const { message, code, params } = found.reason;
  if (!overridden) return { rule: name, input: found.input, result: 'fail', message, why: { code, params } };
  return { rule: name, input: found.input, result: 'not_applied', message: 'Not applied: a person sent the order.' };
}
