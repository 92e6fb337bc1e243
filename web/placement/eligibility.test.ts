import { describe, expect, it } from 'vitest';
import { type Settings, settings as settingsSchema } from '#api-contract/settings.ts';
import { type DecideContext, type Decision, decide, isOverridable, isWanted, ruleIds, rules } from './eligibility.ts';
import type { LocationId } from './ids.ts';
import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';
import {
  exampleAddress,
  exampleFulfillmentOrder,
  exampleLine,
  exampleLocation,
  exampleOrder,
} from './testing/example-order.ts';
import { whatIsWrongWithHeld } from './testing/what-is-wrong-with-held.ts';

const paidAt = Date.parse('2026-11-21T08:00:00Z');
const minute = 60_000;
const context: DecideContext = {
  now: paidAt + minute,
  installedAt: paidAt - 3_600_000,
  timeZone: 'Africa/Johannesburg',
  hasKey: { live: true, test: true },
  sentByPerson: false,
  paidAt,
};

interface Case {
  order?: Partial<ShopOrder>;
  fo?: Partial<FulfillmentOrder>;
  automation?: Partial<Settings['automation']>;
  paused?: boolean;
  context?: Partial<DecideContext>;
}

function run({ order, fo, automation = {}, paused = false, context: changes }: Case): Decision {
  const settings = settingsSchema.parse({ automation, paused });
  // Shopify kept no name with the goods: the order's shipping lines speak for them.
  const unnamed = order?.shippingLines ? { presentedName: null, serviceCode: null } : {};
  const fulfillmentOrders = [exampleFulfillmentOrder({ ...unnamed, ...fo })];
  return decide(exampleOrder({ fulfillmentOrders, ...order }), settings, { ...context, ...changes });
}

const outcome = (decision: Decision) =>
  decision.verdict === 'place' ? 'place' : `${decision.verdict}: ${decision.reason.code}`;
const at = (time: string) => ({ now: Date.parse(time) });
const secondLocation = exampleLocation({ id: '9002' as LocationId, name: 'Sandton' });
const partlyTaken = { status: 'IN_PROGRESS', lines: [exampleLine({ remainingQuantity: 1, totalQuantity: 2 })] };

