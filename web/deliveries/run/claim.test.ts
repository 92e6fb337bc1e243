import { describe, expect, test } from 'vitest';
import { locationSettings } from '#api-contract/settings.ts';
import {
  aggregateOf,
  booked,
  exampleCancellation,
  exampleDelivery,
  exampleShop,
  inFlight,
  lookedUp,
  now,
} from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { OrderRecord, ReferenceConflict } from '../order.ts';
import { reason } from '../reasons.ts';
import type { CallVerdict } from '../service-health.ts';
import { type ClaimContext, claimDelivery, exhausted, isNotDue, maxAttempts } from './claim.ts';
import { settlePlacing } from './record-answer.ts';

const context: Omit<ClaimContext, 'seen'> = {
  ...{ shop: exampleShop(), verdict: { kind: 'pass' }, timeZone: 'Africa/Johannesburg' },
  ...{ leaseMs: 8_000, attemptId: 'call 1' },
};

function claimed(
  delivery: DeliveryRecord,
  more: Partial<ClaimContext> = {},
  order: Partial<OrderRecord> = {},
  collision: ReferenceConflict | null = null,
) {
  const aggregate = aggregateOf([delivery], order);
  const { change, result } = claimDelivery(aggregate, { ...context, seen: delivery, ...more }, collision);
  const [row] = change?.deliveries ?? [];
  return { kind: result.kind, row, order: change?.order, attempts: change?.attempts, wakes: change?.wakes, result };
}

/** The days from that moment on. */
const closed = (count: number) =>
  Array.from({ length: count }, (_, i) => new Date(now + i * 86_400_000).toISOString().slice(0, 10));
const expired = { leaseUntil: now - 1 };
const wait = (why: 'key' | 'address' | 'down'): CallVerdict => ({ kind: 'wait', why });
const late = { deadlineAt: now - 1, word: [] };
const paidLongAgo = { paidAt: now - 800 * 3_600_000, processedAt: now - 800 * 3_600_000 };
const spent = { attempts: maxAttempts };

