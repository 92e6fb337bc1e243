import { describe, expect, it } from 'vitest';
import { type Settings, settings as settingsSchema } from '#api-contract/settings.ts';
import { type DecideContext, decide } from './eligibility.ts';
import type { LocationId } from './ids.ts';
import { sendableFrom } from './sendable-from.ts';
import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';
import { exampleFulfillmentOrder, exampleLocation, exampleOrder } from './testing/example-order.ts';
import { whatIsWrongWithHeld } from './testing/what-is-wrong-with-held.ts';

/** Local time; 21 November is a Saturday. */
const at = (day: number, time: string) => Date.parse(`2026-11-${day}T${time}:00+02:00`);
const paidAt = at(21, '10:00');
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const hours = weekdays.map((day) => ({ day, open: '08:00', close: '17:00' }));
const forDay = (value: string): Partial<ShopOrder> => ({ customAttributes: [{ key: 'Delivery-Date', value }] });

interface Case {
  order?: Partial<ShopOrder>;
  fo?: Partial<FulfillmentOrder>;
  automation?: Partial<Settings['automation']>;
  hours?: typeof hours;
  paused?: boolean;
  closedDays?: string[];
  context?: Partial<DecideContext>;
}

function given({ order, fo, automation = {}, hours: open = [], closedDays = [], paused = false }: Case) {
  const settings = settingsSchema.parse({ paused, automation, locations: { 9001: { hours: open, closedDays } } });
  return {
    settings,
    order: exampleOrder({ fulfillmentOrders: [exampleFulfillmentOrder(fo)], ...order }),
  };
}

function run(one: Case) {
  const { order, settings } = given(one);
  const context = {
    ...{ now: paidAt, installedAt: null, timeZone: 'Africa/Johannesburg' },
    ...{ hasKey: { live: true, test: true }, sentByPerson: false, paidAt, ...one.context },
  };
  const decision = decide(order, settings, context);
  if (decision.verdict === 'place') return 'place';
  if (decision.verdict === 'held') expect(whatIsWrongWithHeld(decision.reason, context.now)).toBeNull();
  const until = decision.reason.until === null ? '' : ` ${decision.reason.until}`;
  return `${decision.verdict}: ${decision.reason.code}${until}`;
}

const now = (time: number) => ({ context: { now: time } });
const prepared = (id: string) => ({ context: { prepared: [id] } });
const elsewhere = exampleLocation({ id: '9002' as LocationId });
const two = [exampleFulfillmentOrder({ id: '1' }), exampleFulfillmentOrder({ id: '2', location: elsewhere })];
const cod = { financialStatus: 'PENDING', paymentGateways: ['Cash on Delivery (COD)'] };