describe('decide places', () => {
  it.each<[string, Case]>([
    ['a paid order whose method matches', {}],
    ['a partially refunded order with goods left', { order: { financialStatus: 'PARTIALLY_REFUNDED' } }],
    [
      'a Local Delivery of any title',
      { fo: { methodType: 'LOCAL' }, order: { shippingLines: [{ title: 'Drop', code: null, phone: null }] } },
    ],
    [
      'a method of other case, accents and dash',
      { order: { shippingLines: [{ title: 'SÁME\u2011DAY express', code: null, phone: null }] } },
    ],
    ['a method known by its code', { order: { shippingLines: [{ title: 'Fast', code: 'SAME-DAY-1', phone: null }] } }],
    [
      'any method in mode all',
      { automation: { mode: 'all' }, order: { shippingLines: [{ title: 'Post', code: null, phone: null }] } },
    ],
    ['by shipping line where Shopify has no method type', { fo: { methodType: null } }],
    ['an order without address, for the mapping to ask', { order: { shippingAddress: null } }],
    ['an order that an earlier installation took in', { context: { installedAt: paidAt + 1_000, takenIn: true } }],
    ['an order whose install time is unknown', { context: { installedAt: null } }],
    ['an order whose own time is unreadable', { order: { processedAt: 'yesterday' } }],
    [
      'what is open, without what is scheduled',
      {
        order: {
          fulfillmentOrders: [exampleFulfillmentOrder(), exampleFulfillmentOrder({ id: '502', status: 'SCHEDULED' })],
        },
      },
    ],
    [
      'what is the merchant’s own, without a third party’s',
      {
        order: {
          fulfillmentOrders: [
            exampleFulfillmentOrder(),
            exampleFulfillmentOrder({ id: '502', location: exampleLocation({ isFulfillmentService: true }) }),
          ],
        },
      },
    ],
    ['after the edit window', { automation: { trigger: 'afterEditWindow', editWindowMinutes: 1 } }],
    ['once in progress', { automation: { trigger: 'inProgress' }, fo: { status: 'IN_PROGRESS' } }],
    [
      'once one of two is in progress',
      {
        automation: { trigger: 'inProgress' },
        order: {
          fulfillmentOrders: [exampleFulfillmentOrder(), exampleFulfillmentOrder({ id: '502', status: 'IN_PROGRESS' })],
        },
      },
    ],
    [
      'once in progress at each location',
      {
        automation: { trigger: 'inProgress' },
        order: {
          fulfillmentOrders: [
            exampleFulfillmentOrder({ status: 'IN_PROGRESS' }),
            exampleFulfillmentOrder({ id: '502', status: 'IN_PROGRESS', location: secondLocation }),
          ],
        },
      },
    ],
    ['what is left of a partly fulfilled order', { fo: partlyTaken }],
    ['before the cut-off', { automation: { cutOff: '10:02' } }],
    ['at the greatest age', { automation: { maxAgeHours: 1 }, context: { now: paidAt + 60 * minute } }],
    ['an order at a chosen location', { automation: { locationIds: ['9001'] } }],
    ['an order with a wanted tag', { automation: { includeTags: ['VIP', 'b'] }, order: { tags: ['vip '] } }],
    ['an order without an unwanted tag', { automation: { excludeTags: ['slow'] }, order: { tags: ['fast'] } }],
    ['a served province under any alias', { automation: { provinces: ['Wes-Kaap'] } }],
    [
      'a province that has no code',
      { automation: { provinces: ['WC'] }, order: { shippingAddress: exampleAddress({ provinceCode: null }) } },
    ],
    ['a served postcode', { automation: { postcodes: ['8001'] } }],
    ['a served range of postcodes', { automation: { postcodes: ['1', { from: '8000', to: '8099' }].slice(1) } }],
    ['a range of postcodes typed from its end', { automation: { postcodes: [{ from: '8099', to: '8000' }] } }],
    ['an order of enough value', { automation: { minValue: 499.9 } }],
    ['an order light enough', { automation: { maxWeightKg: 1.5 } }],
    [
      'a test order without a live key',
      { order: { test: true }, automation: { testMode: true }, context: { hasKey: { live: false, test: true } } },
    ],
  ])('%s', (_case, given) => {
    expect(outcome(run(given))).toBe('place');
  });
});

/** Cases that no press overrides. */
const final: [string, Case, string][] = [
  ['a cancelled order', { order: { cancelledAt: '2026-11-21T08:00:30Z' } }, 'cancelled: order_cancelled'],
  ['a refunded order', { order: { financialStatus: 'REFUNDED' } }, 'cancelled: order_refunded'],
  [
    'Shopify’s sample: cancelled, voided, test',
    { order: { cancelledAt: 'x', financialStatus: 'VOIDED', test: true } },
    'cancelled: order_cancelled',
  ],
  ['a test order outside test mode', { order: { test: true } }, 'skipped: test_order'],
  ...['PENDING', 'AUTHORIZED', 'PARTIALLY_PAID', 'EXPIRED', 'VOIDED', 'NEW_WORD'].map(
    (financialStatus): [string, Case, string] => [
      `payment ${financialStatus}`,
      { order: { financialStatus } },
      'skipped: not_paid',
    ],
  ),
  ['an order without payment status', { order: { financialStatus: null } }, 'skipped: not_paid_unknown'],
  ['no fulfilment orders', { order: { fulfillmentOrders: [] } }, 'skipped: nothing_to_ship'],
  ['a tip', { fo: { lines: [exampleLine({ requiresShipping: false })] } }, 'skipped: nothing_to_ship'],
  [
    'a quantity edited away',
    { fo: { lines: [exampleLine({ remainingQuantity: 0, totalQuantity: 0 })] } },
    'skipped: nothing_to_ship',
  ],
  [
    'a quantity that is none',
    { fo: { lines: [exampleLine({ remainingQuantity: 1.5 })] } },
    'skipped: already_fulfilled',
  ],
  [
    'cancelled fulfilment orders',
    { fo: { status: 'CANCELLED', lines: [exampleLine({ remainingQuantity: 0 })] } },
    'skipped: nothing_to_ship',
  ],
  [
    'a fulfilled order',
    { fo: { status: 'CLOSED', lines: [exampleLine({ remainingQuantity: 0 })] } },
    'skipped: already_fulfilled',
  ],
  ...['PICK_UP', 'PICKUP_POINT', 'RETAIL', 'NONE'].map((methodType): [string, Case, string] => [
    `method ${methodType}`,
    { fo: { methodType } },
    'skipped: not_delivered',
  ]),
  [
    'a sale at the counter without a method',
    { fo: { methodType: null }, order: { sourceName: 'pos', shippingLines: [], shippingAddress: null } },
    'skipped: not_delivered',
  ],
  [
    'a third party’s location',
    { fo: { location: exampleLocation({ isFulfillmentService: true }) } },
    'skipped: third_party_location',
  ],
  [
    'Lesotho',
    { order: { shippingAddress: exampleAddress({ countryCode: 'LS', country: 'Lesotho' }) } },
    'skipped: outside_south_africa',
  ],
  [
    'Namibia without name',
    { order: { shippingAddress: exampleAddress({ countryCode: 'NA', country: null }) } },
    'skipped: outside_south_africa',
  ],
  [
    'a scheduled fulfilment',
    { fo: { status: 'SCHEDULED', fulfillAt: '2026-12-01T08:00:00Z' } },
    'held: fulfillment_scheduled',
  ],
  [
    'a fulfilment scheduled for when Shopify shows its order no more',
    { fo: { status: 'SCHEDULED', fulfillAt: '2027-01-20T08:00:01Z' } },
    'held: fulfillment_scheduled_unshown',
  ],
  [
    'a fulfilment on hold',
    { fo: { status: 'ON_HOLD', holds: ['Awaiting payment', 'Awaiting payment', ' '] } },
    'held: fulfillment_on_hold',
  ],
  ['a paused shop', { paused: true }, 'held: paused'],
  ['no key', { context: { hasKey: { live: false, test: true } } }, 'held: no_key'],
  ['a live order in test mode', { automation: { testMode: true } }, 'held: test_mode'],
  [
    'no test key',
    { order: { test: true }, automation: { testMode: true }, context: { hasKey: { live: true, test: false } } },
    'held: no_test_key',
  ],
];

