import { expect, test } from 'vitest';
import type { AttemptRecord, DeliveryRecord } from './delivery.ts';
import { timelineOf } from './timeline.ts';

const at = (second: number) => Date.parse('2026-11-21T12:00:00Z') + second * 1_000;
const instant = (second: number) => new Date(at(second)).toISOString();
const attempt = (second: number, outcome: string, orderReference = '1001') =>
  ({ orderReference, outcome, startedAt: at(second) }) as AttemptRecord;
const delivery = (changes: Partial<DeliveryRecord>) =>
  ({ orderReference: '1001', placedAt: null, steps: [], ...changes }) as DeliveryRecord;

test('tells what happened in order: paid, tried, booked, the driver, and what people did', () => {
  const first = delivery({
    placedAt: at(10),
    steps: [
      { state: 'on_its_way', at: at(20) },
      { state: 'failed', at: at(30) },
    ],
  });
  const second = delivery({ orderReference: '1001-R2' as never, placedAt: at(45) });
  const attempts = [
    attempt(2, 'unknown_time_out'),
    attempt(3, 'not_found'),
    attempt(9, 'placed'),
    attempt(25, 'failed'),
    attempt(44, 'placed', '1001-R2'),
  ];
  const action = { at: instant(40), actor: 'staff 7', action: 'send_as_new', orderReference: '1001-R2', detail: 'x' };
  expect(timelineOf({ paidAt: at(0) }, [first, second], attempts, [action])).toEqual([
    { kind: 'paid', at: instant(0) },
    { kind: 'attempts', at: instant(3), orderReference: '1001', count: 2, outcome: 'not_found' },
    { kind: 'booked', at: instant(10), orderReference: '1001' },
    { kind: 'on_its_way', at: instant(20), orderReference: '1001' },
    { kind: 'failed', at: instant(30), orderReference: '1001' },
    { kind: 'action', at: instant(40), by: 'staff 7', action: 'send_as_new', orderReference: '1001-R2', detail: 'x' },
    { kind: 'booked', at: instant(45), orderReference: '1001-R2' },
  ]);
});

test('of an order that nobody paid and nobody touched tells nothing', () => {
  expect(timelineOf({ paidAt: null }, [], [], [])).toEqual([]);
});
