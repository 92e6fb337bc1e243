import type { Reason } from '#api-contract/order.ts';
import { cutOffOfDay } from './cut-off.ts';
import { placementReason } from './placement-reasons.ts';
import { ask, fail, hold, notApplied, pass, type Rule, type RuleInput, type RuleResult } from './rule.ts';
import { lastOf, scheduleRules } from './schedule-rules.ts';
import { type FulfillmentOrder, shownUntil } from './shop-order.ts';
import { waitingFor, waitingUntil, whyWaiting } from './waiting.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Past these a person is asked whether it still goes. */
const lateRules: readonly Rule[] = [
  {
    id: 'cut_off',
    name: 'cut-off',
    override: 'by_action',
    evaluate(input) {
      const { cutOff } = input.settings.automation;
      const { now, timeZone, shopTimeZone = timeZone } = input.context;
      if (cutOff === null) return notApplied('No cut-off is set.');
      const words = `cut-off ${cutOff} ${timeZone}`;
      if (!(now >= cutOffOfDay(sendableFrom(input), cutOff, timeZone)))
        return pass(words, 'It is before the cut-off of the first day on which the order could be sent.');
      const shown = timeZone === shopTimeZone ? cutOff : `${cutOff} ${timeZone}`;
      return fail('needs_attention', words, placementReason('too_late_cut_off', { cutOff: shown }));
    },
  },
  {
    id: 'not_too_old',
    name: 'not too old',
    override: 'by_action',
    evaluate(input) {
      const { maxAgeHours: hours } = input.settings.automation;
      const words = `at most ${hours} hours since it could be sent`;
      if (!(input.context.now - sendableFrom(input) > hours * hourMs)) return pass(words, 'It is recent enough.');
      return fail('needs_attention', words, placementReason('too_old', { hours }));
    },
  },
];

/** What waits by the merchant's settings: no press sends it, so they come before every rule that offers one. */
const settingsRules: readonly Rule[] = [
  {
    id: 'not_paused',
    name: 'not paused',
    override: 'never',
    evaluate({ settings: { paused } }) {
      if (paused) return hold('paused', waitingFor('settings', placementReason('paused')));
      return pass('working', 'Sending is switched on.');
    },
  },
  {
    id: 'not_in_test_mode',
    name: 'not in test mode',
    override: 'never',
    evaluate({ order, settings: { automation } }) {
      if (!automation.testMode) return pass('test mode off', 'Test mode is off.');
      if (order.test) return notApplied('The order is a test order.');
      return hold('test mode on', waitingFor('settings', placementReason('test_mode')));
    },
  },
  {
    id: 'api_key',
    name: 'API key',
    override: 'never',
    evaluate({ order, context: { hasKey } }) {
      const mode = order.test ? 'test' : 'live';
      if (hasKey[mode]) return pass(`${mode} key`, 'There is a key of the delivery service.');
      return hold(
        `no ${mode} key`,
        waitingFor('settings', placementReason(mode === 'test' ? 'no_test_key' : 'no_key')),
      );
    },
  },
];

/** Whether now is the time: what holds an order first, then whether it has become too late. */
export const timingRules: readonly Rule[] = [
  {
    id: 'fulfilment_open',
    name: 'fulfilment open',
    override: 'by_new_delivery',
    evaluate({ order, goods: { ready, waiting }, context: { now } }) {
      if (ready.length > 0) {
        const rest = waiting.length === 0 ? '' : ` Not open yet: ${waiting.length}.`;
        return pass(`${ready.length} open`, `There is a fulfilment that can be collected.${rest}`);
      }
      if (waiting.length === 0) return notApplied('There is nothing to wait for.');
      const status = waiting.some((one) => one.status === 'ON_HOLD') ? 'ON_HOLD' : 'SCHEDULED';
      return hold(status, whyWaiting(waiting, now, shownUntil(order)));
    },
  },
  ...settingsRules,
  {
    id: 'trigger',
    name: 'trigger',
    override: 'by_action',
    evaluate(input) {
      const { settings, context, goods } = input;
      const { automation } = settings;
      const { now, paidAt, prepared = [] } = context;
      if (automation.trigger === 'inProgress') {
        const byLocation = [...Map.groupBy(goods.ready, ({ location }) => location.id).values()];
        if (byLocation.every((own) => own.some(isStarted)))
          return pass('IN_PROGRESS', 'The fulfilment is marked as in progress.');
        return waitForPacking(input, 'not in progress', placementReason('waiting_in_progress'));
      }
      if (automation.trigger === 'prepared') {
        const isPrepared = goods.ready.every((one) => isStarted(one) || prepared.includes(one.id));
        if (isPrepared) return pass('prepared', 'The goods are marked as prepared for delivery.');
        return waitForPacking(input, 'not prepared', placementReason('waiting_prepared'));
      }
      if (automation.trigger === 'paid') return pass('paid', 'The order is sent as soon as it is paid.');
      const minutes = automation.editWindowMinutes;
      const end = paidAt + minutes * minuteMs;
      if (!(now < end)) return pass(`${minutes} minutes`, 'The time for changes is over.');
      if (end >= lastOf(input)) return ask(`${minutes} minutes`, placementReason('edit_window_too_late'));
      return hold(`${minutes} minutes`, waitingUntil('time', end, placementReason('edit_window', { minutes })));
    },
  },
  ...scheduleRules,
  ...lateRules,
];

/** Shopify calls one in progress, too, of which staff handed a part over: nobody said that the rest is packed, or can say so any more. */
const isPartlyTaken = ({ status, lines }: FulfillmentOrder): boolean =>
  status === 'IN_PROGRESS' && lines.some(({ remainingQuantity, totalQuantity }) => remainingQuantity < totalQuantity);

const isStarted = (one: FulfillmentOrder): boolean => one.status === 'IN_PROGRESS' && !isPartlyTaken(one);

/** What nobody packs in time is a person's as soon as it is too late, for marked then it would not go by itself. */
function waitForPacking(input: RuleInput, words: string, reason: Reason): RuleResult {
  if (input.goods.ready.some(isPartlyTaken)) return ask('partly handed over', placementReason('partly_handed_over'));
  const isTooLate = input.context.now > lastOf(input);
  const late = [...scheduleRules, ...lateRules]
    .map((rule) => rule.evaluate(input))
    .find((found) => found.result === 'fail' && found.verdict === 'needs_attention');
  return (isTooLate && late) || hold(words, waitingFor('packing', reason));
}

const sendableFrom = (input: RuleInput): number => input.schedule.from ?? input.context.paidAt;
