import { expect, test } from 'vitest';
import type { DeliveryRecord, Progress, ServiceDelivery, ServiceState } from '../delivery.ts';
import { shownOf } from '../transitions.ts';
import { takeNews } from './take-news.ts';

const slot = { start: '2026-11-21T12:00:00Z', end: null };
const service = { deliveryId: 'D-1', slot, trackingUrl: 'https://track.example/1', state: 'A' } as ServiceDelivery;
const address = { about: 'request' as const, field: 'dropoff_address', placed: 'a', now: 'b' };
const goods = { about: 'goods_without_driver' as const, field: 'goods: Mug', placed: '0', now: '1 (Main)' };
const undelivered = { about: 'not_delivered' as const, field: 'delivery', placed: 'to be delivered', now: 'failed' };
const calledOff = { ...undelivered, now: 'cancelled' };

function known(changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  const nothing = {
    steps: [],
    drift: [],
    closed: [],
    progress: null,
    reason: null,
    lookedAt: null,
    fulfillmentId: null,
    cancellation: null,
  };
  return { ...nothing, orderReference: '1001', state: 'placed', placedAt: 0, service, ...changes } as never;
}
const told = (
  delivery: DeliveryRecord,
  means: ServiceState | null,
  more: { readAt?: number; isReplaced?: boolean } = {},
) =>
  takeNews(
    delivery,
    { found: { ...service, slot: null, trackingUrl: null }, means, readAt: 10, isReplaced: false, ...more },
    99,
  );

test.each<[name: string, before: Progress | null, means: ServiceState | null, after: Progress | null, steps: number]>([
  ['a driver sets out', null, 'on_its_way', 'on_its_way', 1],
  ['the same again', 'on_its_way', 'on_its_way', 'on_its_way', 0],
  ['a step that nobody saw is left out', null, 'delivered', 'delivered', 1],
  ['a second try after a failed one', 'failed', 'on_its_way', 'on_its_way', 1],
  ['a word that nobody knows', 'on_its_way', null, 'on_its_way', 0],
  ['taken back by the service', 'on_its_way', 'booked', null, 0],
])('%s', (_name, progress, means, after, steps) => {
  const news = told(known({ progress }), means);
  expect([news.progress, news.steps.length, news.state]).toEqual([after, steps, 'placed']);
});

test('keeps what the service no longer shows', () => {
  expect(told(known(), 'booked').service).toMatchObject({ slot, trackingUrl: 'https://track.example/1' });
});

test('an older reading than the last one tells nothing', () => {
  const later = known({ progress: 'delivered', lookedAt: 20 });
  expect(told(later, 'on_its_way', { readAt: 19 })).toBe(later);
});

test.each<[name: string, means: ServiceState, isReplaced: boolean, drift: unknown[], code: string | undefined]>([
  ['what nobody took in is a task', 'failed', false, [undelivered, address, goods], 'delivery_failed'],
  ['unless a newer delivery brings it', 'failed', true, [address, goods], 'delivery_failed'],
  ['of what was delivered only goods without a driver matter', 'delivered', false, [goods], undefined],
])('%s', (_name, means, isReplaced, drift, code) => {
  const news = told(known({ drift: [address, goods] }), means, { isReplaced });
  expect([news.drift, news.reason?.code]).toEqual([drift, code]);
});

test('that nothing was heard of goods is said until something is', () => {
  const unheard = { ...undelivered, field: 'items', now: 'not heard of' };
  const before = known({ progress: 'on_its_way', drift: [unheard], closed: [] });
  const same = told(before, 'on_its_way');
  expect([same.drift, same.reason?.code]).toEqual([[unheard], 'delivery_unheard']);
  const brought = told(before, 'delivered');
  expect([brought.drift, brought.reason]).toEqual([[], null]);
});

test('a second try for an order that ended meanwhile is told of', () => {
  const end = { about: 'order_ended' as const, field: 'order', placed: 'to be delivered', now: 'refunded' };
  const failed = told(known({ drift: [end], progress: 'on_its_way' }), 'failed');
  expect(shownOf(failed).drift).toEqual([]);
  expect(shownOf(told(failed, 'on_its_way')).drift).toEqual([end]);
  const delivered = told(known({ drift: [address, end] }), 'delivered');
  expect(shownOf(delivered).drift).toEqual([]);
  expect(shownOf(told(delivered, 'failed')).drift).toEqual([]);
});