/** Cases that a person's press overrides. */
const overridable: [string, Case, string][] = [
  ['an order from before the install', { context: { installedAt: paidAt + 1_000 } }, 'skipped: before_install'],
  [
    'no method, no shipping line, but an address',
    { fo: { methodType: null }, order: { shippingLines: [] }, automation: { mode: 'all' } },
    'skipped: no_delivery_method',
  ],
  ['manual mode', { automation: { mode: 'manual' } }, 'skipped: manual_mode'],
  [
    'another method',
    { order: { shippingLines: [{ title: 'Post', code: 'post', phone: null }] } },
    'skipped: method_mismatch',
  ],
  ['no shipping line', { order: { shippingLines: [] } }, 'skipped: method_mismatch'],
  [
    'a method that only a blank text would match',
    { automation: { deliveryMethodTexts: ['\u200b'] } },
    'skipped: method_mismatch',
  ],
  [
    'another location',
    { automation: { locationIds: ['9001'] }, fo: { location: secondLocation } },
    'skipped: condition_location',
  ],
  [
    'a location without id',
    { automation: { locationIds: ['9001'] }, fo: { location: exampleLocation({ id: null }) } },
    'skipped: condition_location',
  ],
  [
    'goods partly at another location',
    {
      automation: { locationIds: ['9001'] },
      order: {
        fulfillmentOrders: [
          exampleFulfillmentOrder(),
          exampleFulfillmentOrder({ id: '502', location: secondLocation }),
        ],
      },
    },
    'skipped: condition_location',
  ],
  [
    'a missing tag',
    { automation: { includeTags: ['vip'] }, order: { tags: ['vipx'] } },
    'skipped: condition_tag_missing',
  ],
  [
    'an unwanted tag',
    { automation: { excludeTags: ['slow'] }, order: { tags: ['SLOW'] } },
    'skipped: condition_tag_excluded',
  ],
  ['another province', { automation: { provinces: ['GP', 'KZN'] } }, 'skipped: condition_province'],
  [
    'an unknown province',
    { automation: { provinces: ['GP'] }, order: { shippingAddress: null } },
    'skipped: condition_province',
  ],
  [
    'another postcode',
    { automation: { postcodes: ['8002', { from: '8100', to: '8199' }, { from: '7000', to: '8000' }] } },
    'skipped: condition_postcode',
  ],
  [
    'no postcode',
    { automation: { postcodes: ['8001'] }, order: { shippingAddress: null } },
    'skipped: condition_postcode',
  ],
  [
    'a junk postcode',
    {
      automation: { postcodes: [{ from: '0', to: '9999' }] },
      order: { shippingAddress: exampleAddress({ zip: 'Cape' }) },
    },
    'skipped: condition_postcode',
  ],
  [
    'no method, no shipping line, no address (a draft order)',
    { fo: { methodType: null }, order: { shippingLines: [], shippingAddress: null } },
    'needs_attention: no_address_no_method',
  ],
  [
    'no method and an address that Shopify withholds',
    { fo: { methodType: null }, order: { shippingLines: [], shippingAddress: null, redacted: ['shippingAddress'] } },
    'needs_attention: dropoff_address_withheld',
  ],
  ['too little value', { automation: { minValue: 500 } }, 'skipped: condition_value'],
  ['too much weight', { automation: { maxWeightKg: 0.9 } }, 'skipped: condition_weight'],
  [
    'a weight that must be a slip',
    { fo: { lines: [exampleLine({ weight: { value: 101, unit: 'KILOGRAMS' } })] } },
    'needs_attention: implausible_weight',
  ],
  [
    'a quantity that must be a slip',
    { fo: { lines: [exampleLine({ title: '', variantTitle: null, remainingQuantity: 101 })] } },
    'needs_attention: implausible_quantity',
  ],
  [
    'measures that must be a slip',
    { fo: { lines: [exampleLine({ variantParcel: '10 x 10 x 1200 cm' })] } },
    'needs_attention: parcel_unreadable',
  ],
  ['the edit window', { automation: { trigger: 'afterEditWindow', editWindowMinutes: 15 } }, 'held: edit_window'],
  ['not yet in progress', { automation: { trigger: 'inProgress' } }, 'held: waiting_in_progress'],
  [
    'in progress at one of two locations',
    {
      automation: { trigger: 'inProgress' },
      order: {
        fulfillmentOrders: [
          exampleFulfillmentOrder({ status: 'IN_PROGRESS' }),
          exampleFulfillmentOrder({ id: '502', location: secondLocation }),
        ],
      },
    },
    'held: waiting_in_progress',
  ],
  [
    'in progress as a part was handed over',
    { automation: { trigger: 'inProgress' }, fo: partlyTaken },
    'needs_attention: partly_handed_over',
  ],
  [
    'not prepared, and a part handed over',
    { automation: { trigger: 'prepared' }, fo: partlyTaken },
    'needs_attention: partly_handed_over',
  ],
  [
    'an edit window that ends after the cut-off',
    { automation: { trigger: 'afterEditWindow', editWindowMinutes: 60, cutOff: '10:30' } },
    'needs_attention: edit_window_too_late',
  ],
  ['past the cut-off', { automation: { cutOff: '10:01' } }, 'needs_attention: too_late_cut_off'],
  [
    'held over the cut-off until next morning',
    { automation: { cutOff: '16:00' }, context: at('2026-11-22T06:00:00Z') },
    'needs_attention: too_late_cut_off',
  ],
  ['too old', { context: { now: paidAt + 24 * 60 * minute + 1 } }, 'needs_attention: too_old'],
];

