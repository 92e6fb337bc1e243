import { expect, test } from 'vitest';
import { aggregateOf, booked, exampleDelivery, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { Change, Decided, OrderAggregate } from '../order.ts';
import { hintNews } from './hint-news.ts';

test.each<[name: string, known: Partial<DeliveryRecord>, lookAt: number | null]>([
  ['is asked for at once', { lookAt: now + 60_000 }, now],
  ['is asked for also of what was delivered: nothing else would ask', { progress: 'delivered' }, now],
  ['is asked for also of what came back', { progress: 'returned' }, now],
  ['is asked for a second after the last reading', { lookedAt: now - 400 }, now + 600],
  ['is asked for once where it is due already', { lookAt: now }, null],
  ['is asked for also of what was cancelled', { state: 'cancelled', service: booked() }, now],
  ['is nothing where the service never had it', { state: 'cancelled', service: null }, null],
  ['is nothing where it is not booked yet', { state: 'queued' }, null],
])('news %s', async (_name, known, lookAt) => {
  const delivery = exampleDelivery({ state: 'placed', placedAt: now, lookAt: null, ...known });
  const changes: (Change | null)[] = [];
  const change = async (...[, , decide]: [unknown, unknown, (order: OrderAggregate) => Decided<unknown>]) => {
    changes.push(decide(aggregateOf([delivery])).change);
  };
  await hintNews({ orders: { change } } as never, delivery.shop, delivery);
  const expected = { deliveries: [{ ...delivery, lookAt }], wakes: [{ at: lookAt }] };
  expect(changes).toEqual([lookAt === null ? null : expected]);
});
