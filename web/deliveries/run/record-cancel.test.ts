import { describe, expect, test } from 'vitest';
import {
  aggregateOf,
  booked,
  exampleCancellation,
  exampleDelivery,
  now,
} from '#testing/deliveries/example-delivery.ts';
import type { Cancellation, DeliveryRecord, ServiceState } from '../delivery.ts';
import type { CancelOutcome, LookupOutcome } from '../ports/courier.ts';
import { claimCancel, settleAsking, settleCancel } from './record-cancel.ts';

const withdrawn = { because: 'withdrawn', asked: true } as Partial<Cancellation>;
const again = { because: 'replaced', newReference: '1001-R2', actor: 'staff' } as Partial<Cancellation>;

/** A booked delivery that is to be cancelled, under fence 3. */
function toCancel(cancellation: Partial<Cancellation> = {}, changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  const known = { state: 'placed' as const, fence: 3, placedAt: now - 60_000, service: booked() };
  return exampleDelivery({ ...known, cancellation: exampleCancellation(cancellation), ...changes });
}

const { orderReference } = toCancel();
const settling = {
  ...{ orderReference, fence: 3, leaseMs: 8_000, backOffMs: 2_000 },
  attempt: { id: 'call 1', startedAt: now - 900 },
};

describe('a cancellation is claimed', () => {
  const claim = (delivery: DeliveryRecord) =>
    claimCancel(aggregateOf([delivery]), { orderReference, leaseMs: 8_000, attemptId: 'call 1' });

  test('with a lease, a new fence and the row of its call', () => {
    const { change, result } = claim(toCancel());
    expect(result).toMatchObject({ fence: 4, cancellation: { dueAt: now + 8_000, asked: false }, updatedAt: now });
    expect(change).toMatchObject({
      deliveries: [result],
      wakes: [{ at: now + 8_000 }],
      attempts: [{ id: 'call 1', kind: 'lookup', fence: 4, outcome: 'open', startedAt: now, finishedAt: null }],
    });
  });

  test.each<[string, DeliveryRecord]>([
    ['before it is due', toCancel({ dueAt: now + 1 })],
    ['once a person was told why it stays', toCancel({ stage: 'settled' })],
    ['once it is owed only that its goods go out again', toCancel({ stage: 'cancelled' })],
    ['where nobody wants it', toCancel({}, { cancellation: null })],
    ['where it is not booked', toCancel({}, { state: 'confirming' })],
  ])('never %s', (_name, delivery) => {
    expect(claim(delivery)).toEqual({ change: null, result: null });
  });
});

describe('before it is cancelled the service is asked', () => {
  const asked = (outcome: LookupOutcome, delivery = toCancel(), means: ServiceState | null = 'booked') => {
    const context = { ...settling, means, nextAttemptId: 'call 2' };
    const { change, result } = settleAsking(aggregateOf([delivery]), outcome, context);
    return { change, result, row: change?.deliveries?.[0] };
  };
  const found: LookupOutcome = { kind: 'found', delivery: booked() };
  const failed: LookupOutcome = { kind: 'failed', message: 'no answer', retryAfterMs: null, account: null };

  test.each<[string, LookupOutcome]>([
    ['shows it', found],
    ['cannot be asked', { kind: 'unsupported' }],
    ['forgot it, and was not told yet', { kind: 'not_found' }],
  ])('and told where it %s', (_name, outcome) => {
    const { change, result, row } = asked(outcome);
    expect(result).toEqual({ kind: 'cancel', delivery: row });
    expect(row?.cancellation).toMatchObject({ stage: 'wanted', asked: true, dueAt: now + 8_000 });
    expect(row?.lookedAt).toBe(now);
    expect(change?.attempts).toMatchObject([
      { id: 'call 1', kind: 'lookup', outcome: outcome.kind, finishedAt: now },
      { id: 'call 2', kind: 'cancel', outcome: 'open', finishedAt: null },
    ]);
    expect(change?.wakes).toEqual([{ at: now + 8_000 }]);
  });

  test('again later where it does not answer, and after thirty times a person is told', () => {
    const { row, change, result } = asked(failed);
    expect([result.kind, row?.cancellation]).toEqual(['done', exampleCancellation({ tries: 1, dueAt: now + 2_000 })]);
    expect(change).toMatchObject({ wakes: [{ at: now + 2_000 }], attempts: [{ message: 'no answer' }] });
    expect(asked(failed, toCancel({ tries: 28 })).row?.cancellation?.stage).toBe('wanted');
    const last = asked(failed, toCancel({ tries: 29 }));
    expect(last.row).toMatchObject({
      cancellation: { stage: 'settled', dueAt: null },
      reason: { code: 'still_booked_in_doubt' },
    });
    expect(last.change?.wakes).toEqual([]);
  });

  test.each<[string, LookupOutcome, DeliveryRecord, ServiceState | null, object]>([
    [
      'what it does not find after it was told is asked for again',
      { kind: 'not_found' },
      toCancel({ asked: true }),
      null,
      { state: 'placed', cancellation: { stage: 'wanted', tries: 1, dueAt: now + settling.backOffMs } },
    ],
    [
      'what it has not found six times after it was told stays in doubt',
      { kind: 'not_found' },
      toCancel({ asked: true, tries: 6 }),
      null,
      { state: 'placed', reason: { code: 'still_booked_in_doubt' } },
    ],
    ['what is cancelled already is over', found, toCancel(), 'cancelled', { state: 'cancelled' }],
    [
      'what is booked after the order went on is booked as before',
      found,
      toCancel(withdrawn),
      'booked',
      { state: 'placed', cancellation: null, reason: null },
    ],
    [
      'what is cancelled after the order went on is an alarm',
      found,
      toCancel(withdrawn),
      'cancelled',
      { state: 'cancelled', drift: [{ about: 'not_delivered' }] },
    ],
    [
      'of what nobody can ask after once the order went on, a person is asked',
      { kind: 'unsupported' },
      toCancel(withdrawn),
      null,
      { state: 'placed', reason: { code: 'not_cancelled_in_doubt' }, drift: [{ about: 'not_cancelled' }] },
    ],
    [
      'what has a word that nobody knows after the order went on is asked for again',
      found,
      toCancel(withdrawn),
      null,
      { state: 'placed', cancellation: { because: 'withdrawn', stage: 'wanted', tries: 1 } },
    ],
    [
      'whose goods are collected cannot be called back',
      found,
      toCancel(),
      'on_its_way',
      { state: 'placed', reason: { code: 'still_booked_under_way' } },
    ],
  ])('%s, and is told nothing', (_name, outcome, delivery, means, row) => {
    expect(asked(outcome, delivery, means)).toMatchObject({ result: { kind: 'done' }, row });
  });

  test.each<[string, ServiceState, number | null]>([
    ['has brought goods that Shopify moved meanwhile', 'delivered', now],
    ['is under way with them', 'on_its_way', null],
  ])('and of a driver who %s the order is read where that may end an alarm', (_name, means, dueAt) => {
    const moved = { about: 'goods_without_driver', field: 'items', placed: '', now: '1 × Kettle' } as const;
    const { change } = asked(found, toCancel({ because: 'person' }, { drift: [moved] }), means);
    expect(change?.order?.dueAt ?? null).toBe(dueAt);
    expect(change?.wakes).toEqual(dueAt === null ? [] : [{ at: now }]);
  });

  test('and not by what stood still: another fence, or an end, writes no more than its call', () => {
    expect(asked(found, toCancel({}, { fence: 4 }))).toMatchObject({ change: null, result: { kind: 'done' } });
    expect(asked(found, toCancel({}, { state: 'cancelled' })).change).toBeNull();
    const { change, row } = asked(found, toCancel({ stage: 'settled' }));
    expect([change?.attempts?.length, row]).toEqual([1, undefined]);
  });
});