describe('decide rests', () => {
  it.each([...final, ...overridable])('%s', (_case, given, expected) => {
    expect(outcome(run(given))).toBe(expected);
  });

  it.each(final)('%s, also when a person sends it', (_case, given, expected) => {
    expect(outcome(run({ ...given, context: { ...given.context, sentByPerson: true } }))).toBe(expected);
  });
});

describe('a person’s press', () => {
  it.each(overridable)('places %s', (_case, given) => {
    const decision = run({ ...given, context: { ...given.context, sentByPerson: true } });
    expect(outcome(decision)).toBe('place');
    expect(decision.rules.some(({ message }) => message === 'Not applied: a person sent the order.')).toBe(true);
  });
});

describe('the reason', () => {
  it.each([
    ['Europe/London', '09:30 Africa/Johannesburg'],
    ['Africa/Johannesburg', '09:30'],
  ])('of the cut-off says to a shop in %s whose time it is: %s', (shopTimeZone, cutOff) => {
    const decision = run({ automation: { cutOff: '09:30' }, context: { shopTimeZone } });
    expect(decision).toMatchObject({
      reason: { message: expect.stringContaining(`The cut-off of ${cutOff} has passed`) },
    });
  });

  it.each<[string, Case, object]>([
    [
      'of the edit window says until when',
      { automation: { trigger: 'afterEditWindow' } },
      { until: '2026-11-21T08:15:00.000Z', retrying: false },
    ],
    [
      'of a schedule says until when',
      { fo: { status: 'SCHEDULED', fulfillAt: '2026-12-01T08:00:00+02:00' } },
      { until: '2026-12-01T06:00:00.000Z', retrying: false },
    ],
    [
      'of a schedule without time says that it goes on',
      { fo: { status: 'SCHEDULED', fulfillAt: 'soon' } },
      { until: null, retrying: true },
    ],
    [
      'of a schedule that is over says that it goes on',
      { fo: { status: 'SCHEDULED', fulfillAt: '2026-11-21T08:00:59Z' } },
      { until: null, retrying: true },
    ],
    [
      'of an edit window beyond time says that it goes on',
      { automation: { trigger: 'afterEditWindow' }, context: { paidAt: 9e15 } },
      { until: null, retrying: true },
    ],
    [
      'of a hold gives its words once',
      { fo: { status: 'ON_HOLD', holds: ['Fraud', 'Fraud'] } },
      { params: { hold: 'Fraud' }, retrying: false },
    ],
    ['of a hold without words says so', { fo: { status: 'ON_HOLD' } }, { params: { hold: 'no reason given' } }],
    [
      'of a payment gives its state',
      { order: { financialStatus: 'PARTIALLY_PAID' } },
      { params: { status: 'partially paid' } },
    ],
    [
      'of a method names it',
      { order: { shippingLines: [{ title: '', code: 'post', phone: null }] } },
      { params: { methods: 'post' } },
    ],
    [
      'of a third party names it',
      { fo: { location: exampleLocation({ name: 'Amazon', isFulfillmentService: true }) } },
      { params: { location: 'Amazon' } },
    ],
  ])('%s', (_case, given, reason) => {
    expect(run(given)).toMatchObject({ reason });
  });

  it('takes the earliest of several schedules', () => {
    const fulfillmentOrders = ['2026-12-02T00:00:00Z', '2026-12-01T00:00:00Z'].map((fulfillAt, index) =>
      exampleFulfillmentOrder({ id: String(index), status: 'SCHEDULED', fulfillAt }),
    );
    expect(run({ order: { fulfillmentOrders } })).toMatchObject({ reason: { until: '2026-12-01T00:00:00.000Z' } });
  });

  it.each([...final, ...overridable].filter(([, , expected]) => expected.startsWith('held')))(
    'for %s, which is held, says what ends it',
    (_case, given) => {
      const decision = run(given);
      const { now } = { ...context, ...given.context };
      expect(decision.verdict === 'held' && whatIsWrongWithHeld(decision.reason, now)).toBeNull();
    },
  );
});

