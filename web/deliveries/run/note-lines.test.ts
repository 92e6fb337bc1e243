import { describe, expect, it } from 'vitest';
import type { DeliveryId, OrderReference } from '#placement/ids.ts';
import type { DeliveryRecord, ServiceDelivery, Slot } from '../delivery.ts';
import { detailsOf, linesOf, standsAlike } from './record-write-back.ts';

type Shown = Parameters<typeof linesOf>[0][number];
const slot: Slot = { start: '2026-11-21T12:00:00Z', end: '2026-11-21T14:00:00Z' };
const zones = { timeZone: 'Africa/Johannesburg', shopTimeZone: 'Africa/Johannesburg' };

function shown(state: DeliveryRecord['state'], changes: Partial<ServiceDelivery> | null = {}): Shown {
  const service = {
    deliveryId: 'D-8831' as DeliveryId,
    slot,
    distanceEstimateMetres: null,
    timeEstimateSeconds: null,
    state: 'PENDING PICKUP',
    orderReference: '1001',
    customerIdentifier: null,
    pickupAddress: null,
    dropoffAddress: null,
    dropoffContactPhone: null,
    ...{ trackingUrl: null, photoUrl: null, cost: null },
    raw: '',
  };
  return { orderReference: '1001' as OrderReference, state, service: changes && { ...service, ...changes } };
}

const placed = 'Sat 21 Nov 2026, 14:00–16:00 (D-8831)';

describe('what stands in the order', () => {
  it.each<[string, Shown, string, boolean | undefined, Slot | null]>([
    ['a placed delivery', shown('placed'), placed, undefined, slot],
    ['one without a slot', shown('placed', { slot: null }), 'booked, time not given (D-8831)', undefined, null],
    ['one of which nothing is known', shown('placed', null), 'booked, time not given', undefined, null],
    ['a cancelled one', shown('cancelled'), 'cancelled (D-8831)', true, null],
    ['a cancelled one without an id', shown('cancelled', null), 'cancelled', true, null],
  ])('of %s', (_case, delivery, text, onlyInPlace, slotThere) => {
    expect(linesOf([delivery], zones)).toEqual([{ reference: '1001', text, ...(onlyInPlace ? { onlyInPlace } : {}) }]);
    expect(JSON.parse(detailsOf([delivery], 'too_long'))).toEqual([
      {
        reference: '1001',
        id: delivery.service?.deliveryId ?? null,
        slot: slotThere,
        state: delivery.state,
        note: 'too_long',
      },
    ]);
  });

  it.each<[string, Shown | undefined, Shown, boolean]>([
    ['the same delivery', shown('placed'), shown('placed'), true],
    ['the same with another word of the service', shown('placed'), shown('placed', { state: 'DELIVERED' }), true],
    ['one cancelled meanwhile', shown('placed'), shown('cancelled'), false],
    ['one whose slot moved', shown('placed'), shown('placed', { slot: { ...slot, end: null } }), false],
    ['one placed meanwhile', undefined, shown('placed'), false],
  ])('holds for %s: %#', (_case, written, now, alike) => {
    expect(standsAlike(written, now)).toBe(alike);
  });
});
