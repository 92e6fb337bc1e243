import { DateTime } from 'luxon';
import { deadlineOf } from './cut-off.ts';
import { nextOpening, openingOnDay } from './opening-hours.ts';
import { placementReason } from './placement-reasons.ts';
import { ask, hold, notApplied, pass, type Rule, type RuleInput } from './rule.ts';
import { endOf } from './sendable-from.ts';
import { shownUntil } from './shop-order.ts';
import { waitingUntil } from './waiting.ts';

/** Beyond it the year of a named day is probably mistyped, and the order would wait for years. */
const farthestDays = 366;

/** Another day and opening hours: what waits for them, and what a person must look at. A press overrides each. */
export const scheduleRules: readonly Rule[] = [
  {
    id: 'delivery_day',
    name: 'delivery day',
    override: 'by_action',
    evaluate(input) {
      const { now, timeZone } = input.context;
      const { day: wanted, hours } = input.schedule;
      if (wanted.kind === 'none') return notApplied('The order names no other day.');
      if (wanted.kind === 'unreadable') {
        const attribute = input.settings.automation.deliveryDateAttribute;
        return ask('no date', placementReason('delivery_day_unreadable', { attribute }));
      }
      const day = wanted.day.toFormat('yyyy-MM-dd');
      const today = DateTime.fromMillis(now, { zone: timeZone }).startOf('day');
      if (wanted.isExact && wanted.day > today.plus({ days: farthestDays })) {
        return ask(day, placementReason('delivery_day_too_far', { day }));
      }
      if (wanted.isExact && wanted.day < today) {
        return ask(day, placementReason('delivery_day_passed', { day }));
      }
      const opening = nextOpening(hours, Math.max(now, wanted.day.toMillis()), timeZone);
      const isClosed = wanted.isExact && openingOnDay(hours, wanted.day.toMillis(), timeZone) === null;
      // It says so while another day can be agreed on, and goes once the location opens on that day after all.
      if (isClosed && opening !== null) {
        return hold(day, waitingUntil('time', endOf(wanted.day), placementReason('closed_on_day', { day })));
      }
      if (wanted.day <= today) return pass(day, 'The day of the delivery has come.');
      if (opening === null) return ask(day, placementReason('never_open'));
      const isShown = opening <= shownUntil(input.order);
      const code = isShown ? 'waiting_for_day' : 'waiting_for_day_unshown';
      return hold(day, waitingUntil('time', opening, placementReason(code, { day })));
    },
  },
  {
    id: 'opening_hours',
    name: 'opening hours',
    override: 'by_action',
    evaluate(input) {
      const { now, timeZone } = input.context;
      const { hours } = input.schedule;
      if (hours.length === 0) return notApplied('No opening hours are set.');
      const opening = nextOpening(hours, now, timeZone);
      if (opening === now) return pass('open', 'Goods can be collected at this time.');
      if (opening === null) return ask('never open', placementReason('never_open'));
      if (opening >= lastOf(input)) return ask('closed', placementReason('opens_too_late'));
      return hold('closed', waitingUntil('time', opening, placementReason('outside_hours')));
    },
  },
];

/** When it becomes too late (epoch ms): its deadline, or the end of the day that the buyer named. */
export function lastOf({ schedule: { day, from }, settings, context: { paidAt, timeZone } }: RuleInput): number {
  const since = { sendableFrom: from, paidAt, processedAt: paidAt, openedAt: null };
  const deadline = deadlineOf(since, settings.automation, timeZone);
  return day.kind === 'day' && day.isExact ? Math.min(deadline, endOf(day.day)) : deadline;
}
