import { describe, expect, test } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { aggregateOf, booked, driverState, exampleShop, inFlight, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { OrderRecord } from '../order.ts';
import type { PlaceOutcome } from '../ports/courier.ts';
import { type SettleContext, settlePlacing } from './record-answer.ts';

const context: SettleContext = {
  ...{ orderReference: inFlight().orderReference, fence: 3, attempt: { id: 'call 1', startedAt: now - 900 } },
  ...{
    leaseMs: 8_000,
    lookMs: 45_000,
    backOffMs: 2_000,
    driverState,
    shop: exampleShop(),
    timeZone: 'Africa/Johannesburg',
  },
};

function settled(outcome: PlaceOutcome, changes: Partial<DeliveryRecord> = {}, order: Partial<OrderRecord> = {}) {
  const { change, result } = settlePlacing(aggregateOf([inFlight(changes)], order), outcome, context);
  return { change, result, row: change?.deliveries?.[0], wakes: change?.wakes, attempt: change?.attempts?.[0] };
}

const none = { httpStatus: null, message: '' };
const placed: PlaceOutcome = { kind: 'placed', delivery: booked(), httpStatus: 201, message: '' };
const unsent: PlaceOutcome = { kind: 'unsent', httpStatus: null, message: 'refused' };
const refused: PlaceOutcome = { kind: 'refused', field: 'dropoff_address', httpStatus: 422, message: 'No such street' };
const unknown = (why: 'time_out' | 'reset' | 'server_error' | 'unreadable', retryAfterMs: number | null = null) =>
  ({ kind: 'unknown', why, retryAfterMs, ...none }) as const;
const waits = (at: number) => ({ dueAt: at, failures: 1, leaseUntil: null });
const iso = (at: number) => new Date(at).toISOString();

type Expected = Partial<Omit<DeliveryRecord, 'reason'>> & { reason: object | null };
/** The rows of outcomes.md. */
const rows: [string, PlaceOutcome, Expected][] = [
  ['1: booked', placed, { state: 'placed', doubt: null, service: booked(), placedAt: now, dueAt: null, reason: null }],
  [
    '2: booked without a slot',
    { ...placed, delivery: booked({ slot: null }) },
    { state: 'placed', doubt: null, reason: { code: 'slot_not_recognised' } },
  ],
  ['2b: a body that cannot be read', unknown('unreadable'), { ...asked(now + 2_000) }],
  [
    '3: not a byte was sent, which counts as no attempt',
    unsent,
    {
      ...{ state: 'queued', doubt: null, attempts: 0, ...waits(now + 2_000) },
      reason: { code: 'waiting_to_retry', until: iso(now + 2_000), retrying: true },
    },
  ],
  ['4: no answer in time', unknown('time_out'), { ...asked(now + 2_000) }],
  ['4: the connection was lost', unknown('reset'), { ...asked(now + 2_000) }],
  ['5: the service failed', unknown('server_error'), { ...asked(now + 2_000) }],
  ['6: 503 with a time', unknown('server_error', 9_000), { ...asked(now + 9_000) }],
  [
    '6: 429 with a time, before which nothing goes out',
    { kind: 'rate_limited', retryAfterMs: 9_000, ...none },
    {
      ...{ state: 'queued', doubt: null, attempts: 1, notBefore: now + 9_000, ...waits(now + 9_000) },
      reason: { code: 'waiting_to_retry', until: iso(now + 9_000) },
    },
  ],
  [
    '6: 429 without a time',
    { kind: 'rate_limited', retryAfterMs: null, ...none },
    { state: 'queued', doubt: null, notBefore: now + 2_000, reason: { code: 'waiting_to_retry' } },
  ],
  [
    '7: the key is refused, which burns no attempt of the order',
    { kind: 'account_refused', cause: 'key', httpStatus: 401, message: 'unknown key' },
    {
      ...{ state: 'held', doubt: null, attempts: 0, dueAt: null },
      reason: { code: 'key_refused', serviceMessage: 'unknown key', retrying: false },
    },
  ],
  [
    '7: forbidden, which may be about this order alone and counts',
    { kind: 'account_refused', cause: 'key', httpStatus: 403, message: 'blocked' },
    { state: 'held', doubt: null, attempts: 1, reason: { code: 'key_refused', serviceMessage: 'blocked' } },
  ],
  [
    '7: the address is wrong',
    { kind: 'account_refused', cause: 'address', httpStatus: 410, message: 'not here' },
    { state: 'held', doubt: null, attempts: 0, reason: { code: 'address_wrong', serviceMessage: 'not here' } },
  ],
  [
    '8: refused for good, in the service’s own words',
    refused,
    {
      ...{ state: 'needs_attention', doubt: null, dueAt: null },
      reason: { code: 'refused_by_service', field: 'dropoff_address', serviceMessage: 'No such street' },
    },
  ],
  [
    '8b: refused in words that may mean that the reference is taken, looked up under the same lease',
    { ...refused, mayBeTaken: true },
    {
      ...{ state: 'confirming', doubt: 'refused', everUnknown: false, leaseUntil: now + 8_000 },
      reason: { code: 'asking_service', field: 'dropoff_address', serviceMessage: 'No such street' },
    },
  ],
  [
    '9, 10: a duplicate, looked up under the same lease',
    { kind: 'duplicate', httpStatus: 409, message: 'taken' },
    {
      ...{ state: 'confirming', doubt: 'duplicate', everUnknown: false, leaseUntil: now + 8_000 },
      reason: { code: 'asking_service', retrying: true, serviceMessage: 'taken' },
    },
  ],
  [
    '13: a redirect',
    { kind: 'redirected', httpStatus: 302, message: '' },
    { state: 'needs_attention', doubt: 'unanswered', everUnknown: true, dueAt: null, reason: { code: 'redirected' } },
  ],
];

function asked(at: number): Expected {
  const doubt = { state: 'confirming' as const, doubt: 'unanswered' as const, everUnknown: true, ...waits(at) };
  return { ...doubt, reason: { code: 'asking_service', retrying: true } };
}

describe('what a placing attempt came to', () => {
  test.each(rows)('row %s', (_row, outcome, expected) => {
    const { row, wakes, result, attempt, change } = settled(outcome);
    expect(row).toMatchObject(expected);
    expect(wakes).toEqual(row?.dueAt == null ? [] : [{ at: row.dueAt }]);
    const isAsked = ['duplicate', 'refused'].includes(row?.doubt ?? '');
    expect(result).toEqual(isAsked ? { kind: 'lookup', delivery: row } : { kind: 'done' });
    const code = outcome.kind === 'unknown' ? `unknown_${outcome.why}` : outcome.kind;
    expect(attempt).toMatchObject({ id: 'call 1', kind: 'place', fence: 3, outcome: code, finishedAt: now });
    expect(attempt).toMatchObject({ httpStatus: outcome.httpStatus, message: outcome.message, startedAt: now - 900 });
    expect(change?.order?.state).toBe(row?.state);
    // Whatever came of it, the same bytes would follow under the same reference and fence.
    expect(row).toMatchObject({ body: inFlight().body, fence: 3 });
  });

  test.each([
    ['beside others that are taken counts: it may be about this order alone', 'closed', 1],
    ['at a probe burns no attempt of the order', 'half_open', 0],
  ] as const)('row 7: not found %s', (_name, breaker, attempts) => {
    const found: PlaceOutcome = { kind: 'account_refused', cause: 'address', httpStatus: 404, message: 'not here' };
    const order = aggregateOf([inFlight()]);
    const known = { ...order, health: { ...order.health, live: { ...order.health.live, breaker } } };
    const row = settlePlacing(known, found, context).change?.deliveries?.[0];
    const told = { reason: { code: 'address_wrong', serviceMessage: 'not here' } };
    expect(row).toMatchObject({ state: 'held', doubt: null, attempts, ...told });
  });

  test.each<PlaceOutcome>([
    { kind: 'duplicate', httpStatus: 409, message: 'taken' },
    { kind: 'refused', field: null, mayBeTaken: true, httpStatus: 422, message: '1001: not served' },
  ])('is not called a lost answer while it is asked about ($kind)', (outcome) => {
    const { row } = settled(outcome);
    expect(row).toMatchObject({ state: 'confirming', everUnknown: false, reason: { code: 'asking_service' } });
    expect(row?.reason?.message).not.toMatch(/answer/);
  });

  test('row 11: an answer under an older fence changes nothing', () => {
    expect(settled(placed, { fence: 4 })).toMatchObject({ change: null, result: { kind: 'fenced' } });
    expect(settlePlacing(aggregateOf([]), placed, context)).toMatchObject({ change: null, result: { kind: 'fenced' } });
  });

  test.each([unsent, refused, { kind: 'rate_limited', retryAfterMs: null, ...none }] as PlaceOutcome[])(
    'never makes known what an earlier attempt left unknown ($kind)',
    (outcome) => {
      expect(settled(outcome, { everUnknown: true }).row).toMatchObject({ everUnknown: true });
    },
  );

  test.each([{}, { cancelledAt: now - 1 }])(
    'of a refusal after a lost answer is looked up first (order: %j)',
    (order) => {
      const { row, result, attempt } = settled(refused, { everUnknown: true }, order);
      expect(row).toMatchObject({ state: 'confirming', doubt: 'refused', everUnknown: true, leaseUntil: now + 8_000 });
      const said = { field: 'dropoff_address', serviceMessage: 'No such street' };
      expect(row).toMatchObject({ reason: { code: 'asking_service', retrying: true, ...said }, objection: said });
      expect(result).toEqual({ kind: 'lookup', delivery: row });
      expect(attempt).toMatchObject({ outcome: 'refused' });
    },
  );
});

describe('row 14: an order that was cancelled in flight', () => {
  const cancelled = { cancelledAt: now - 1 };
  test('is an alarm where the delivery was booked', () => {
    expect(settled(placed, {}, cancelled).row).toMatchObject({ state: 'placed', drift: [{ field: 'order' }] });
    expect(settled(placed).row?.drift).toEqual([]);
  });

  test('ends the delivery where the service refused it', () => {
    const { row, change } = settled(refused, {}, cancelled);
    expect(row).toMatchObject({ state: 'cancelled', doubt: null, reason: { code: 'order_cancelled' }, drift: [] });
    expect(change?.order?.state).toBe('cancelled');
  });
});

test('a service that wants to hear again after the latest time leaves it to a person then', () => {
  const asked: PlaceOutcome = { kind: 'rate_limited', retryAfterMs: 60_000, ...none };
  const { row, wakes } = settled(asked, { deadlineAt: now + 9_000 });
  expect(row).toMatchObject({ state: 'queued', notBefore: now + 60_000, dueAt: now + 9_001 });
  expect(wakes).toEqual([{ at: now + 9_001 }]);
  expect(settled(asked, { deadlineAt: now + 90_000 }).row).toMatchObject({ dueAt: now + 60_000 });
});

test('a service that may have booked it is asked an hour after the latest time at the latest, whenever it wants to hear', () => {
  const asked = unknown('server_error', 86_400_000);
  const { row, wakes } = settled(asked, { deadlineAt: now + 9_000 });
  expect(row).toMatchObject({ state: 'confirming', doubt: 'unanswered', dueAt: now + 3_609_001 });
  expect(wakes).toEqual([{ at: now + 3_609_001 }]);
  expect(settled(unknown('server_error', 60_000), { deadlineAt: now + 9_000 }).row?.dueAt).toBe(now + 60_000);
});

test('what was placed before keeps the time of it', () => {
  expect(settled(placed, { placedAt: now - 5_000 }).row?.placedAt).toBe(now - 5_000);
});

describe('a driver of whom the very answer tells', () => {
  const told = (state: string): PlaceOutcome => ({ ...placed, delivery: booked({ state }) });
  test('is a task where none comes: nothing stands as booked, and nobody asks again', () => {
    const { row, change } = settled(told('CANCELLED'));
    expect(row).toMatchObject({ state: 'cancelled', reason: { code: 'cancelled_at_service' }, lookAt: null });
    expect(row).toMatchObject({ drift: [{ about: 'not_delivered', now: 'cancelled' }], placedAt: now });
    expect(change?.order?.state).toBe('cancelled');
  });

  test('is what an order wants that was cancelled meanwhile', () => {
    const { row } = settled(told('CANCELLED'), {}, { cancelledAt: now - 1 });
    expect(row).toMatchObject({ state: 'cancelled', reason: { code: 'cancelled_with_order' } });
    expect(row?.drift.map(({ about }) => about)).not.toContain('not_delivered');
  });

  test('is under way from then on', () => {
    const { row } = settled(told('PENDING DROPOFF'));
    expect(row).toMatchObject({ state: 'placed', progress: 'on_its_way', lookAt: expect.any(Number) });
    expect(row?.steps).toEqual([{ state: 'on_its_way', at: now }]);
  });
});

describe('an order that changed while a request was on its way', () => {
  const changed = { updatedAt: now - 1 };
  test('is read anew where that booked nothing', () => {
    const { change, wakes } = settled(unsent, {}, changed);
    expect(change?.order?.dueAt).toBe(now);
    expect(wakes).toContainEqual({ at: now });
    expect(settled(unsent).change?.order?.dueAt).toBeNull();
    // The reading wrote the delivery's row as well: it tells a difference by now.
    expect(settled(unsent, { updatedAt: now - 1 }, changed).change?.order?.dueAt).toBe(now);
  });

  test.each([placed, unknown('reset')])('is not where that may have booked a driver ($kind)', (outcome) => {
    expect(settled(outcome, {}, changed).change?.order?.dueAt).toBeNull();
  });
});

test.each<[string, Partial<DeliveryRecord>, number | null]>([
  ['is read anew where a rule leaves another part of it out', { state: 'skipped' }, now],
  ['is not where that goes, too', { state: 'queued' }, null],
])('an order of which a driver is booked %s', (_name, other, dueAt) => {
  const beside = { ...inFlight(other), orderReference: '1001-2' as OrderReference };
  const { change } = settlePlacing(aggregateOf([inFlight(), beside]), placed, context);
  expect(change?.order?.dueAt ?? null).toBe(dueAt);
});
