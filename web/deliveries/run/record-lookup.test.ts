import { describe, expect, test } from 'vitest';
import {
  aggregateOf,
  booked,
  driverState,
  exampleRequest,
  exampleShop,
  lookedUp,
  now,
} from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { OrderRecord } from '../order.ts';
import type { LookupOutcome } from '../ports/courier.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { reason } from '../reasons.ts';
import { maxAttempts } from './claim.ts';
import { type LookupContext, settleCollision, settleLookup } from './record-lookup.ts';

const context: LookupContext = {
  ...{ orderReference: lookedUp().orderReference, fence: 3, attempt: { id: 'call 2', startedAt: now - 900 } },
  ...{ leaseMs: 8_000, lookMs: 45_000, backOffMs: 2_000, shop: exampleShop(), timeZone: 'Africa/Johannesburg' },
  driverState,
};

interface Given {
  delivery?: Partial<DeliveryRecord>;
  order?: Partial<OrderRecord>;
  shop?: ShopRecord;
}

function settled(outcome: LookupOutcome, { delivery = {}, order = {}, shop = context.shop }: Given = {}) {
  const { change, result } = settleLookup(aggregateOf([lookedUp(delivery)], order), outcome, { ...context, shop });
  return { change, result, row: change?.deliveries?.[0], attempts: change?.attempts, wakes: change?.wakes };
}

const found: LookupOutcome = { kind: 'found', delivery: booked() };
const notFound: LookupOutcome = { kind: 'not_found' };
const unsupported: LookupOutcome = { kind: 'unsupported' };
const failed = (more: Partial<Extract<LookupOutcome, { kind: 'failed' }>> = {}): LookupOutcome => ({
  ...{ kind: 'failed', message: 'down', retryAfterMs: null, account: null },
  ...more,
});
const theirs: LookupOutcome = { kind: 'found', delivery: booked({ customerIdentifier: '999' }) };
const shownOnly: LookupOutcome = { kind: 'found', delivery: booked({ orderReference: '1002' }) };
const firstDuplicate = { doubt: 'duplicate' as const, everUnknown: false };
const unknownDuplicate = { doubt: 'duplicate' as const, everUnknown: true };
const cancelledOrder = { order: { cancelledAt: now - 1 } };
const formerKey = { account: 'former account' };
const landed = { landedBy: now };
/** An order whose deadline is at that instant. */
const dueBy = (at: number): Given => ({
  order: { sendableFrom: at - context.shop.settings.automation.maxAgeHours * 3_600_000 },
});
const prefixed = { orderReference: 'SHOP-1001' as DeliveryRecord['orderReference'] };