describe('an order', () => {
  it.each<[string, Case, string]>([
    ['for today goes', { order: forDay('2026-11-21') }, 'place'],
    ['for another day waits', { order: forDay('25 Nov 2026') }, 'held: waiting_for_day 2026-11-24T22:00:00.000Z'],
    ['goes on that day', { order: forDay('2026-11-25'), ...now(at(25, '00:00')) }, 'place'],
    [
      'for a day that checkout promised waits',
      { fo: { minDeliveryDateTime: '2026-11-25T10:00:00Z' } },
      'held: waiting_for_day 2026-11-24T22:00:00.000Z',
    ],
    ['promised for later today goes', { fo: { minDeliveryDateTime: '2026-11-21T16:00:00Z' } }, 'place'],
    ['promised from yesterday goes', { fo: { minDeliveryDateTime: '2026-11-20T16:00:00Z' } }, 'place'],
    ['for no date is looked at', { order: forDay('soon') }, 'needs_attention: delivery_day_unreadable'],
    [
      'for a day of a mistyped year is looked at',
      { order: forDay('25/11/2062') },
      'needs_attention: delivery_day_too_far',
    ],
    [
      'for a day more than 366 days ahead is looked at',
      { order: forDay('2027-11-23') },
      'needs_attention: delivery_day_too_far',
    ],
    [
      'for a day 366 days ahead waits',
      { order: forDay('2027-11-22') },
      'held: waiting_for_day_unshown 2027-11-21T22:00:00.000Z',
    ],
    [
      'for the last day on which Shopify shows it waits',
      { order: forDay('2027-01-20') },
      'held: waiting_for_day 2027-01-19T22:00:00.000Z',
    ],
    [
      'for a day on which Shopify shows it no more waits for a person, and says so',
      { order: forDay('2027-01-21') },
      'held: waiting_for_day_unshown 2027-01-20T22:00:00.000Z',
    ],
    [
      'that came weeks before it was paid says so sooner',
      { order: { ...forDay('2026-11-25'), createdAt: '2026-09-24T08:00:00Z' } },
      'held: waiting_for_day_unshown 2026-11-24T22:00:00.000Z',
    ],
    [
      'that opens on that day only after Shopify shows it no more says so',
      { order: forDay('2027-01-20'), hours: [{ day: 'wednesday', open: '10:01', close: '17:00' }] },
      'held: waiting_for_day_unshown 2027-01-20T08:01:00.000Z',
    ],
    ['for a day that has passed is looked at', { order: forDay('2026-11-20') }, 'needs_attention: delivery_day_passed'],
    [
      'for a weekday waits for its opening',
      { order: forDay('2026-11-25'), hours },
      'held: waiting_for_day 2026-11-25T06:00:00.000Z',
    ],
    [
      'waits for the hours on its day, too',
      { order: forDay('2026-11-25'), hours, ...now(at(25, '07:00')) },
      'held: outside_hours 2026-11-25T06:00:00.000Z',
    ],
    [
      'for a day on which its location is closed waits until that is over, and says so',
      { order: forDay('2026-11-28'), hours },
      'held: closed_on_day 2026-11-28T22:00:00.000Z',
    ],
    [
      'waits on that day, too, for the location may open after all',
      { order: forDay('2026-11-28'), hours, ...now(at(28, '10:00')) },
      'held: closed_on_day 2026-11-28T22:00:00.000Z',
    ],
    [
      'for a day on which its location was closed is looked at once that is over',
      { order: forDay('2026-11-28'), hours, ...now(at(29, '00:00')) },
      'needs_attention: delivery_day_passed',
    ],
    [
      'for a day on which its location opens late waits for that',
      { order: forDay('2026-11-25'), hours: [{ day: 'wednesday', open: '22:00', close: '23:59' }] },
      'held: waiting_for_day 2026-11-25T20:00:00.000Z',
    ],
    [
      'promised for a day on which its location is closed waits for the next opening',
      { fo: { minDeliveryDateTime: '2026-11-28T10:00:00Z' }, hours },
      'held: waiting_for_day 2026-11-30T06:00:00.000Z',
    ],
    ['at a closed location waits', { hours }, 'held: outside_hours 2026-11-23T06:00:00.000Z'],
    [
      'that opens only after its cut-off is looked at',
      { hours, automation: { cutOff: '20:00' }, context: { paidAt: at(23, '10:00'), now: at(23, '18:00') } },
      'needs_attention: opens_too_late',
    ],
    [
      'that is too old before it opens is looked at',
      { hours, context: { paidAt: at(20, '16:59'), now: at(20, '17:00') } },
      'needs_attention: opens_too_late',
    ],
    [
      'for a day on which nothing opens any more is looked at',
      { order: forDay('2026-11-23'), hours, context: { paidAt: at(23, '18:00'), now: at(23, '18:00') } },
      'needs_attention: opens_too_late',
    ],
    [
      'promised for a day on which nothing opens any more waits',
      {
        ...{ fo: { minDeliveryDateTime: '2026-11-23T16:00:00Z' }, hours },
        context: { paidAt: at(23, '10:00'), now: at(23, '18:00') },
      },
      'held: outside_hours 2026-11-24T06:00:00.000Z',
    ],
    ['within the hours goes', { hours, ...now(at(23, '08:00')) }, 'place'],
    [
      'of a location that never opens is looked at',
      { hours, closedDays: closedFor(70) },
      'needs_attention: never_open',
    ],
    [
      'for a day after which nothing opens is looked at',
      { order: forDay('2026-11-25'), hours, closedDays: closedFor(70) },
      'needs_attention: never_open',
    ],
    ['past the hours’ own cut-off is looked at', cutOff(at(23, '15:00')), 'needs_attention: too_late_cut_off'],
    ['paid in the night is in time next morning', cutOff(at(23, '14:59')), 'place'],
    ['too old counts from the opening', { hours, ...now(at(24, '08:00')) }, 'place'],
    ['too old is looked at', { hours, ...now(at(24, '08:01')) }, 'needs_attention: too_old'],
    ['for another day is not too old on it', { order: forDay('2026-11-25'), ...now(at(25, '23:59')) }, 'place'],
  ])('%s', (_case, one, expected) => {
    expect(run(one)).toBe(expected);
  });

  it.each<[string, Case]>([
    ['for another day', { order: forDay('25 Nov 2026') }],
    ['for no date', { order: forDay('soon') }],
    ['at a closed location', { hours }],
    ['that is not prepared', { automation: { trigger: 'prepared' } }],
  ])('%s goes at a person’s word', (_case, one) => {
    expect(run({ ...one, context: { sentByPerson: true } })).toBe('place');
  });

  it.each<[string, Case, string]>([
    ['waits until prepared', {}, 'held: waiting_prepared'],
    ['goes once prepared', prepared('501'), 'place'],
    ['goes once in progress', { fo: { status: 'IN_PROGRESS' } }, 'place'],
    [
      'waits for the goods of every location',
      { order: { fulfillmentOrders: two }, ...prepared('1') },
      'held: waiting_prepared',
    ],
  ])('by the trigger "prepared" %s', (_case, one, expected) => {
    expect(run({ ...one, automation: { trigger: 'prepared' } })).toBe(expected);
  });

  it.each<[string, Case, string]>([
    ['until the cut-off', { automation: { cutOff: '16:00' }, ...now(at(21, '15:59')) }, 'held'],
    [
      'past the cut-off',
      { automation: { cutOff: '16:00' }, ...now(at(21, '16:01')) },
      'needs_attention: too_late_cut_off',
    ],
    ['until it is too old', now(at(22, '10:00')), 'held'],
    ['too old', now(at(22, '10:02')), 'needs_attention: too_old'],
    ['for another day, before it', { order: forDay('2026-11-25'), ...now(at(23, '12:00')) }, 'held'],
    ['for another day, on it', { order: forDay('2026-11-25'), ...now(at(25, '23:58')) }, 'held'],
    [
      'after the day that it names',
      { order: forDay('2026-11-25'), ...now(at(26, '00:01')) },
      'needs_attention: delivery_day_passed',
    ],
    ['of which the day cannot be read', { order: forDay('soon'), ...now(at(21, '11:00')) }, 'held'],
    ['where nothing opens any more', { hours, ...now(at(23, '18:00')) }, 'held'],
  ])('what nobody packs waits in time, and is a person’s when it is too late: %s', (_case, one, expected) => {
    for (const [trigger, waits] of [
      ['prepared', 'held: waiting_prepared'],
      ['inProgress', 'held: waiting_in_progress'],
    ] as const) {
      const found = run({ ...one, automation: { ...one.automation, trigger } });
      expect(found).toBe(expected === 'held' ? waits : expected);
    }
  });

  it.each<[string, Case]>([
    ['before the location opens', { hours }],
    ['before the day that it names', { order: forDay('2026-11-25') }],
    ['on a day that cannot be read', { order: forDay('soon') }],
    ['in the edit window', { automation: { trigger: 'afterEditWindow', editWindowMinutes: 15 } }],
    ['that is to be prepared', { automation: { trigger: 'prepared' } }],
    ['that is to be in progress', { automation: { trigger: 'inProgress' } }],
    ['that nobody packed in time', { automation: { trigger: 'prepared' }, ...now(at(22, '10:02')) }],
  ])('%s says that the settings hold it, as its press would', (_case, one) => {
    const noKey = { hasKey: { live: false, test: false } };
    for (const [settings, code] of [
      [{ ...one, paused: true }, 'paused'],
      [{ ...one, automation: { ...one.automation, testMode: true } }, 'test_mode'],
      [{ ...one, context: { ...one.context, ...noKey } }, 'no_key'],
    ] as const) {
      expect(run(settings)).toBe(`held: ${code}`);
      expect(run({ ...settings, context: { ...settings.context, sentByPerson: true } })).toBe(`held: ${code}`);
    }
  });

  it.each<[string, Case, string]>([
    [
      'goes where its gateway is named',
      { order: cod, automation: { pendingGateways: ['cash on delivery (COD)'] } },
      'place',
    ],
    ['is skipped where it is not', { order: cod, automation: { pendingGateways: ['EFT'] } }, 'skipped: not_paid'],
    [
      'is skipped where it is only authorised',
      { order: { ...cod, financialStatus: 'AUTHORIZED' }, automation: { pendingGateways: cod.paymentGateways } },
      'skipped: not_paid',
    ],
  ])('whose payment is pending %s', (_case, one, expected) => {
    expect(run(one)).toBe(expected);
  });
});

