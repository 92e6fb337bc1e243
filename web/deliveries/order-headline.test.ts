import { expect, test } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryState, DeliveryView, OrderView } from '#api-contract/order.ts';
import { orderHeadline } from './order-headline.ts';
import { reason } from './reasons.ts';

type Shown = Pick<OrderView, 'state' | 'deliveries'>;

/** Booked, and nothing is wrong with it. */
const booked: DeliveryView = {
  ...{
    orderReference: '1001',
    deliveryId: 'D-1001',
    state: 'placed',
    reason: null,
    inDoubt: false,
    slot: null,
    isCurrent: true,
  },
  ...{ distanceEstimateMetres: null, timeEstimateSeconds: null, noteWritten: true, noteState: 'written', refusals: [] },
  ...{ drift: [], alarm: null, attempts: [], locationName: null, serviceState: null, progress: null, progressAt: null },
  ...{ cancelling: false, isLate: false, trackingUrl: null, photoUrl: null, contactUrl: null, testMode: false },
};
const drift = (about: DriftItem['about'], now: string) => ({
  ...{ drift: [{ about, field: 'x', placed: 'a', now, closed: null }], alarm: 'x' },
});
const placed = (...changes: Partial<DeliveryView>[]): Shown => ({
  state: 'placed',
  deliveries: changes.map((change) => ({ ...booked, ...change })),
});
const bare = (state: DeliveryState): Shown => ({ state, deliveries: [] });
const closed = { at: '2026-11-21T09:30:00Z', by: 'staff 5' };
/** Comes later than promised, and something else besides. */
const later = (about: DriftItem['about'], settled: typeof closed | null = null) => ({
  alarm: 'x',
  drift: [
    { about: 'later_day' as const, field: 'delivery_day', placed: '2026-11-22', now: '2026-11-21', closed: null },
    { about, field: 'x', placed: 'a', now: 'b', closed: settled },
  ],
});
const gone = { about: 'not_delivered', field: 'delivery', placed: 'to be delivered', now: 'failed' } as const;
const attempt = { at: '2026-11-21T11:00:00Z', outcome: 'placed', httpStatus: 201, message: null };
const second = { orderReference: '1001-R2' };
const refused = { orderReference: '1001-2', state: 'needs_attention' } as const;