describe('a claim', () => {
  test('puts lease, fence, attempt and doubt on record before the first byte goes out', () => {
    const { row, order, attempts, kind } = claimed(exampleDelivery());
    expect(kind).toBe('place');
    expect(row).toMatchObject({
      state: 'placing',
      fence: 1,
      leaseUntil: now + 8_000,
      doubt: 'unanswered',
      attempts: 1,
    });
    expect(row).toMatchObject({ dueAt: null, reason: null, body: exampleDelivery().body });
    expect(order).toMatchObject({ state: 'placing', updatedAt: now });
    expect(attempts).toEqual([
      expect.objectContaining({ id: 'call 1', kind: 'place', outcome: 'open', fence: 1, finishedAt: null }),
    ]);
  });

  test.each([false, true])('of what the order no longer wants asks first, after a lost answer: %s', (everUnknown) => {
    const { kind, row } = claimed(exampleDelivery({ everUnknown, cancellation: exampleCancellation() }));
    expect(kind).toBe('lookup');
    expect(row).toMatchObject({ state: 'confirming', doubt: 'unanswered' });
  });

  test.each([
    [
      'holds it until the opening',
      null,
      'rested',
      { state: 'held', reason: { code: 'outside_hours' }, waitsFor: { kind: 'time' } },
    ],
    ['sends what a person wants to go', [], 'place', { state: 'placing' }],
  ])('at a location that has closed meanwhile %s', (_name, word, kind, row) => {
    const shop = exampleShop();
    const hours = [{ day: 'monday' as const, open: '08:00', close: '17:00' }];
    shop.settings.locations = { 9001: locationSettings.parse({ hours }) };
    expect(claimed(exampleDelivery({ word }), { shop })).toMatchObject({ kind, row });
  });

  test('at one that never opens has the order read at once, which says so, and promises no time', () => {
    const shop = exampleShop();
    shop.settings.locations = {
      9001: locationSettings.parse({ hours: [{ day: 'monday', open: '08:00', close: '17:00' }] }),
    };
    shop.settings.locations['9001']?.closedDays.push(...closed(400));
    const { row } = claimed(exampleDelivery(), { shop });
    expect(row).toMatchObject({ state: 'held', dueAt: now, reason: { code: 'outside_hours', until: null } });
  });

  test('after a lost answer waits for a key where the shop has none by now', () => {
    const noKey = exampleShop({ accounts: { live: null, test: null } });
    const { row } = claimed(exampleDelivery({ everUnknown: true }), { shop: noKey });
    expect(row).toMatchObject({ state: 'held', doubt: null, reason: { code: 'no_key' } });
  });

  test('needs no record of the order', () => {
    const seen = exampleDelivery();
    expect(claimDelivery(aggregateOf([seen], null), { ...context, seen }, null).result.kind).toBe('place');
  });

  test('goes out in the account of the key that the shop has now', () => {
    const other = exampleShop({
      accounts: { test: null, live: { mode: 'live', apiKey: 'k', account: 'new', last4: '' } },
    });
    expect(claimed(exampleDelivery(), { shop: other }).row).toMatchObject({ account: 'new' });
  });

  test.each([
    ['whose fate is unknown', lookedUp(expired)],
    ['whose worker died with it', inFlight(expired)],
    ['that the service called a duplicate', lookedUp({ ...expired, doubt: 'duplicate', everUnknown: false })],
    ['held while its fate was unknown', exampleDelivery({ state: 'held', doubt: 'unanswered', fence: 3 })],
    ['of a cancelled order that may have been booked', exampleDelivery({ everUnknown: true, fence: 3 })],
  ])('asks the service before anything else is sent for a delivery %s', (name, delivery) => {
    const { kind, row, attempts } = claimed(delivery, {}, name.includes('cancelled') ? { cancelledAt: now } : {});
    expect(kind).toBe('lookup');
    expect(row?.fence).toBeGreaterThan(delivery.fence);
    expect(row).toMatchObject({ state: 'confirming', doubt: delivery.doubt ?? 'unanswered', leaseUntil: now + 8_000 });
    expect(row?.attempts).toBe(delivery.attempts);
    expect(attempts).toMatchObject([{ kind: 'lookup', outcome: 'open' }]);
  });

  test('of a dead worker keeps in mind that the fate was unknown, and of a duplicate that it was not', () => {
    expect(claimed(inFlight(expired)).row).toMatchObject({ everUnknown: true });
    for (const doubt of ['duplicate', 'refused'] as const) {
      expect(claimed(lookedUp({ ...expired, doubt, everUnknown: false })).row).toMatchObject({ everUnknown: false });
    }
    expect(claimed(lookedUp({ ...expired, everUnknown: false })).row).toMatchObject({ everUnknown: true });
  });

  test('keeps the words of a question that goes on, and says of a new one that it goes on by itself', () => {
    const why = reason('asking_service', {}, { until: new Date(now).toISOString() });
    expect(claimed(lookedUp({ ...expired, reason: why })).row?.reason).toEqual(why);
    expect(claimed(inFlight(expired)).row?.reason).toMatchObject({ code: 'asking_service', retrying: true });
  });

  test('places anew what the service did not know, while nothing ends it', () => {
    expect(claimed(exampleDelivery({ everUnknown: true })).kind).toBe('place');
  });

  test.each([
    ['too late', { everUnknown: true, ...late }],
    ['tried too often', { everUnknown: true, ...spent }],
    ['the key was changed', { everUnknown: true, account: 'former account' }],
  ])('asks once more before it ends or goes elsewhere: %s', (_name, changes) => {
    expect(claimed(exampleDelivery(changes), {}, paidLongAgo).kind).toBe('lookup');
  });
});

describe('nothing is claimed', () => {
  test.each(['placed', 'skipped', 'needs_attention', 'cancelled'] as const)('of what is %s', (state) => {
    const { kind, row } = claimed(exampleDelivery({ state, service: state === 'placed' ? booked() : null }));
    expect([kind, row]).toEqual(['rested', undefined]);
  });

  test('of what is not there', () => {
    const seen = exampleDelivery();
    expect(claimDelivery(aggregateOf([]), { ...context, seen }, null).result).toEqual({ kind: 'rested' });
  });

  test('while another worker has it, and it is known until when', () => {
    const { result, row } = claimed(inFlight());
    expect([result, row]).toEqual([{ kind: 'wait', until: now + 5_000 }, undefined]);
  });

  test('before it is due, and its wake-up is not asked for again', () => {
    const { result, row } = claimed(exampleDelivery({ dueAt: now + 1 }));
    expect([result, row]).toEqual([{ kind: 'wait', until: null }, undefined]);
  });

  test('of what another run has put on hold meanwhile, unless it waits for the service', () => {
    const paused = exampleDelivery({ state: 'held', waitsFor: { kind: 'settings' }, updatedAt: now });
    expect(claimed(paused, { seen: exampleDelivery() }).kind).toBe('rested');
    const down = { ...paused, waitsFor: { kind: 'service' as const } };
    expect(claimed(down, { seen: exampleDelivery() }).kind).toBe('place');
    expect(claimed(exampleDelivery({ updatedAt: now }), { seen: exampleDelivery() }).kind).toBe('place');
  });

  test.each([
    ['queued', null, false],
    ['queued', now - 1, false],
    ['queued', now, false],
    ['confirming', now + 1, true],
    ['held', now + 1, false],
  ] as const)('before its time, which binds all that is not held: %s, due at %s', (state, dueAt, isEarly) => {
    expect(isNotDue(exampleDelivery({ state, dueAt }), now)).toBe(isEarly);
  });

  test('of an order that is to be read first, but the service is asked about what may be booked', () => {
    const due = { dueAt: now };
    expect(claimed(exampleDelivery(), {}, due)).toMatchObject({ kind: 'rested', row: undefined });
    expect(claimed(exampleDelivery(), {}, { dueAt: now + 1 }).kind).toBe('place');
    expect(claimed(inFlight(expired), {}, due).kind).toBe('lookup');
  });

  test('after that no longer: a lease, or a time that an answer named, is over at its very end', () => {
    expect(claimed(lookedUp({ leaseUntil: now })).kind).toBe('lookup');
    expect(claimed(exampleDelivery({ notBefore: now })).kind).toBe('place');
  });
});