it.each<[string, Case, number]>([
  ['the payment', {}, paidAt],
  [
    'the end of the time for changes',
    { automation: { trigger: 'afterEditWindow', editWindowMinutes: 30 } },
    at(21, '10:30'),
  ],
  ['the next opening', { hours }, at(23, '08:00')],
  ['the day that was named', { order: forDay('2026-11-25'), hours }, at(25, '08:00')],
  ['the day that was named, where nothing opens on it', { order: forDay('2026-11-28'), hours }, at(28, '00:00')],
  [
    'the first opening after the day that was promised, where nothing opens on it',
    { fo: { minDeliveryDateTime: '2026-11-28T10:00:00Z' }, hours },
    at(30, '08:00'),
  ],
  ['what waits in Shopify, where nothing is ready', { fo: { status: 'ON_HOLD' }, hours }, at(23, '08:00')],
  ['the payment, where it never opens', { hours, closedDays: closedFor(70) }, paidAt],
])('too late is counted from %s', (_what, one, expected) => {
  const { order, settings } = given(one);
  expect(sendableFrom(order, settings, { paidAt, timeZone: 'Africa/Johannesburg' })).toBe(expected);
});

function cutOff(time: number): Case {
  return { hours, automation: { cutOff: '15:00' }, context: { now: time, paidAt: at(22, '20:00') } };
}

function closedFor(days: number): string[] {
  return Array.from({ length: days }, (_, day) => new Date(paidAt + day * 86_400_000).toISOString().slice(0, 10));
}
