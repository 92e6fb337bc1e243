import { DateTime } from 'luxon';
import { cleanText, clip } from './clean-text.ts';
import type { Goods } from './goods.ts';
import { placementReason } from './placement-reasons.ts';
import { fail, failUnlessSent, instant, notApplied, pass, type Rule, type RuleResult } from './rule.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Whether now is the time: what holds an order first, then whether it has become too late. */
export const timingRules: readonly Rule[] = [
  {
    name: 'fulfilment open',
    evaluate({ goods, context: { now } }) {
      if (goods.ready.length > 0) {
        const rest = goods.waiting.length === 0 ? '' : ` ${goods.waiting.length} more wait and are not part of it.`;
        return pass(`${goods.ready.length} open`, `There is a fulfilment that can be collected.${rest}`);
      }
      return goods.waiting.length === 0 ? notApplied('There is nothing to wait for.') : waiting(goods, now);
    },
  },
  {
    name: 'trigger',
    evaluate({ settings: { automation }, context: { now, paidAt }, goods }) {
      if (automation.trigger === 'inProgress') {
        const started = goods.ready.some(({ status }) => status === 'IN_PROGRESS');
        if (started) return pass('IN_PROGRESS', 'The fulfilment is marked as in progress.');
        return failUnlessSent('held', 'not in progress', placementReason('waiting_in_progress'));
      }
      if (automation.trigger === 'paid') return pass('paid', 'The order is sent as soon as it is paid.');
      const minutes = automation.editWindowMinutes;
      const end = paidAt + minutes * minuteMs;
      if (!(now < end)) return pass(`${minutes} minutes`, 'The time for changes is over.');
      const until = instant(end);
      const reason = placementReason('edit_window', { minutes }, { until, retrying: until === null });
      return failUnlessSent('held', `${minutes} minutes`, reason);
    },
  },
  {
    name: 'not paused',
    evaluate({ settings: { paused } }) {
      if (paused) return fail('held', 'paused', placementReason('paused'));
      return pass('working', 'Sending is switched on.');
    },
  },
  {
    name: 'not in test mode',
    evaluate({ order, settings: { automation } }) {
      if (!automation.testMode) return pass('test mode off', 'Test mode is off.');
      if (order.test) return notApplied('The order is a test order.');
      return fail('held', 'test mode on', placementReason('test_mode'));
    },
  },
  {
    name: 'API key',
    evaluate({ order, context: { hasKey } }) {
      const mode = order.test ? 'test' : 'live';
      if (hasKey[mode]) return pass(`${mode} key`, 'There is a key of the delivery service.');
      return fail('held', `no ${mode} key`, placementReason(mode === 'test' ? 'no_test_key' : 'no_key'));
    },
  },
  {
    name: 'cut-off',
    evaluate({ settings: { automation }, context: { now, paidAt, timeZone } }) {
      const { cutOff } = automation;
      if (cutOff === null) return notApplied('No cut-off is set.');
      const input = `cut-off ${cutOff} ${timeZone}`;
      if (!(now >= cutOffOfDay(paidAt, cutOff, timeZone)))
        return pass(input, 'It is before the cut-off of the day of payment.');
      return failUnlessSent('needs_attention', input, placementReason('too_late_cut_off', { cutOff }));
    },
  },
  {
    name: 'not too old',
    evaluate({ settings: { automation }, context: { now, paidAt } }) {
      const { maxAgeHours: hours } = automation;
      const input = `at most ${hours} hours since payment`;
      if (!(now - paidAt > hours * hourMs)) return pass(input, 'The payment is recent enough.');
      return failUnlessSent('needs_attention', input, placementReason('too_old', { hours }));
    },
  },
];

/** Holds first, for a person can release them; else the earliest opening. What should have opened is Shopify's to open. */
function waiting({ waiting: fulfillmentOrders }: Goods, now: number): RuleResult {
  const held = fulfillmentOrders.filter(({ status }) => status === 'ON_HOLD');
  if (held.length > 0) {
    const words = held.flatMap(({ holds }) => holds.map(cleanText)).filter((text) => text !== '');
    const hold = clip([...new Set(words)].join(', ') || 'no reason given', 200);
    return fail('held', 'ON_HOLD', placementReason('fulfillment_on_hold', { hold }));
  }
  const openings = fulfillmentOrders.map(({ fulfillAt }) => instant(fulfillAt)).filter((at) => at !== null);
  const until = openings.toSorted().find((at) => Date.parse(at) > now) ?? null;
  return fail('held', 'SCHEDULED', placementReason('fulfillment_scheduled', {}, { until, retrying: until === null }));
}

/** The cut-off on the day of payment: what was held overnight does not start a driver on its own next morning. */
function cutOffOfDay(paidAt: number, cutOff: string, zone: string): number {
  const [hour, minute] = cutOff.split(':').map(Number);
  return DateTime.fromMillis(paidAt, { zone })
    .set({ hour: Number(hour), minute: Number(minute), second: 0, millisecond: 0 })
    .toMillis();
}