describe('what keeps a claim from sending', () => {
  test.each([
    ['key', 'needs_attention', 'fate_unknown'],
    ['down', 'held', 'service_down'],
  ] as const)(
    'leaves what may be booked for an order that ended to a person, unless that ends by itself: %s',
    (...given) => {
      const [why, state, code] = given;
      const { row } = claimed(lookedUp({ leaseUntil: now, cancellation: exampleCancellation() }), {
        verdict: wait(why),
      });
      expect(row).toMatchObject({ state, reason: { code }, doubt: 'unanswered', cancellation: exampleCancellation() });
    },
  );

  const testing = exampleShop({}, { automation: { testMode: true } });
  const cases: [string, Partial<ClaimContext>, Partial<DeliveryRecord>, Partial<OrderRecord>, string, string][] = [
    ['no key', { shop: exampleShop({ accounts: { live: null, test: null } }) }, {}, {}, 'held', 'no_key'],
    ['a refused key', { verdict: wait('key') }, {}, {}, 'held', 'key_refused'],
    ['a wrong address', { verdict: wait('address') }, {}, {}, 'held', 'address_wrong'],
    ['a service that is down', { verdict: wait('down') }, {}, {}, 'held', 'service_down'],
    ['a cancelled order', {}, {}, { cancelledAt: now - 1 }, 'cancelled', 'order_cancelled'],
    ['a pause', { shop: exampleShop({}, { paused: true }) }, {}, {}, 'held', 'paused'],
    ['test mode, for a live order', { shop: testing }, {}, {}, 'held', 'test_mode'],
    ['the end of test mode', {}, { mode: 'test' }, { testOrder: true }, 'skipped', 'test_order'],
    ['the deadline', {}, late, paidLongAgo, 'needs_attention', 'too_late'],
    ['eight requests', {}, spent, {}, 'needs_attention', 'attempts_used_up'],
  ];
  test.each(cases)('%s', (_name, more, changes, order, state, code) => {
    for (const from of ['queued', 'held'] as const) {
      const { kind, row, attempts } = claimed(exampleDelivery({ ...changes, state: from }), more, order);
      expect([kind, row?.state, row?.reason?.code]).toEqual(['rested', state, code]);
      expect(attempts).toBeUndefined();
    }
  });

  test('is neither test mode, for an order of a test, nor a deadline that is just reached', () => {
    expect(claimed(exampleDelivery({ mode: 'test' }), { shop: testing }).kind).toBe('place');
    expect(exhausted(exampleDelivery({ deadlineAt: now }), now)).toBeNull();
  });

  test('says how often it was tried', () => {
    expect(exhausted(exampleDelivery(spent), now)?.reason?.params).toEqual({ attempts: maxAttempts });
  });

  test('is never a pause, where the service must be asked about what may be booked', () => {
    expect(claimed(lookedUp(expired), { shop: exampleShop({}, { paused: true }) }).kind).toBe('lookup');
  });

  test('is the service itself, also where it must be asked: it stays in doubt and waits', () => {
    const { row } = claimed(lookedUp(expired), { verdict: wait('down') });
    expect(row).toMatchObject({ state: 'held', doubt: 'unanswered', reason: { code: 'service_down', retrying: true } });
  });

  test('is another order that holds the reference in the account it would go out in', () => {
    const taken = { orderReference: '1001' as DeliveryRecord['orderReference'], sameShop: false };
    const { kind, row } = claimed(exampleDelivery(), {}, {}, taken);
    expect([kind, row?.state, row?.reason?.code]).toEqual([
      ...['rested', 'needs_attention', 'reference_reserved_elsewhere'],
    ]);
    expect(claimed(exampleDelivery(), {}, {}, { ...taken, sameShop: true }).row?.reason?.code).toBe(
      'reference_reserved_here',
    );
  });

  test('is an earlier answer that named a time, whatever held it meanwhile', () => {
    const { row, wakes } = claimed(exampleDelivery({ state: 'held', notBefore: now + 9_000 }));
    expect(row).toMatchObject({ state: 'queued', dueAt: now + 9_000, reason: { code: 'waiting_to_retry' } });
    expect(wakes).toEqual([{ at: now + 9_000 }]);
  });
});

