import { describe, expect, it } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { aggregateOf, booked, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord, Refusal } from '../delivery.ts';
import { noteHash, type OrderRecord } from '../order.ts';
import { reason } from '../reasons.ts';
import {
  detailsOf,
  linesOf,
  type OwnWrite,
  oweForbidden,
  ownWriteOf,
  settleWriteBack,
  standsAlike,
  unwritten,
  type WrittenBack,
} from './record-write-back.ts';

const own: OwnWrite = { updatedAt: 20, noteHash: 'ours' };
const order = { orderId: '1', ownWrite: null, updatedAt: 1, shopifyUpdatedAt: 10, dueAt: null } as OrderRecord;
const written: WrittenBack = {
  note: 'written',
  refusals: [],
  wrote: true,
  mayBeGone: false,
  changedBefore: 10,
  ownWrite: own,
};
const refusal = (of: Refusal['of']): Refusal => ({ ...reason(`${of}_refused`, {}), of });

function delivery(reference: string, changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  const known = { orderReference: reference as OrderReference, state: 'placed', service: null, placedAt: 5 };
  const owed = { writtenBackAt: null, note: 'pending', refusals: [], dueAt: 9, failures: 2 };
  return { ...known, ...owed, ...changes } as DeliveryRecord;
}

function settled(stored: DeliveryRecord[], run: Partial<WrittenBack> = {}, current: Partial<OrderRecord> = {}) {
  const aggregate = { ...aggregateOf(stored), order: { ...order, ...current }, now: 30 };
  const { change } = settleWriteBack(aggregate, {
    seen: order,
    shown: [delivery('1001')],
    written: { ...written, ...run },
  });
  const rows = change?.deliveries?.map(({ orderReference, writtenBackAt, note }) => [
    orderReference,
    writtenBackAt,
    note,
  ]);
  return { rows, wakes: change?.wakes, order: change?.order, deliveries: change?.deliveries };
}

describe('oweForbidden', () => {
  const told = { writtenBackAt: 20, note: 'refused', dueAt: null, failures: 0 } as const;
  const lacking = { ...refusal('tag'), forbiddenAt: 15 };
  const owedAt = (refusals: Refusal[], grantedAt: number) =>
    oweForbidden({ ...aggregateOf([delivery('1001', { ...told, refusals })]), now: 30 }, grantedAt).change;

  it('has all that was forbidden before the grant written anew at once, and what was refused otherwise stay refused', () => {
    expect(owedAt([refusal('note'), lacking], 15)).toMatchObject({
      deliveries: [{ writtenBackAt: null, note: 'pending', dueAt: 30, refusals: [{ of: 'note' }] }],
      wakes: [{ at: null }],
    });
  });

  it('leaves what was forbidden over a week ago to a person: a buyer would hear of it now', () => {
    const now = 8 * 86_400_000;
    const deliveries = [
      delivery('1001', { ...told, refusals: [lacking] }),
      delivery('1002', { ...told, refusals: [] }),
    ];
    const { change } = oweForbidden({ ...aggregateOf(deliveries), now }, 20);
    expect(change?.deliveries).toEqual([{ ...deliveries[0], refusals: [refusal('tag')] }]);
    const fresh = { ...refusal('note'), forbiddenAt: now - 7 * 86_400_000 };
    const both = [delivery('1001', { ...told, refusals: [lacking, fresh] })];
    expect(oweForbidden({ ...aggregateOf(both), now }, now).change).toMatchObject({
      deliveries: [{ writtenBackAt: null, dueAt: now, refusals: [{ of: 'tag' }] }],
    });
  });

  it.each([
    ['was refused for another reason', [refusal('note')], 15],
    ['was forbidden since', [lacking], 14],
  ])('changes nothing of what %s', (_what, refusals, grantedAt) => {
    expect(owedAt(refusals, grantedAt)).toBeNull();
  });
});

