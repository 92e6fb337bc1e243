import { expect, test } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryView, OrderView } from '#api-contract/order.ts';
import { sampleDelivery, sampleOrder } from '../../testing/sample-orders.ts';
import { cancelling, noKey, phoneMissing } from '../../testing/sample-reasons.ts';
import { orderHeadline } from './order-headline.ts';

const drift = (about: DriftItem['about'], now: string) => ({
  ...{ drift: [{ about, field: 'x', placed: 'a', now, closed: null }], alarm: 'x' },
});
const placed = (...changes: Partial<DeliveryView>[]): OrderView => ({
  ...sampleOrder(1001, 'placed'),
  deliveries: changes.map((change) => sampleDelivery('1001', change)),
});
const closed = { at: '2026-11-21T09:30:00Z', by: 'staff 5' };
const attempt = { at: '2026-11-21T11:00:00Z', outcome: 'placed', httpStatus: 201, message: null };
const second = { orderReference: '1001-R2' };
const refused = { orderReference: '1001-2', state: 'needs_attention', reason: phoneMissing } as const;

const rows: [name: string, order: OrderView, expected: object][] = [
  ['booked', placed({}), { code: 'booked', tone: 'success' }],
  ['test order', placed({ testMode: true }), { code: 'test', tone: 'warning' }],
  ['on its way', placed({ progress: 'on_its_way' }), { code: 'on_its_way' }],
  [
    'one of two being cancelled',
    placed({}, { orderReference: '1001-2', reason: cancelling }),
    { code: 'cancelling', tone: 'warning', delivery: { orderReference: '1001-2' } },
  ],
  ['one of two on its way', placed({ progress: 'on_its_way' }, { orderReference: '1001-2' }), { code: 'booked' }],
  ['delivered', placed({ progress: 'delivered' }), { code: 'delivered', tone: 'success' }],
  [
    'called off by the service',
    placed({ state: 'cancelled', ...drift('not_delivered', 'cancelled') }),
    { code: 'called_off', tone: 'critical' },
  ],
  ['failed', placed({ progress: 'failed', ...drift('not_delivered', 'failed') }), { code: 'failed', tone: 'critical' }],
  ['returned', placed({ progress: 'returned', ...drift('not_delivered', 'returned') }), { code: 'returned' }],
  ['late', placed({ isLate: true }), { code: 'late', tone: 'critical', delivery: { orderReference: '1001' } }],
  ['late, and its address changed', placed({ isLate: true, ...drift('request', 'b') }), { code: 'late' }],
  ['late, and cancelled', placed({ isLate: true, ...drift('order_ended', 'cancelled') }), { code: 'ended' }],
  ['one of two late, the other refused', placed({ isLate: true }, refused), { code: 'late', count: 1, of: 2 }],
  ['cancelled after booking', placed(drift('order_ended', 'cancelled')), { code: 'ended', tone: 'critical' }],
  ['address changed', placed(drift('request', 'b')), { code: 'changed', tone: 'warning' }],
  [
    'a change that somebody dealt with',
    placed({ drift: [{ about: 'order_ended', field: 'order', placed: 'a', now: 'cancelled', closed }], alarm: null }),
    { code: 'booked' },
  ],
  ['two drivers', placed({}, second), { code: 'two_drivers', count: 2, delivery: { orderReference: '1001' } }],
  [
    'the second and the third of three',
    placed({ state: 'cancelled' }, second, { orderReference: '1001-R3' }),
    { code: 'two_drivers', count: 2, delivery: { orderReference: '1001-R2' } },
  ],
  [
    'the first has brought the goods since the second was sent',
    placed({ progress: 'delivered', progressAt: '2026-11-21T12:00:00Z' }, { ...second, attempts: [attempt] }),
    { code: 'brought', tone: 'critical', delivery: { orderReference: '1001-R2' } },
  ],
  [
    'the first had brought the goods when the second was sent',
    placed({ progress: 'delivered', progressAt: '2026-11-21T10:00:00Z' }, { ...second, attempts: [attempt] }),
    { code: 'booked' },
  ],
  ['the first of two cancelled', placed({ state: 'cancelled' }, second), { code: 'booked' }],
  ['the first of two failed, the second is booked', placed({ progress: 'failed' }, second), { code: 'booked' }],
  ['one of two refused', placed({}, refused), { code: 'part_refused', count: 1, of: 2 }],
  ['all refused', { ...sampleOrder(1001, 'needs_attention', phoneMissing) }, { code: 'state', tone: 'critical' }],
  ['on hold', sampleOrder(1001, 'held', noKey), { code: 'state', tone: 'warning' }],
];

test.each(rows)('%s', (_name, order, expected) => {
  expect(orderHeadline(order)).toMatchObject(expected);
});