describe('a spent retry budget', () => {
  const verdict: CallVerdict = { kind: 'later', until: now + 5_000 };
  test.each([
    [
      'what failed before',
      exampleDelivery({ failures: 1, reason: reason('waiting_to_retry', {}) }),
      'queued',
      'waiting_to_retry',
      null,
    ],
    ['what was being sent', inFlight(expired), 'confirming', 'asking_service', 'unanswered'],
    ['what is looked up', lookedUp({ ...expired, reason: reason('asking_service', {}) }), ...asking()],
    ['what was held in doubt', exampleDelivery({ state: 'held', doubt: 'unanswered' }), ...asking()],
  ] as const)('puts off %s, with its wake-up', (_name, delivery, state, code, doubt) => {
    const { result, row, wakes } = claimed(delivery, { verdict });
    expect(result).toEqual({ kind: 'wait', until: null });
    expect(row).toMatchObject({ state, doubt, dueAt: now + 5_000, leaseUntil: null, reason: { code } });
    expect(row?.everUnknown).toBe(delivery.everUnknown || delivery.state === 'placing');
    expect(wakes).toEqual([{ at: now + 5_000 }]);
  });

  test.each<CallVerdict>([verdict, { kind: 'pass' }])(
    'keeps what the service objected to of what was held, as any other claim does ($kind)',
    (given) => {
      const objection = { field: 'dropoff_address', serviceMessage: 'No such street' };
      const { row } = claimed(exampleDelivery({ state: 'held', doubt: 'refused', objection }), { verdict: given });
      expect(row?.reason).toMatchObject({ code: 'asking_service', ...objection });
    },
  );

  test('says until when, and that it goes on by itself', () => {
    const held = { state: 'held' as const };
    const until = new Date(now + 5_000).toISOString();
    expect(claimed(exampleDelivery(held), { verdict }).row?.reason).toMatchObject({ until, retrying: true });
    const inDoubt = claimed(exampleDelivery({ ...held, doubt: 'unanswered' }), { verdict }).row;
    expect(inDoubt?.reason).toMatchObject({ until: null, retrying: true });
  });

  test('changes no reason that a person reads already', () => {
    const why = reason('refused_by_service', {});
    expect(claimed(exampleDelivery({ reason: why }), { verdict }).row?.reason).toEqual(why);
  });
});

function asking() {
  return ['confirming', 'asking_service', 'unanswered'] as const;
}

describe('the answer of a worker that stood still past its lease', () => {
  const verdicts: CallVerdict[] = [{ kind: 'pass' }, { kind: 'later', until: now + 5_000 }, wait('down'), wait('key')];
  const late = {
    ...{ attempt: { id: 'call 0', startedAt: now - 20_000 }, leaseMs: 8_000, lookMs: 45_000, backOffMs: 500 },
    driverState: () => null,
    timeZone: 'Africa/Johannesburg',
    shop: exampleShop(),
  };
  test.each(verdicts)('is dropped once another has come to the delivery ($kind)', (verdict) => {
    const { row } = claimed(inFlight(expired), { verdict });
    const { orderReference } = inFlight();
    for (const outcome of [
      { kind: 'placed' as const, delivery: booked() },
      { kind: 'unsent' as const },
      { kind: 'rate_limited' as const, retryAfterMs: null },
    ]) {
      const answer = { ...outcome, httpStatus: null, message: '' };
      const stored = aggregateOf(row ? [row] : []);
      expect(settlePlacing(stored, answer, { ...late, orderReference, fence: 3 })).toEqual({
        ...{ change: null, result: { kind: 'fenced' } },
      });
    }
    expect(row).toMatchObject({ doubt: 'unanswered', everUnknown: true });
  });
});

describe('the deadline', () => {
  test('is the shop’s rule as it stands now, and a word of a person may go on for longer', () => {
    const strict = exampleShop({}, { automation: { maxAgeHours: 1 } });
    const old = { paidAt: now - 2 * 3_600_000, processedAt: now - 2 * 3_600_000 };
    expect(claimed(exampleDelivery(), { shop: strict }, old).row?.reason?.code).toBe('too_late');
    const pressed = (deadlineAt: number) => claimed(exampleDelivery({ word: [], deadlineAt }), { shop: strict }, old);
    expect(pressed(now).kind).toBe('place');
    expect(pressed(now - 1).row?.reason?.code).toBe('too_late');
    const paidSince = claimed(exampleDelivery({ word: [], deadlineAt: now - 1 }), { shop: strict }, { paidAt: now });
    expect(paidSince.kind).toBe('place');
    // As rows of earlier versions have it.
    expect(claimed(exampleDelivery({ word: [] }), { shop: strict }, old).kind).toBe('place');
  });
});