describe('settleWriteBack', () => {
  it('marks what was written, and remembers our last change for its echo', () => {
    const { rows, wakes, order: after, deliveries } = settled([delivery('1001')]);
    expect({ rows, wakes }).toEqual({ rows: [['1001', 30, 'written']], wakes: [] });
    expect(after?.ownWrite).toEqual(own);
    expect(deliveries).toMatchObject([{ dueAt: null, failures: 0 }]);
  });

  it('leaves what another run left to be written meanwhile: what that one wrote may stand over ours', () => {
    const left = delivery('1001', { dueAt: 40, failures: 3 });
    const { rows, deliveries } = settled([left]);
    expect({ rows, deliveries }).toEqual({ rows: [], deliveries: [] });
  });

  it.each<[string, Partial<OrderRecord>]>([
    ['another run called cancelled', {}],
    ['another run wrote another note for', { ownWrite: { updatedAt: 22, noteHash: 'theirs' } }],
  ])('leaves what %s to be written, so that a run which wrote before that does not mark it', (_name, current) => {
    const cancelled = delivery('1001', { state: 'cancelled', writtenBackAt: 25, note: 'written', dueAt: null });
    expect(settled([cancelled], {}, current).deliveries).toMatchObject([{ writtenBackAt: null, dueAt: 30 }]);
  });

  it.each([
    ['in the second that was read leaves that in doubt until its echo has come', own, true, 20, 19],
    ['in a later second leaves what was read as it is', own, true, 19, 19],
    ['that changed nothing has no echo', own, false, 20, 20],
    ['of an order that is gone has none either', null, true, 20, 20],
  ])('a write %s', (_name, ownWrite, wrote, shopifyUpdatedAt, after) => {
    const { order: left } = settled([delivery('1001')], { ownWrite, wrote }, { shopifyUpdatedAt });
    expect(left?.shopifyUpdatedAt).toBe(after);
  });

  it('leaves what another run has read since, with our note in it, as it is', () => {
    const { order: left } = settled([delivery('1001')], {}, { shopifyUpdatedAt: 20, noteHash: 'ours' });
    expect(left?.shopifyUpdatedAt).toBe(20);
  });

  it.each([
    ['since it was read is read anew', 11, {}, 30],
    ['when it was read is not', 10, {}, null],
    ['by our own write before is not', 11, { ownWrite: { updatedAt: 11, noteHash: 'ours' } }, null],
    ['at a time that nobody read is not', null, {}, null],
  ])('an order that was changed %s', (_name, changedBefore, known, dueAt) => {
    const { order: left, wakes } = settled([delivery('1001')], { changedBefore }, known);
    expect({ dueAt: left?.dueAt, wakes }).toEqual({ dueAt, wakes: dueAt === null ? [] : [{ at: dueAt }] });
  });

  it('an order that may be gone is read once every replica shows that', () => {
    const { order: left, wakes } = settled([delivery('1001')], { mayBeGone: true });
    expect({ dueAt: left?.dueAt, wakes }).toEqual({ dueAt: 2_030, wakes: [{ at: 2_030 }] });
  });

  it('settles a refusal beside those of the follow-ups', () => {
    const refusals = [refusal('note')];
    const { deliveries } = settled(
      [delivery('1001', { refusals: [refusal('tag'), refusal('details'), refusal('fulfilment'), refusal('event')] })],
      {
        note: 'refused',
        refusals,
        wrote: false,
      },
    );
    expect(deliveries?.[0]?.refusals.map(({ of }) => of)).toEqual(['note', 'tag', 'fulfilment', 'event']);
  });

  it('leaves to its own run what was cancelled meanwhile', () => {
    const left = { rows: [['1001', null, 'pending']], wakes: [{ at: null }] };
    expect(settled([delivery('1001', { state: 'cancelled' })])).toMatchObject(left);
  });

  it.each([
    ['wrote before our lines went over it', 25, true],
    ['wrote before our details went over it', 25, false],
    ['has written, and is still to mark', null, false],
  ])('looks again at a delivery that another run %s', (_name, writtenBackAt, wrote) => {
    const rows = [
      ['1001', 30, 'written'],
      ['1001-2', null, 'pending'],
    ];
    const { deliveries, ...left } = settled([delivery('1001'), delivery('1001-2', { writtenBackAt })], { wrote });
    expect(left).toMatchObject({ rows, wakes: [{ at: null }] });
    expect(deliveries?.at(-1)?.dueAt).toBe(30);
  });

  it.each([
    ['our note promised its slot', true],
    ['only our details said that it comes', false],
  ])('looks again at what another run called cancelled where %s', (_name, wrote) => {
    const cancelled = delivery('1001', { state: 'cancelled', writtenBackAt: 25, note: 'written' });
    const again = { rows: [['1001', null, 'pending']], wakes: [{ at: null }] };
    expect(settled([cancelled], { wrote })).toMatchObject(again);
  });

  it('looks at every line again where another run wrote another note meanwhile', () => {
    const overtaken = { ownWrite: { updatedAt: 22, noteHash: 'theirs' } };
    const unplaced = delivery('1001-3', { placedAt: null });
    expect(settled([delivery('1001'), unplaced], {}, overtaken)).toMatchObject({
      rows: [['1001', null, 'pending']],
      wakes: [{ at: null }],
    });
    expect(settled([delivery('1001')], { ownWrite: null }, overtaken).rows).toEqual([['1001', 30, 'written']]);
    expect(settled([delivery('1001')], {}, { ownWrite: { updatedAt: 22, noteHash: 'ours' } }).wakes).toEqual([]);
  });

  it.each<[string, Partial<OwnWrite>, boolean]>([
    ['the note that this run had read', {}, false],
    ['another note in the same second', { noteHash: 'theirs' }, true],
    ['the same note, written once more', { updatedAt: 23 }, true],
  ])('tells by note and time whether another run came between: %s', (_name, changes, isOvertaken) => {
    const before = { updatedAt: 22, noteHash: 'before' };
    const aggregate = { ...aggregateOf([]), order: { ...order, ownWrite: { ...before, ...changes } } };
    const run = { seen: { ...order, ownWrite: before }, shown: [], written };
    expect(settleWriteBack(aggregate, run).change?.wakes).toEqual(isOvertaken ? [{ at: null }] : []);
  });

  it('writes nothing of an order that is gone', () => {
    const aggregate = { ...aggregateOf([], null), erased: true };
    expect(settleWriteBack(aggregate, { seen: order, shown: [], written }).change).toBeNull();
    expect(unwritten(delivery('1001', { writtenBackAt: 3, note: 'written' }))).toMatchObject({ note: 'pending' });
  });
});

