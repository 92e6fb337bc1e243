import type { Reason, RuleTrace } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import { automationRules } from './automation-rules.ts';
import { goodsToDeliver } from './goods.ts';
import { orderRules } from './order-rules.ts';
import { type DecideContext, type RestingVerdict, type Rule, traceOf } from './rule.ts';
import type { ShopOrder } from './shop-order.ts';
import { timingRules } from './timing-rules.ts';

export type { DecideContext } from './rule.ts';

export type Decision =
  | { verdict: 'place'; rules: RuleTrace[] }
  | { verdict: RestingVerdict; reason: Reason; rules: RuleTrace[] };

/** In the order in which they decide: what the order is, what the merchant wants, then when. */
export const rules: readonly Rule[] = [...orderRules, ...automationRules, ...timingRules];

/**
 * Whether an order is placed now, or where it rests and why. The first failing rule decides; all are evaluated, so
 * that the trace shows the whole picture. A person's press overrides the rules about choice and time (manual mode,
 * method, conditions, before install, no delivery method, edit window, in progress, too late), and no other: never a
 * cancelled, unpaid or empty order, one outside South Africa, the split of test and live, a hold in Shopify, a pause
 * or a missing key. An unpaid order is not overridden, for "Mark as paid" in Shopify says the same and is on record.
 * A test order goes to the test service and nowhere else, outside test mode not even there; a live order never goes
 * there, and waits while test mode is on.
 * A word that was given in spite of one of these (a second driver for goods that the first one took) outlives that rule.
 */
export function decide(order: ShopOrder, settings: Settings, context: DecideContext): Decision {
  const input = { order, settings, context, goods: goodsToDeliver(order, settings.automation) };
  const inSpiteOf = context.inSpiteOf ?? [];
  const evaluated = rules.map((rule) => {
    const found = rule.evaluate(input);
    const overridden =
      context.sentByPerson && found.result === 'fail' && (found.byPerson || inSpiteOf.includes(rule.name));
    return { found, overridden, trace: traceOf(rule, found, overridden) };
  });
  const traces = evaluated.map(({ trace }) => trace);
  for (const { found, overridden } of evaluated) {
    if (found.result === 'fail' && !overridden) return { verdict: found.verdict, reason: found.reason, rules: traces };
  }
  return { verdict: 'place', rules: traces };
}