const rows: [name: string, order: Shown, expected: object][] = [
  ['booked', placed({}), { what: 'booked', tone: 'success' }],
  ['test order', placed({ testMode: true }), { what: 'test', tone: 'warning' }],
  ['on its way', placed({ progress: 'on_its_way' }), { what: 'on_its_way' }],
  [
    'one of two being cancelled',
    placed({}, { orderReference: '1001-2', cancelling: true }),
    { what: 'cancelling', tone: 'warning', orderReference: '1001-2' },
  ],
  ['one of two on its way', placed({ progress: 'on_its_way' }, { orderReference: '1001-2' }), { what: 'booked' }],
  ['delivered', placed({ progress: 'delivered' }), { what: 'delivered', tone: 'success' }],
  [
    'called off by the service',
    placed({ state: 'cancelled', ...drift('not_delivered', 'cancelled') }),
    { what: 'called_off', tone: 'critical' },
  ],
  ['failed', placed({ progress: 'failed', ...drift('not_delivered', 'failed') }), { what: 'failed', tone: 'critical' }],
  ['returned', placed({ progress: 'returned', ...drift('not_delivered', 'returned') }), { what: 'returned' }],
  [
    'failed, and a person has decided',
    placed({ progress: 'failed', drift: [{ ...gone, closed }] }),
    { what: 'failed', tone: 'info', orderReference: '1001' },
  ],
  ['returned, and the order refunded', placed({ progress: 'returned' }), { what: 'returned', tone: 'info' }],
  ['late', placed({ isLate: true }), { what: 'late', tone: 'critical', orderReference: '1001' }],
  ['late, and its address changed', placed({ isLate: true, ...drift('request', 'b') }), { what: 'late' }],
  ['late, and cancelled', placed({ isLate: true, ...drift('order_ended', 'cancelled') }), { what: 'ended' }],
  ['one of two late, the other refused', placed({ isLate: true }, refused), { what: 'late', count: 1, of: 2 }],
  [
    'collected, and late since',
    placed({ progress: 'on_its_way', isLate: true }),
    { what: 'late', tone: 'critical', orderReference: '1001' },
  ],
  [
    'collected, and nothing heard of it',
    placed({ progress: 'on_its_way', ...drift('not_delivered', 'not heard of') }),
    { what: 'late', tone: 'critical' },
  ],
  [
    'collected, nothing heard of it, and a person has dealt with it',
    placed({ progress: 'on_its_way', isLate: true, drift: [{ ...gone, closed }] }),
    { what: 'late', tone: 'info', orderReference: '1001' },
  ],
  ['cancelled after booking', placed(drift('order_ended', 'cancelled')), { what: 'ended', tone: 'critical' }],
  [
    'cancelled, and the service goes on with it',
    placed({ state: 'cancelled', ...drift('not_cancelled', 'booked') }),
    { what: 'not_cancelled', tone: 'critical', orderReference: '1001' },
  ],
  [
    'not cancelled though a person wanted that',
    placed(drift('not_cancelled', 'booked')),
    { what: 'not_cancelled', tone: 'critical', orderReference: '1001' },
  ],
  ...(['still_booked_in_doubt', 'not_replaced_in_doubt', 'not_cancelled_in_doubt'] as const).map(
    (code): [string, Shown, object] => [
      `kept, and the service does not say whether it is cancelled: ${code}`,
      placed({ reason: reason(code, { reference: '1001' }) }),
      { what: 'not_cancelled', tone: 'warning', orderReference: '1001' },
    ],
  ),
  ['goods on hold', placed(drift('on_hold', 'Fraud')), { what: 'on_hold', tone: 'critical', orderReference: '1001' }],
  [
    'on hold, and cancelled',
    placed({ ...drift('on_hold', 'Fraud') }, drift('order_ended', 'cancelled')),
    { what: 'ended' },
  ],
  ['on hold, and late', placed({ isLate: true, ...drift('on_hold', 'Fraud') }), { what: 'on_hold' }],
  ['on hold since they came back', placed({ progress: 'returned', ...drift('on_hold', 'Fraud') }), { what: 'changed' }],
  ['later than promised', placed(drift('later_day', '2026-11-21')), { what: 'later_day', tone: 'warning' }],
  ...(['request', 'goods_gone', 'goods_without_driver'] as const).map((about): [string, Shown, object] => [
    `later than promised, and the driver does not know of a change: ${about}`,
    placed(later(about)),
    { what: 'changed', tone: 'warning', orderReference: '1001' },
  ]),
  [
    'later than promised, and the address of another delivery changed',
    placed(drift('later_day', '2026-11-21'), { orderReference: '1001-2', ...drift('request', 'b') }),
    { what: 'changed', orderReference: '1001-2' },
  ],
  ['later than promised, and a change dealt with', placed(later('request', closed)), { what: 'later_day' }],
  ['closed in the slot', placed(drift('location_closed', 'closed')), { what: 'location_closed', tone: 'warning' }],
  ['closed in the slot, and later than promised', placed(later('location_closed')), { what: 'location_closed' }],
  ['later than promised, and somebody hands over', placed(later('location_closed', closed)), { what: 'later_day' }],
  [
    'closed in the slot of one, and the address of another changed',
    placed(drift('location_closed', 'closed'), { orderReference: '1001-2', ...drift('request', 'b') }),
    { what: 'changed', orderReference: '1001-2' },
  ],
  ['a risk of fraud', placed(drift('fraud_risk', 'high')), { what: 'fraud_risk', tone: 'critical' }],
  [
    'a risk of fraud, and delivered',
    placed({ progress: 'delivered', ...drift('fraud_risk', 'high') }),
    { what: 'changed' },
  ],
  ['address changed', placed(drift('request', 'b')), { what: 'changed', tone: 'warning' }],
  [
    'a change that somebody dealt with',
    placed({ drift: [{ about: 'order_ended', field: 'order', placed: 'a', now: 'cancelled', closed }], alarm: null }),
    { what: 'booked' },
  ],
  ['two drivers', placed({}, second), { what: 'two_drivers', count: 2, orderReference: '1001' }],
  [
    'the second and the third of three',
    placed({ state: 'cancelled' }, second, { orderReference: '1001-R3' }),
    { what: 'two_drivers', count: 2, orderReference: '1001-R2' },
  ],
  [
    'the first has brought the goods since the second was sent',
    placed({ progress: 'delivered', progressAt: '2026-11-21T12:00:00Z' }, { ...second, attempts: [attempt] }),
    { what: 'brought', tone: 'critical', orderReference: '1001-R2' },
  ],
  [
    'the first had brought the goods when the second was sent',
    placed({ progress: 'delivered', progressAt: '2026-11-21T10:00:00Z' }, { ...second, attempts: [attempt] }),
    { what: 'booked' },
  ],
  ['the first of two cancelled', placed({ state: 'cancelled' }, second), { what: 'booked' }],
  ['the first of two failed, the second is booked', placed({ progress: 'failed' }, second), { what: 'booked' }],
  ['one of two refused', placed({}, refused), { what: 'part_refused', count: 1, of: 2 }],
  ['all refused', bare('needs_attention'), { what: 'state', tone: 'critical' }],
  ['on hold', bare('held'), { what: 'state', tone: 'warning' }],
];

test.each(rows)('%s', (_name, order, expected) => {
  expect(orderHeadline(order)).toMatchObject(expected);
});