describe('what is written of a delivery', () => {
  const zones = { timeZone: 'Africa/Johannesburg', shopTimeZone: 'Africa/Johannesburg' };
  const reference = '1001';
  const { slot } = booked();

  it.each([
    ['its slot', delivery(reference, { service: booked() }), 'Sat 21 Nov 2026, 14:00–16:00 (D-1)', slot, 'D-1'],
    ['that none was given', delivery(reference), 'booked, time not given', null, null],
  ])('%s', (_name, placed, text, shownSlot, id) => {
    expect(linesOf([placed], zones)).toEqual([{ reference, text }]);
    const detail = { reference, id, slot: shownSlot, state: 'placed', note: 'written' };
    expect(JSON.parse(detailsOf([placed], 'written'))).toEqual([detail]);
  });

  it.each([
    ['D-1', booked(), 'cancelled (D-1)'],
    [null, null, 'cancelled'],
  ])('that it was cancelled, only where its line stands, and no slot (%s)', (id, service, text) => {
    const cancelled = delivery(reference, { state: 'cancelled', service });
    expect(linesOf([cancelled], zones)).toEqual([{ reference, text, onlyInPlace: true }]);
    const detail = { reference, id, slot: null, state: 'cancelled', note: 'off' };
    expect(JSON.parse(detailsOf([cancelled], 'off'))).toEqual([detail]);
  });

  it('holds for a later reading while id, slot and state are the same', () => {
    const placed = delivery(reference, { service: booked() });
    expect(standsAlike(placed, { ...placed, service: booked({ state: 'EN ROUTE' }) })).toBe(true);
    expect(standsAlike(placed, { ...placed, service: booked({ slot: null }) })).toBe(false);
    expect(standsAlike(undefined, placed)).toBe(false);
  });

  it('is known again by the instant of our change and the note that it left', () => {
    const updatedAt = '2026-11-21T08:00:00Z';
    expect(ownWriteOf({ note: 'ours', updatedAt })).toEqual({ updatedAt: now, noteHash: noteHash('ours') });
  });
});
