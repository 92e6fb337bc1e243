import { describe, expect, it } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { OrderRecord } from '../order.ts';
import { reason } from '../reasons.ts';
import { type OwnWrite, settleWriteBack, unwritten, type WrittenBack } from './record-write-back.ts';

const own: OwnWrite = { updatedAt: 20, noteHash: 'ours' };
const order = { orderId: '1', ownWrite: null, updatedAt: 1 } as OrderRecord;
const written: WrittenBack = { note: 'written', refusals: [], wrote: true, ownWrite: own };
const tagRefused = reason('tag_refused', {});

function delivery(reference: string, changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  const known = { orderReference: reference as OrderReference, state: 'placed', service: null, placedAt: 5 };
  const owed = { writtenBackAt: null, note: 'pending', refusals: [], dueAt: 9, failures: 2 };
  return { ...known, ...owed, ...changes } as DeliveryRecord;
}

function settled(stored: DeliveryRecord[], run: Partial<WrittenBack> = {}, current: Partial<OrderRecord> = {}) {
  const aggregate = { order: { ...order, ...current }, deliveries: stored, erased: false, now: 30 };
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
  return { rows, wakes: change?.wakes?.length, order: change?.order, deliveries: change?.deliveries };
}

describe('settleWriteBack', () => {
  it('marks what was written, and remembers our last change for its echo', () => {
    const { rows, wakes, order: after, deliveries } = settled([delivery('1001')]);
    expect({ rows, wakes }).toEqual({ rows: [['1001', 30, 'written']], wakes: 0 });
    expect(after?.ownWrite).toEqual(own);
    expect(deliveries).toMatchObject([{ dueAt: null, failures: 0 }]);
  });

  it('settles a refusal beside those of the follow-ups', () => {
    const refusals = [reason('note_refused', {})];
    const { deliveries } = settled([delivery('1001', { refusals: [tagRefused, reason('details_refused', {})] })], {
      note: 'refused',
      refusals,
      wrote: false,
    });
    expect(deliveries?.[0]?.refusals.map(({ code }) => code)).toEqual(['note_refused', 'tag_refused']);
  });

  it('leaves to its own run what was cancelled meanwhile', () => {
    expect(settled([delivery('1001', { state: 'cancelled' })]).rows).toEqual([]);
  });

  it('looks again at a delivery that another run wrote before our note went over it', () => {
    const other = delivery('1001-2', { writtenBackAt: 25, note: 'written' });
    const both = [
      ['1001', 30, 'written'],
      ['1001-2', null, 'pending'],
    ];
    expect(settled([delivery('1001'), other])).toMatchObject({ rows: both, wakes: 1 });
    expect(settled([delivery('1001'), other], { wrote: false })).toMatchObject({ rows: both.slice(0, 1), wakes: 0 });
    expect(settled([delivery('1001'), delivery('1001-2')])).toMatchObject({ rows: both.slice(0, 1), wakes: 0 });
  });

  it('looks at every line again where another run wrote another note meanwhile', () => {
    const overtaken = { ownWrite: { updatedAt: 22, noteHash: 'theirs' } };
    const unplaced = delivery('1001-3', { placedAt: null });
    expect(settled([delivery('1001'), unplaced], {}, overtaken)).toMatchObject({
      rows: [['1001', null, 'pending']],
      wakes: 1,
    });
    expect(settled([delivery('1001')], { ownWrite: null }, overtaken).rows).toEqual([['1001', 30, 'written']]);
    expect(settled([delivery('1001')], {}, { ownWrite: { updatedAt: 22, noteHash: 'ours' } }).wakes).toBe(0);
  });

  it('writes nothing of an order that is gone', () => {
    const aggregate = { order: null, deliveries: [], erased: true, now: 30 };
    expect(settleWriteBack(aggregate, { seen: order, shown: [], written }).change).toBeNull();
    expect(unwritten(delivery('1001', { writtenBackAt: 3, note: 'written' }))).toMatchObject({ note: 'pending' });
  });
});
