import { describe, expect, it } from 'vitest';
import { placementReason } from './placement-reasons.ts';
import type { FulfillmentOrder } from './shop-order.ts';
import { exampleFulfillmentOrder } from './testing/example-order.ts';
import { isWaitingFor, openedAtOf, timeOf, type WaitsFor, waitingFor, waitingUntil, whyWaiting } from './waiting.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const opening = Date.parse('2026-12-01T08:00:00Z');

describe('what goods wait for', () => {
  it.each<[string, Partial<FulfillmentOrder>[], WaitsFor, object]>([
    [
      'a hold without words',
      [{ status: 'ON_HOLD' }],
      { kind: 'release' },
      { code: 'fulfillment_on_hold', params: { hold: 'no reason given' }, until: null, retrying: false },
    ],
    [
      'a hold before an opening, each of its words once',
      [{ fulfillAt: '2026-12-01T08:00:00Z' }, { status: 'ON_HOLD', holds: ['Fraud', ' ', 'Fraud', 'Stock'] }],
      { kind: 'release' },
      { params: { hold: 'Fraud, Stock' } },
    ],
    [
      'the earliest opening that is still to come',
      [
        { fulfillAt: '2026-11-20T08:00:00Z' },
        { fulfillAt: '2026-12-02T08:00:00Z' },
        { fulfillAt: '2026-12-01T08:00:00Z' },
      ],
      { kind: 'opening', at: opening },
      { code: 'fulfillment_scheduled', until: '2026-12-01T08:00:00.000Z', retrying: false },
    ],
    ['an opening of this moment', [{ fulfillAt: '2026-11-21T08:00:00Z' }], { kind: 'opening', at: null }, {}],
    ['an opening at no known time', [{ fulfillAt: 'soon' }], { kind: 'opening', at: null }, { retrying: true }],
    ['an opening without a time', [{ fulfillAt: null }], { kind: 'opening', at: null }, { until: null }],
  ])('is %s', (_case, changes, waitsFor, reason) => {
    const fulfillmentOrders = changes.map((one) => exampleFulfillmentOrder({ status: 'SCHEDULED', ...one }));
    expect(whyWaiting(fulfillmentOrders, now, opening)).toMatchObject({ waitsFor, reason });
  });
});

describe('what is waited for', () => {
  const why = placementReason('edit_window', { minutes: 15 });
  it('is promised in words at the very time that is waited for', () => {
    expect(waitingUntil('time', opening, why)).toEqual({
      waitsFor: { kind: 'time', at: opening },
      reason: { ...why, until: '2026-12-01T08:00:00.000Z', retrying: false },
    });
  });

  it.each([null, Number.NaN, 9e15])('is looked at now and then where its time is %s', (at) => {
    expect(waitingUntil('time', at, why)).toEqual({
      waitsFor: { kind: 'time', at: null },
      reason: { ...why, until: null, retrying: true },
    });
  });

  it('has no time where a person or the service ends it', () => {
    const paused = placementReason('paused');
    expect(waitingFor('settings', paused)).toEqual({ waitsFor: { kind: 'settings' }, reason: paused });
    expect(timeOf({ kind: 'settings' })).toBeNull();
    expect(timeOf(null)).toBeNull();
    expect(timeOf({ kind: 'time', at: opening })).toBe(opening);
  });

  it('is told from everything else', () => {
    const rows: (WaitsFor | null)[] = [{ kind: 'opening', at: null }, { kind: 'release' }, { kind: 'settings' }, null];
    expect(rows.map((waitsFor) => isWaitingFor({ waitsFor }, 'opening', 'release'))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(rows.map((waitsFor) => isWaitingFor({ waitsFor }, 'settings'))).toEqual([false, false, true, false]);
  });
});

describe('kept-back goods', () => {
  it.each<[string, WaitsFor | null, number]>([
    ['opened at the time that was given', { kind: 'opening', at: now - 1 }, now - 1],
    ['opened now, where the time is still to come', { kind: 'opening', at: now + 1 }, now],
    ['opened now, where none was given', { kind: 'opening', at: null }, now],
    ['opened now, where somebody released them', { kind: 'release' }, now],
    ['opened now, where nothing is known of it', null, now],
  ])('%s', (_case, waitsFor, opened) => {
    expect(openedAtOf(waitsFor, now)).toBe(opened);
  });
});
