import { describe, expect, it } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import { alarmOf, closeAll, closingOf, openDrift, withDifferences } from './alarm.ts';

const address: DriftItem = { about: 'request', field: 'dropoff_address', placed: '4 Kloof St', now: '40 Kloof St' };
const phone: DriftItem = { about: 'request', field: 'dropoff_contact_phone', placed: '0821234567', now: '0839876543' };
const closedBy = (by: string, ...drift: DriftItem[]) => closeAll({ drift, closed: [] }, 5, by);

describe('alarmOf', () => {
  it.each<[string, DriftItem[], DriftItem[], boolean]>([
    ['the same difference', [address], [{ ...address }], true],
    ['the same differences in another order', [address, phone], [phone, address], true],
    ['one more', [address], [address, phone], false],
    ['another value now', [address], [{ ...address, now: '41 Kloof St' }], false],
    ['the values the other way round', [address], [{ ...address, placed: address.now, now: address.placed }], false],
    ['the same values of another field', [address], [{ ...address, field: 'pickup_address' }], false],
  ])('%s', (_case, before, after, same) => {
    expect(alarmOf(before) === alarmOf(after)).toBe(same);
  });

  it('is nothing without a difference, and names no value', () => {
    expect(alarmOf([])).toBeNull();
    expect(alarmOf([address, phone])).toMatch(/^[0-9a-f]{1,16}$/);
  });
});

describe('a closed difference', () => {
  it('is no longer open, and says who closed it and when', () => {
    const delivery = { drift: [address, phone], closed: closedBy('staff 1', address) };
    expect(openDrift(delivery)).toEqual([phone]);
    expect(closingOf(delivery, address)).toMatchObject({ by: 'staff 1', at: 5 });
    expect(closingOf(delivery, phone)).toBeNull();
  });

  it('keeps the person who closed it first', () => {
    const delivery = { drift: [address, phone], closed: closedBy('staff 1', address) };
    const all = { ...delivery, closed: closeAll(delivery, 9, 'staff 2') };
    expect([closingOf(all, address)?.by, closingOf(all, phone)?.by]).toEqual(['staff 1', 'staff 2']);
    expect(openDrift(all)).toEqual([]);
  });

  it('is open again where it went and came back', () => {
    const delivery = { drift: [address, phone], closed: closedBy('staff 1', address, phone) };
    const meanwhile = withDifferences(delivery, [phone]);
    expect(openDrift(withDifferences(meanwhile, [address, phone]))).toEqual([address]);
  });
});