describe('a delivery that the look-up found', () => {
  test('is adopted with id and slot where it is ours', () => {
    const { row, attempts, result } = settled(found);
    expect(row).toMatchObject({ state: 'placed', doubt: null, service: booked(), drift: [] });
    expect(row).toMatchObject({ placedAt: now, account: 'live account', earlier: null, reason: null });
    expect(attempts).toMatchObject([
      { id: 'call 2', kind: 'lookup', outcome: 'found', finishedAt: now, message: null },
    ]);
    expect(result).toEqual({ kind: 'done' });
  });

  test('is what went out before a correction where that was booked, and the correction shows as a difference', () => {
    const earlier = { request: { ...exampleRequest, dropoff_address: '9 Long St' }, body: 'earlier' };
    const at = booked({ dropoffAddress: '9 Long St' });
    const { row } = settled({ kind: 'found', delivery: at }, { delivery: { earlier } });
    expect(row).toMatchObject({ state: 'placed', body: 'earlier', earlier: null });
    expect(row?.drift).toEqual([
      { about: 'request', field: 'dropoff_address', placed: '9 Long St', now: exampleRequest.dropoff_address },
    ]);
  });

  test('is an alarm where the order was cancelled meanwhile', () => {
    expect(settled(found, cancelledOrder).row).toMatchObject({ state: 'placed', drift: [{ field: 'order' }] });
  });

  test('is a task where the service has called its driver off by then', () => {
    const { row } = settled({ kind: 'found', delivery: booked({ state: 'CANCELLED' }) });
    expect(row).toMatchObject({ state: 'cancelled', doubt: null, lookAt: null, drift: [{ about: 'not_delivered' }] });
  });

  test('is adopted in the account that showed it', () => {
    expect(settled(found, { delivery: formerKey }).row).toMatchObject({ state: 'placed', account: 'live account' });
    const noKey = exampleShop({ accounts: { live: null, test: null } });
    expect(settled(found, { delivery: formerKey, shop: noKey }).row).toMatchObject({ account: 'former account' });
  });

  test.each([
    ['somebody else’s leaves ours unsent', theirs, firstDuplicate, 'reference_taken', null],
    ['somebody else’s after a lost answer, too', theirs, unknownDuplicate, 'reference_taken', null],
    ['one that may be ours is for a person', shownOnly, firstDuplicate, 'probably_placed', 'duplicate'],
    ['what another account knows says nothing', theirs, { ...formerKey }, 'key_changed_in_doubt', 'unanswered'],
  ])('%s', (_name, outcome, delivery, code, doubt) => {
    const { row, wakes } = settled(outcome, { delivery });
    expect(row).toMatchObject({ state: 'needs_attention', reason: { code }, doubt, dueAt: null });
    // What surely is not ours goes by the order as it is now, which may have been read since the request went out.
    expect(wakes).toEqual(doubt === null ? [{ at: now }] : []);
  });

  test('offers a prefix where the reference is surely somebody else’s, and knows that nothing of ours went out', () => {
    const { row } = settled(theirs, { delivery: firstDuplicate });
    expect(row).toMatchObject({ doubt: null, everUnknown: false, reason: { field: 'order_reference' } });
    expect(row?.reason?.nextStep).toMatch(/EXAMPLE-/);
    const { row: ended } = settled(theirs, { delivery: firstDuplicate, ...cancelledOrder });
    expect(ended).toMatchObject({ state: 'cancelled', reason: { code: 'order_cancelled' } });
  });
});

