import { expect, test } from 'vitest';
import type { DeliveryRecord } from '../delivery.ts';
import { nextLookAt } from './next-look.ts';

const minute = 60_000;
const hour = 60 * minute;
const lookMs = 3 * minute;
const start = Date.parse('2026-11-21T12:00:00Z');
const slot = { start: '2026-11-21T12:00:00Z', end: '2026-11-21T14:00:00Z' };

function booked(changes: Partial<DeliveryRecord> = {}, end: string | null = slot.end): DeliveryRecord {
  const service = { deliveryId: 'D-1', slot: { ...slot, end } };
  return {
    orderReference: '1001',
    placedAt: start - 5 * hour,
    progress: null,
    steps: [],
    service,
    ...changes,
  } as DeliveryRecord;
}

const back = (at: number) => booked({ progress: 'returned', steps: [{ state: 'returned', at }] });

test.each<[name: string, delivery: DeliveryRecord, now: number, pauseMs: number | null]>([
  ['hours before the slot: an hour', booked(), start - 5 * hour, hour],
  ['shortly before it: when the driver may set out', booked(), start - 20 * minute, 5 * minute],
  ['within it: often', booked(), start + hour, lookMs],
  ['right after it: often', booked(), start + 2 * hour + 20 * minute, lookMs],
  ['hours after it: a quarter of the time since', booked(), start + 6.5 * hour, lookMs + hour],
  ['days after it: six hours', booked(), start + 72 * hour, 6 * hour],
  ['a week after it: never', booked(), start + 180 * hour, null],
  ['a slot without an end: as if it took two hours', booked({}, null), start + hour, lookMs],
  [
    'a slot of last year: as if it ended with the booking',
    booked({ placedAt: start + 8_760 * hour }),
    start + 8_764 * hour,
    lookMs + (3.5 * hour) / 4,
  ],
  [
    'a slot of last year, a week after the booking: never',
    booked({ placedAt: start + 8_760 * hour }),
    start + 8_930 * hour,
    null,
  ],
  ['delivered: never', booked({ progress: 'delivered' }), start + hour, null],
  ['just brought back: an hour, since it may go out again', back(start), start + minute, hour],
  ['brought back hours ago: a quarter of the time since', back(start), start + 12 * hour, lookMs + 3 * hour],
  ['brought back a day ago: never', back(start), start + 25 * hour, null],
  ['brought back a week after the slot: never', back(start + 180 * hour), start + 180 * hour, null],
  [
    'not handed over: more slowly from then',
    booked({ progress: 'failed', steps: [{ state: 'failed', at: start }] }),
    start + hour,
    lookMs + hour / 4,
  ],
  ['of which the service told nothing: never', booked({ service: null }), start, null],
])('%s', (_name, delivery, now, pauseMs) => {
  const at = nextLookAt(delivery, now, lookMs);
  if (pauseMs === null) expect(at).toBeNull();
  else {
    expect(at).toBeGreaterThanOrEqual(now + pauseMs);
    expect(at).toBeLessThanOrEqual(now + pauseMs + lookMs / 2);
  }
});

test('deliveries of one slot are spread', () => {
  const times = Array.from({ length: 50 }, (_, n) =>
    nextLookAt({ ...booked(), orderReference: String(n) as never }, start, lookMs),
  );
  expect(new Set(times).size).toBeGreaterThan(40);
});