describe('the trace', () => {
  it('holds every rule with its input and result', () => {
    const { rules: traces } = run({});
    expect(traces.map(({ rule }) => rule)).toEqual(rules.map(({ name }) => name));
    expect(traces.every(({ message }) => message.length > 10)).toBe(true);
  });

  it('tells of fulfilments that wait while the rest goes', () => {
    const waiting = exampleFulfillmentOrder({ id: '502', status: 'ON_HOLD' });
    const { rules: traces } = run({ order: { fulfillmentOrders: [exampleFulfillmentOrder(), waiting] } });
    expect(traces.find(({ rule }) => rule === 'fulfilment open')?.message).toContain('Not open yet: 1.');
  });

  it.each([
    ['before', paidAt + 1_000, 'An installation before this one took the order in.'],
    ['after', paidAt - 1_000, 'The order came in after the app was installed.'],
  ])('says of an order taken in before a reinstall and placed %s it what is true', (_when, installedAt, message) => {
    const { rules: traces } = run({ context: { installedAt, takenIn: true } });
    expect(traces.find(({ rule }) => rule === 'ordered since the app was installed')?.message).toBe(message);
  });

  it('keeps the buyer’s street, postcode, name and phone out', () => {
    const { rules: traces } = run({
      automation: { postcodes: ['8001'], provinces: ['WC'], minValue: 1, maxWeightKg: 9 },
    });
    expect(JSON.stringify(traces)).not.toMatch(/Wale|8001|Thandi|082/);
  });
});