describe('where the service has nothing under the reference', () => {
  test('the order is read at once: only that tells whether the same body may follow', () => {
    const { row, attempts, wakes, result } = settled(notFound);
    expect(row).toMatchObject({ state: 'confirming', doubt: null, everUnknown: true, dueAt: now, leaseUntil: null });
    expect(row).toMatchObject({ fence: 3, attempts: 1, body: lookedUp().body });
    expect(wakes).toEqual([{ at: now }]);
    expect(attempts).toMatchObject([{ id: 'call 2', kind: 'lookup', outcome: 'not_found' }]);
    expect(result).toEqual({ kind: 'done' });
  });

  test.each([
    ['is the last word once a request in flight has landed', now, now],
    ['is not before', now + 1, null],
  ])('%s, however late the order is read', (_when, landedBy, left) => {
    expect(settled(notFound, { delivery: { landedBy } }).row).toMatchObject({ state: 'confirming', landedBy: left });
  });

  test.each([
    ['the shop is paused', { paused: true }],
    ['test mode is on', { automation: { testMode: true } }],
  ])('the order is read also while %s, for it may have ended', (_name, settings) => {
    const { row } = settled(notFound, { shop: exampleShop({}, settings) });
    expect(row).toMatchObject({ state: 'confirming', doubt: null, dueAt: now });
  });

  const ends: [string, Given, string, string][] = [
    ['the deadline has passed', dueBy(now - 1), 'needs_attention', 'too_late_in_doubt'],
    [
      'it was sent often enough',
      { delivery: { attempts: maxAttempts } },
      'needs_attention',
      'attempts_used_up_in_doubt',
    ],
    ['the order was cancelled', cancelledOrder, 'cancelled', 'order_cancelled_in_doubt'],
  ];
  test.each(ends)('nothing follows once %s, and the words deny no driver', (_name, given, state, code) => {
    const { row } = settled(notFound, { ...given, delivery: { ...given.delivery, ...landed } });
    expect(row).toMatchObject({ state, everUnknown: true, reason: { code } });
    expect(row?.reason?.message).toContain('1001');
  });

  test('the order is read where its payment was made good while the service was asked', () => {
    const { row } = settled(notFound, { delivery: { ...landed, deadlineAt: now - 1 } });
    expect(row).toMatchObject({ state: 'confirming', doubt: null, dueAt: now });
  });

  test.each(ends)('the last word is asked for once a request in flight has landed: %s', (_name, given) => {
    const { row, wakes } = settled(notFound, given);
    expect(row).toMatchObject({ state: 'confirming', doubt: 'unanswered', dueAt: now + 60_000, leaseUntil: null });
    expect(wakes).toEqual([{ at: now + 60_000 }]);
    expect(row?.reason).toMatchObject({ until: new Date(now + 60_000).toISOString(), retrying: true });
    expect(row?.landedBy).toBe(now + 60_000);
    const soon = { landedBy: now + 1 };
    const { row: again } = settled(notFound, { ...given, delivery: { ...given.delivery, ...soon } });
    expect(again).toMatchObject({ state: 'confirming', dueAt: now + 1, landedBy: now + 1 });
  });

  test('a duplicate on a first attempt is somebody else’s in another account', () => {
    expect(settled(notFound, { delivery: firstDuplicate }).row).toMatchObject({ reason: { code: 'reference_taken' } });
  });

  test('a duplicate after a lost answer is asked about again, then a person decides', () => {
    const { row } = settled(notFound, { delivery: unknownDuplicate });
    expect(row).toMatchObject({ state: 'confirming', failures: 1, dueAt: now + 2_000, doubt: 'duplicate' });
    const { row: last } = settled(notFound, { delivery: { ...unknownDuplicate, failures: 3 } });
    expect(last).toMatchObject({ state: 'needs_attention', doubt: 'duplicate', reason: { code: 'probably_placed' } });
    expect(last?.reason?.params).toEqual({ reference: '1001' });
  });

  test('what the service said of a taken reference is kept, so that a person sees what it may have meant', () => {
    const serviceMessage = 'All slots are already booked';
    const said = (delivery: Partial<DeliveryRecord>) => ({
      delivery: { ...delivery, reason: reason('asking_service', {}, { serviceMessage }) },
    });
    const at = (code: string) => ({ reason: { code, serviceMessage } });
    expect(settled(notFound, said(firstDuplicate)).row).toMatchObject(at('reference_taken'));
    expect(settled(notFound, said(unknownDuplicate)).row).toMatchObject(at('asking_service'));
    expect(settled(failed(), said(unknownDuplicate)).row).toMatchObject(at('asking_service'));
    expect(settled(notFound, said({ ...unknownDuplicate, failures: 3 })).row).toMatchObject(at('probably_placed'));
    expect(settled(unsupported, said(firstDuplicate)).row).toMatchObject(at('probably_placed'));
    expect(settled(theirs, said({})).row?.reason?.serviceMessage).toBeNull();
  });

  test('another account says nothing about what may have landed in the former one', () => {
    const { row } = settled(notFound, { delivery: formerKey });
    expect(row).toMatchObject({ state: 'needs_attention', reason: { code: 'key_changed_in_doubt' } });
  });
});

describe('where the profile has no look-up', () => {
  const own = exampleShop({}, { prefix: 'SHOP-' });
  test('the same body follows, and the reference guards it', () => {
    expect(settled(unsupported).row).toMatchObject({ state: 'confirming', doubt: null, dueAt: now });
  });

  test('nobody knows its fate once nothing may follow', () => {
    const given = { delivery: { attempts: maxAttempts, ...landed } };
    expect(settled(unsupported, given).row).toMatchObject({
      state: 'needs_attention',
      reason: { code: 'fate_unknown', params: { reference: '1001' } },
    });
    const { row } = settled(unsupported, { ...cancelledOrder, delivery: landed });
    expect(row).toMatchObject({ state: 'needs_attention', reason: { code: 'fate_unknown' } });
  });

  test('a duplicate after a lost answer is ours under a prefix of this shop only', () => {
    const at = { ...context, shop: own, ...prefixed };
    const one = (delivery: Partial<DeliveryRecord>, shop: ShopRecord) =>
      settleLookup(aggregateOf([lookedUp({ ...prefixed, ...delivery })]), unsupported, { ...at, shop }).change
        ?.deliveries?.[0];
    const earlier = { request: exampleRequest, body: 'earlier' };
    expect(one({ ...unknownDuplicate, earlier }, own)).toMatchObject({
      ...{ state: 'placed', doubt: null, placedAt: now, earlier: null },
      reason: { code: 'slot_not_recognised' },
    });
    for (const unsure of [one(firstDuplicate, own), one(unknownDuplicate, exampleShop())]) {
      expect(unsure).toMatchObject({
        state: 'needs_attention',
        doubt: 'duplicate',
        reason: { code: 'probably_placed' },
      });
    }
  });
});

