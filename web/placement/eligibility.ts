import type { OrderView, Reason, RuleTrace } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import { automationRules } from './automation-rules.ts';
import { goodsToDeliver } from './goods.ts';
import { orderRules } from './order-rules.ts';
import { type DecideContext, type Rest, type Rule, type RuleId, traceOf } from './rule.ts';
import { scheduleOf } from './sendable-from.ts';
import type { ShopOrder } from './shop-order.ts';
import { timingRules } from './timing-rules.ts';

export type { DecideContext } from './rule.ts';

/** A rule that keeps an order from being sent. */
export interface FailedRule extends Pick<Rule, 'id' | 'override'> {
  reason: Reason;
}

/** `failed`: every rule that failed and was not overridden; the first of them decides. */
export type Decision = { rules: RuleTrace[]; failed: FailedRule[] } & ({ verdict: 'place' } | Rest);

/** In the order in which they decide: what the order is, what the merchant wants, then when. */
export const rules: readonly Rule[] = [...orderRules, ...automationRules, ...timingRules];

/**
 * Whether an order is placed now, or where it rests and why. The first failing rule decides; all are evaluated, so
 * that the trace shows the whole picture. A person's action overrides the rules about choice and time (manual mode,
 * method, conditions, before install, no delivery method, edit window, in progress, too late), and no other: never a
 * cancelled, unpaid or empty order, one outside South Africa, the split of test and live, a hold in Shopify, a pause
 * or a missing key. An unpaid order is not overridden, for "Mark as paid" in Shopify says the same and is on record.
 * A test order goes to the test service and nowhere else, outside test mode not even there; a live order never goes
 * there, and waits while test mode is on.
 * A word that was given in spite of one of these (a second driver for goods that the first one took) outlives that rule.
 */
export function decide(order: ShopOrder, settings: Settings, context: DecideContext): Decision {
  const found = { order, settings, context, goods: goodsToDeliver(order, settings.automation) };
  const input = { ...found, schedule: scheduleOf(found) };
  const inSpiteOf = context.inSpiteOf ?? [];
  const evaluated = rules.map((rule) => {
    const found = rule.evaluate(input);
    const isOverridden = rule.override === 'by_action' || inSpiteOf.includes(rule.id);
    return { rule, found, overridden: context.sentByPerson && found.result === 'fail' && isOverridden };
  });
  const traces = evaluated.map(({ rule, found, overridden }) => traceOf(rule, found, overridden));
  const failures = evaluated.flatMap(({ rule, found, overridden }) =>
    found.result === 'fail' && !overridden ? [{ ...found, id: rule.id, override: rule.override }] : [],
  );
  const [first] = failures;
  const failed = failures.map(({ id, override, reason }) => ({ id, override, reason }));
  if (!first) return { verdict: 'place', rules: traces, failed };
  const { id: _id, override: _override, result: _result, input: _input, ...rest } = first;
  return { ...rest, rules: traces, failed };
}

/** Rules as rows keep them; rows of earlier versions hold their titles. What no rule is called by now overrides nothing. */
export function ruleIds(stored: readonly string[]): RuleId[] {
  return rules.filter(({ id, name }) => stored.includes(id) || stored.includes(name)).map(({ id }) => id);
}

/** The rules that failed by a trace as rows keep it; the first of them decided. */
export function failedRules(trace: readonly RuleTrace[]): RuleId[] {
  return ruleIds(trace.filter(({ result }) => result === 'fail').map(({ rule }) => rule));
}

/** What a person is asked about an order that the merchant does want sent. */
const doubts: readonly RuleId[] = ['fraud_risk', 'plausible_parcels'];
const choices = [...orderRules, ...automationRules].map(({ id }) => id).filter((id) => !doubts.includes(id));

/** Whether an order is one for same-day delivery, by the trace of its rules: all else only waits, or asks a person first. */
export function isWanted(trace: readonly RuleTrace[]): boolean {
  return !failedRules(trace).some((id) => choices.includes(id));
}

/** Whether an order is skipped or held by a rule about choice or time, so that a person's action sends it all the same. */
export function isOverridable({ state, rules: trace }: Pick<OrderView, 'state' | 'rules'>): boolean {
  if (state !== 'skipped' && state !== 'held') return false;
  const [decisive] = failedRules(trace);
  return rules.find(({ id }) => id === decisive)?.override === 'by_action';
}