/** Kept, so that goods that come back are known to have no driver. */
const over = { because: 'order_ended', stage: 'cancelled', dueAt: null };

describe('a call to cancel', () => {
  const told = (outcome: CancelOutcome, delivery: DeliveryRecord = toCancel({ asked: true }), wasAsked = false) => {
    const { change, result } = settleCancel(aggregateOf([delivery]), outcome, { ...settling, wasAsked });
    expect(result).toEqual({ kind: 'done' });
    return { change, row: change?.deliveries?.[0] };
  };

  test.each<[string, CancelOutcome, boolean, object]>([
    ['that is confirmed ends it', { kind: 'cancelled' }, false, { state: 'cancelled', cancellation: over }],
    [
      'that there is not leaves it to a person',
      { kind: 'unsupported' },
      false,
      { state: 'placed', reason: { code: 'still_booked_no_way' } },
    ],
    [
      'that is refused leaves it to a person, in the words of the service',
      { kind: 'refused', message: 'too late' },
      false,
      { reason: { code: 'still_booked_refused', serviceMessage: 'too late' }, cancellation: { stage: 'settled' } },
    ],
    [
      'that is refused after one whose answer was lost proves nothing',
      { kind: 'refused', message: 'is cancelled' },
      true,
      { cancellation: { stage: 'wanted', tries: 1, dueAt: now + 2_000 } },
    ],
    [
      'whose answer is lost is asked about',
      { kind: 'failed', message: 'reset' },
      false,
      { state: 'placed', cancellation: { stage: 'wanted', asked: true, tries: 1 } },
    ],
  ])('%s', (_name, outcome, wasAsked, row) => {
    const settled = told(outcome, undefined, wasAsked);
    expect(settled.row).toMatchObject(row);
    expect(settled.change?.attempts).toMatchObject([{ kind: 'cancel', outcome: `cancel_${outcome.kind}`, fence: 3 }]);
  });

  test('owes new goods where they are to go out again, and says so in the words of that wish', () => {
    // Shopify's fulfilment of its goods is the new delivery's.
    const { row, change } = told({ kind: 'cancelled' }, toCancel(again, { fulfillmentId: '901' }));
    expect(row).toMatchObject({
      ...{ state: 'cancelled', reason: { code: 'cancelled_at_service' }, writtenBackAt: null },
      cancellation: { stage: 'cancelled', newReference: '1001-R2', dueAt: now },
    });
    expect(change?.wakes).toEqual([{ at: now }]);
    const kept = told({ kind: 'refused', message: 'no' }, toCancel(again)).row;
    expect(kept).toMatchObject({ cancellation: { newReference: null }, reason: { code: 'not_replaced_refused' } });
  });

  test('is an alarm where it is confirmed after the order went on, and no reading of before counts', () => {
    const { row } = told({ kind: 'cancelled' }, toCancel(withdrawn));
    expect(row).toMatchObject({ state: 'cancelled', drift: [{ about: 'not_delivered' }], lookedAt: now });
  });

  test('that is confirmed leaves no word of the service that says otherwise', () => {
    const { row } = told({ kind: 'cancelled' });
    expect(row?.service).toMatchObject({ state: null, deliveryId: 'D-1' });
    expect(told({ kind: 'cancelled' }, toCancel({}, { service: null })).row?.service).toBeNull();
  });

  test('is written down by nobody who lost the delivery', () => {
    expect(told({ kind: 'cancelled' }, toCancel({}, { fence: 4 })).change).toBeNull();
  });
});