describe('what the service refused after a lost answer', () => {
  const said = { field: 'dropoff_address', serviceMessage: 'There is already a delivery' };
  const delivery = { doubt: 'refused' as const, reason: reason('asking_service', {}, said) };

  test('is booked where it was there all along', () => {
    expect(settled(found, { delivery }).row).toMatchObject({ state: 'placed', doubt: null, reason: null });
  });

  test.each([
    ['it is not there', notFound, {}],
    ['nobody can be asked', unsupported, {}],
    ['its order was cancelled', notFound, cancelledOrder],
    ['it was sent often enough', notFound, { delivery: { attempts: maxAttempts } }],
  ])('is a person’s once %s: it never goes out again unchanged', (_name, outcome, given: Given) => {
    const { row } = settled(outcome, { ...given, delivery: { ...delivery, ...given.delivery } });
    expect(row).toMatchObject({ state: 'needs_attention', doubt: null, everUnknown: true, dueAt: null });
    expect(row?.reason).toMatchObject({ code: 'refused_after_unknown', params: { reference: '1001' }, ...said });
  });

  test.each([
    ['as the service put it', { objection: said }, said],
    ['without the words of that, by a row of a version before', {}, { field: null, serviceMessage: null }],
  ])('that waited for a key meanwhile is told of %s', (_name, kept, told) => {
    const waited = { ...delivery, reason: reason('key_refused', {}, { serviceMessage: 'unknown key' }) };
    const { row } = settled(notFound, { delivery: { ...waited, waitsFor: { kind: 'service' }, ...kept } });
    expect(row?.reason).toMatchObject({ code: 'refused_after_unknown', ...told });
  });

  test('is asked about again where the service does not say', () => {
    const { row } = settled(failed(), { delivery });
    expect(row).toMatchObject({ state: 'confirming', doubt: 'refused', failures: 1, dueAt: now + 2_000, reason: said });
  });

  test.each([
    ['somebody else’s is there', theirs, {}, 'reference_taken'],
    ['one is there that may be ours', shownOnly, {}, 'probably_placed'],
    ['the key was changed', notFound, formerKey, 'key_changed_in_doubt'],
  ])('is a person’s with the service’s words where %s', (_name, outcome, changes, code) => {
    const { row } = settled(outcome, { delivery: { ...delivery, ...changes } });
    expect(row).toMatchObject({ state: 'needs_attention', reason: { code, serviceMessage: said.serviceMessage } });
  });
});

describe('what the service refused on a first attempt in words that name the reference', () => {
  const said = { field: null, serviceMessage: 'Order reference 1001: the suburb is not served.' };
  const refused = { doubt: 'refused' as const, everUnknown: false, reason: reason('asking_service', {}, said) };
  const given = (more: Partial<DeliveryRecord> = {}): Given => ({ delivery: { ...refused, ...more } });

  test.each([
    ['nothing is there', notFound, {}],
    ['nothing is in another account', notFound, formerKey],
    ['nobody can be asked', unsupported, {}],
    ['the service has not said so often', failed(), { failures: 2 }],
    ['the key is refused', failed({ account: 'key' }), {}],
  ])('is refused, and can be corrected, once %s', (_name, outcome, more) => {
    const { row } = settled(outcome, given(more));
    expect(row).toMatchObject({ state: 'needs_attention', doubt: null, everUnknown: false, dueAt: null });
    expect(row?.reason).toMatchObject({ code: 'refused_by_service', ...said });
  });

  test('is refused an hour after the deadline, too', () => {
    const { row } = settled(failed(), { ...given(), ...dueBy(now - 3_600_001) });
    expect(row).toMatchObject({ state: 'needs_attention', reason: { code: 'refused_by_service' } });
  });

  test('is asked about again where the service does not say at once', () => {
    const { row } = settled(failed(), given({ failures: 1 }));
    expect(row).toMatchObject({ state: 'confirming', doubt: 'refused', everUnknown: false, failures: 2, reason: said });
  });

  test('ends with an order that was cancelled meanwhile', () => {
    const { row } = settled(notFound, { ...given(), ...cancelledOrder });
    expect(row).toMatchObject({ state: 'cancelled', doubt: null, reason: { code: 'order_cancelled' } });
  });

  test.each([
    ['is booked where it is there', found, { state: 'placed', doubt: null }],
    ['is for another reference where somebody else’s is there', theirs, { reason: { code: 'reference_taken' } }],
    ['is for a person where one is there that may be ours', shownOnly, { reason: { code: 'probably_placed' } }],
  ])('%s', (_name, outcome, expected) => {
    expect(settled(outcome, given()).row).toMatchObject(expected);
  });
});