test('what is booked without a time says so, also once a failed try is over', () => {
  const failed = known({ service: { ...service, slot: null }, progress: 'failed' });
  expect(told(failed, 'on_its_way').reason?.code).toBe('slot_not_recognised');
  expect(told(known(), 'on_its_way').reason).toBeNull();
});

const stays = { about: 'not_cancelled' as const, field: 'cancellation', placed: 'to be cancelled', now: 'booked' };
const ended = (drift: DeliveryRecord['drift']) => known({ state: 'cancelled', drift, updatedAt: 5 });

test.each<[name: string, means: ServiceState | null, before: unknown[], after: unknown[], code: string | undefined]>([
  ['is a task where its driver is booked all the same', 'booked', [], [stays], 'goes_on_all_the_same'],
  ['or has the goods', 'on_its_way', [calledOff], [stays, calledOff], 'goes_on_all_the_same'],
  ['is none any more once it is cancelled again', 'cancelled', [stays, calledOff], [calledOff], 'cancelled_at_service'],
  ['or came back', 'returned', [stays], [], 'cancelled_at_service'],
  ['stays what it is where it is cancelled there', 'cancelled', [calledOff], [calledOff], undefined],
  ['and where nobody knows the word', null, [stays], [stays], undefined],
])('what was cancelled %s', (_name, means, before, after, code) => {
  const news = told(ended(before as DeliveryRecord['drift']), means);
  expect([news.state, news.drift, news.reason?.code]).toEqual(['cancelled', after, code]);
  expect(news.updatedAt).toBe(code === undefined ? 5 : 99);
});

test.each<[string, string | null, boolean, string]>([
  ['were never marked as fulfilled', null, false, 'cancelled_at_service'],
  ['are still marked as fulfilled', '901', false, 'cancelled_still_fulfilled'],
  ['are, and another delivery brings them', '901', true, 'cancelled_at_service'],
])('a cancelled delivery whose goods %s says so', (_name, fulfillmentId, isReplaced, code) => {
  expect(told(known({ fulfillmentId }), 'cancelled', { isReplaced }).reason?.code).toBe(code);
  const again = told({ ...ended([stays]), fulfillmentId }, 'cancelled', { isReplaced });
  expect(again.reason?.code).toBe(code);
});

test('what was cancelled with its order says so again once no driver comes', () => {
  const over = { ...ended([stays]), cancellation: wish('order_ended', 'settled') };
  expect(told(over, 'cancelled').reason?.code).toBe('cancelled_with_order');
});

const wish = (because: 'order_ended' | 'replaced' | 'withdrawn', stage: 'wanted' | 'settled') =>
  ({ because, stage, dueAt: null, tries: 0, calling: false, asked: true, newReference: null, actor: null }) as const;

test('goes on as before once the service has said so of an order that goes on', () => {
  const doubted = known({ drift: [stays, address], cancellation: wish('withdrawn', 'settled') });
  expect(told(doubted, 'booked')).toMatchObject({ cancellation: null, drift: [address], reason: null });
  expect(told(doubted, 'on_its_way')).toMatchObject({ cancellation: null, progress: 'on_its_way', drift: [address] });
  expect(told(doubted, null).cancellation).toEqual(doubted.cancellation);
});

test.each<[name: string, cancellation: DeliveryRecord['cancellation'], isReplaced: boolean, drift: unknown[]]>([
  ['ends where the service cancelled it, and a person is asked: nobody brings the goods', null, false, [calledOff]],
  ['unless a newer delivery brings them', null, true, []],
  ['unless the order ended', wish('order_ended', 'settled'), false, []],
  ['unless the app cancels it to book it again', wish('replaced', 'wanted'), false, []],
  ['also where the order goes on after its end', wish('withdrawn', 'settled'), false, [calledOff]],
  ['also where it could not be cancelled at first', wish('replaced', 'settled'), false, [calledOff]],
])('%s', (_name, cancellation, isReplaced, drift) => {
  const ended = told(known({ drift: [address, goods], cancellation }), 'cancelled', { isReplaced });
  expect(ended).toMatchObject({
    state: 'cancelled',
    drift: [...drift, goods],
    steps: [{ state: 'cancelled', at: 99 }],
    lookAt: null,
  });
});