describe('the first rule decides', () => {
  it('cancelled before unpaid, unpaid before manual, manual before paused', () => {
    const all: Case = {
      order: { cancelledAt: 'x', financialStatus: 'PENDING' },
      automation: { mode: 'manual' },
      paused: true,
    };
    expect(outcome(run(all))).toBe('cancelled: order_cancelled');
    expect(outcome(run({ ...all, order: { financialStatus: 'PENDING' } }))).toBe('skipped: not_paid');
    expect(outcome(run({ ...all, order: {} }))).toBe('skipped: manual_mode');
    expect(outcome(run({ paused: true, context: { now: paidAt * 2 } }))).toBe('held: paused');
    const taken = { automation: { trigger: 'inProgress' as const }, fo: partlyTaken };
    expect(outcome(run({ ...taken, paused: true }))).toBe('held: paused');
  });
});

describe('what overrides a rule', () => {
  const nobodys = [
    'not_cancelled',
    'test_orders',
    'paid',
    'in_south_africa',
    'not_paused',
    'not_in_test_mode',
    'api_key',
  ];
  const ofNewDelivery = ['goods_to_deliver', 'fulfilment_open'];

  it('is nothing, another driver, or else any action of a person', () => {
    const of = (wanted: string) => rules.filter(({ override }) => override === wanted).map(({ id }) => id);
    expect(of('never').sort()).toEqual(nobodys.sort());
    expect(of('by_new_delivery')).toEqual(ofNewDelivery);
    expect(of('by_action')).toHaveLength(rules.length - nobodys.length - ofNewDelivery.length);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it('tells of every rule that failed and was not overridden, in their order', () => {
    const all = { order: { financialStatus: null }, paused: true, automation: { mode: 'manual' as const } };
    const ids = (one: Case) => run(one).failed.map(({ id }) => id);
    expect(ids(all)).toEqual(['paid', 'automatic', 'not_paused']);
    expect(ids({ ...all, context: { sentByPerson: true } })).toEqual(['paid', 'not_paused']);
    expect(ids({ fo: { lines: [] }, context: { sentByPerson: true, inSpiteOf: ['goods_to_deliver'] } })).toEqual([]);
    expect(ids({})).toEqual([]);
  });

  it('can be overridden by a person where the rule that decided is about choice or time', () => {
    const kept = (one: Case, state: 'skipped' | 'held' = 'skipped') => isOverridable({ state, rules: run(one).rules });
    const byHand = { automation: { mode: 'manual' as const } };
    expect(kept(byHand)).toBe(true);
    expect(kept({ automation: { trigger: 'inProgress' } }, 'held')).toBe(true);
    expect(kept({ ...byHand, paused: true })).toBe(true);
    expect(kept({ ...byHand, order: { financialStatus: null } })).toBe(false);
    expect(kept({ paused: true }, 'held')).toBe(false);
    expect(kept({}, 'held')).toBe(false);
  });

  it.each<[string, Case, boolean]>([
    ['goes at once', {}, true],
    ['waits in a paused shop', { paused: true }, true],
    ['is to be packed first', { automation: { trigger: 'inProgress' } }, true],
    ['may be a fraud', { order: { riskRecommendation: 'CANCEL' } }, true],
    ['goes by post', { order: { shippingLines: [{ title: 'Post', code: 'post', phone: null }] } }, false],
    ['is sent by hand only', { automation: { mode: 'manual' } }, false],
    ['is not paid', { order: { financialStatus: null } }, false],
    ['goes abroad', { order: { shippingAddress: exampleAddress({ countryCode: 'NA' }) } }, false],
  ])('tells whether an order that %s is one for same-day delivery', (_what, one, wanted) => {
    expect(isWanted(run(one).rules)).toBe(wanted);
  });

  it('is kept by id, and read from the titles that earlier versions kept', () => {
    expect(ruleIds(['fulfilment open', 'goods_to_deliver', 'a rule of long ago'])).toEqual([
      'goods_to_deliver',
      'fulfilment_open',
    ]);
  });
});