describe('a look-up without a verdict', () => {
  test.each([
    [null, 2_000],
    [9_000, 9_000],
  ])('is made again, never before the service asked for (%s ms)', (retryAfterMs, after) => {
    const { row, wakes, attempts } = settled(failed({ retryAfterMs }));
    expect(row).toMatchObject({ state: 'confirming', doubt: 'unanswered', failures: 1, dueAt: now + after });
    expect(wakes).toEqual([{ at: now + after }]);
    expect(attempts).toMatchObject([{ outcome: 'failed', message: 'down' }]);
  });

  test.each([
    ['key', 'key_refused'],
    ['address', 'address_wrong'],
  ] as const)('waits with the shop where the %s was refused, still in doubt', (account, code) => {
    expect(settled(failed({ account })).row).toMatchObject({ state: 'held', doubt: 'unanswered', reason: { code } });
  });

  test('is made the last time an hour after the deadline, whenever the service wants to hear again', () => {
    const { row } = settled(failed({ retryAfterMs: 86_400_000 }), dueBy(now + 1_000));
    expect(row).toMatchObject({ state: 'confirming', dueAt: now + 3_601_001 });
    const dated = settled(failed({ retryAfterMs: 86_400_000 }), { delivery: { word: [] } });
    expect(dated.row?.dueAt).toBe(now + 86_400_000);
  });

  test('ends with a person an hour after the deadline, not before', () => {
    const hour = 3_600_000;
    expect(settled(failed(), dueBy(now - hour)).row?.state).toBe('confirming');
    const { row } = settled(failed(), dueBy(now - hour - 1));
    expect(row).toMatchObject({
      state: 'needs_attention',
      doubt: 'unanswered',
      reason: { code: 'fate_unknown', params: { reference: '1001' } },
    });
  });
});

test('an answer under an older fence changes nothing', () => {
  expect(settled(found, { delivery: { fence: 4 } })).toMatchObject({ change: null, result: { kind: 'fenced' } });
  expect(settleLookup(aggregateOf([]), found, context).result).toEqual({ kind: 'fenced' });
});

describe('a delivery id that another order of ours holds', () => {
  const collide = (call: 'place' | 'lookup', changes: Partial<DeliveryRecord>) =>
    settleCollision(aggregateOf([lookedUp(changes)]), lookedUp(), call).change?.deliveries?.[0];

  test.each([
    ['an answer of success leaves it in doubt', 'place', { everUnknown: false }, 'probably_placed', true],
    ['so does a look-up after a lost answer', 'lookup', {}, 'probably_placed', true],
    ['a look-up of a first attempt says that it is theirs', 'lookup', firstDuplicate, 'reference_taken', false],
  ] as const)('%s', (_name, call, changes, code, everUnknown) => {
    expect(collide(call, changes)).toMatchObject({
      state: 'needs_attention',
      reason: { code },
      everUnknown,
    });
  });

  test('changes nothing under an older fence', () => {
    expect(collide('place', { fence: 9 })).toBeUndefined();
    expect(settleCollision(aggregateOf([]), lookedUp(), 'place').change).toBeNull();
  });
});
