import { expect, test } from 'vitest';
import type { DeliveryState, DeliveryView, OrderView } from '#api-contract/order.ts';
import { asServed } from '#testing/as-served.ts';
import { buyerView } from './buyer-view.ts';

const sampleSlot = { start: '2026-11-23T07:00:00+02:00', end: '2026-11-23T09:00:00+02:00', text: 'Mon 23 Nov' };

const sampleDelivery = (orderReference: string, changes: Partial<DeliveryView> = {}): DeliveryView => ({
  orderReference,
  deliveryId: `D-${orderReference}`,
  state: 'placed',
  reason: null,
  inDoubt: false,
  isCurrent: true,
  slot: sampleSlot,
  distanceEstimateMetres: 8431,
  timeEstimateSeconds: 1140,
  noteWritten: true,
  noteState: 'written',
  refusals: [],
  drift: [],
  alarm: null,
  attempts: [],
  locationName: 'Woodstock shop',
  serviceState: 'PENDING PICKUP',
  progress: null,
  progressAt: null,
  cancelling: false,
  isLate: false,
  trackingUrl: null,
  photoUrl: null,
  contactUrl: null,
  testMode: false,
  ...changes,
});

const inDoubt = {
  ...{ code: 'not_cancelled_in_doubt', message: 'The driver may still come.', nextStep: null, until: null },
  ...{ field: null, serviceMessage: null, retrying: false, params: {} },
};
const zone = 'Africa/Johannesburg';
/** Before the slot of all samples begins. */
const before = Date.parse('2026-11-22T12:00:00Z');
const view = (order: OrderView, replaced: string[] = [], now = before) =>
  buyerView(order, new Set(replaced), { timeZone: zone, now });
const order = (state: DeliveryState, deliveries: DeliveryView[]): OrderView =>
  asServed({
    orderId: '1001',
    orderNumber: 1001,
    orderName: '#1001',
    state,
    reason: null,
    rules: [],
    deliveries,
    timeline: [],
    updatedAt: '2026-11-22T09:05:00Z',
  });
const slot = { start: sampleSlot.start, end: sampleSlot.end, isOver: false };

const failing = (rule: string, shown: OrderView): OrderView => ({
  ...shown,
  rules: [{ rule, input: '', result: 'fail', message: '' }],
});

test.each<[string, OrderView, unknown[]]>([
  ['booked, with its slot', order('placed', [sampleDelivery('1')]), [{ stage: 'booked', slot, trackingUrl: null }]],
  [
    'on its way',
    order('placed', [sampleDelivery('1', { progress: 'on_its_way' })]),
    [{ stage: 'on_its_way', slot, trackingUrl: null }],
  ],
  [
    'on its way, with where to follow it',
    order('placed', [sampleDelivery('1', { progress: 'on_its_way', trackingUrl: 'https://t.example/1' })]),
    [{ stage: 'on_its_way', slot, trackingUrl: 'https://t.example/1' }],
  ],
  [
    'delivered: nothing is left to follow',
    order('placed', [sampleDelivery('1', { progress: 'delivered', trackingUrl: 'https://t.example/1' })]),
    [{ stage: 'delivered', slot: null, trackingUrl: null }],
  ],
  [
    'delivered: the slot is over',
    order('placed', [sampleDelivery('1', { progress: 'delivered' })]),
    [{ stage: 'delivered', slot: null, trackingUrl: null }],
  ],
  ...(['failed', 'returned'] as const).map((progress): [string, OrderView, unknown[]] => [
    `${progress}: what a person at the shop decides is not told`,
    order('placed', [sampleDelivery('1', { progress })]),
    [{ stage: 'not_delivered', slot: null, trackingUrl: null }],
  ]),
  [
    'two locations',
    order('placed', [sampleDelivery('1'), sampleDelivery('1-2', { progress: 'delivered' })]),
    [
      { stage: 'booked', slot, trackingUrl: null },
      { stage: 'delivered', slot: null, trackingUrl: null },
    ],
  ],
  [
    'what only the shop can fix is being arranged',
    order('needs_attention', [sampleDelivery('1', { state: 'needs_attention', slot: null })]),
    [{ stage: 'arranging', slot: null, trackingUrl: null }],
  ],
  [
    'cancelled at the service',
    order('cancelled', [sampleDelivery('1', { state: 'cancelled' })]),
    [{ stage: 'cancelled', slot: null, trackingUrl: null }],
  ],
  [
    'nothing, while nobody knows whether the driver comes',
    order('placed', [sampleDelivery('1', { reason: inDoubt })]),
    [],
  ],
  [
    'booked, with a slot whose end is none, as in the note',
    order('placed', [sampleDelivery('1', { slot: { ...sampleSlot, end: sampleSlot.start } })]),
    [{ stage: 'booked', slot: { ...slot, end: null }, trackingUrl: null }],
  ],
  ...([null, 'on_its_way'] as const).map((progress): [string, OrderView, unknown[]] => [
    `nothing, while the driver is being cancelled, told ${progress}`,
    order('placed', [sampleDelivery('1', { progress, cancelling: true })]),
    [],
  ]),
  [
    'handed over before it could be cancelled',
    order('placed', [sampleDelivery('1', { progress: 'delivered', cancelling: true })]),
    [{ stage: 'delivered', slot: null, trackingUrl: null }],
  ],
  ['not told of a method', failing('delivery method known', order('needs_attention', [])), []],
  ['edited to another method', failing('delivery method', order('needs_attention', [])), []],
  ['cancelled, with a driver of whom nothing is stored', failing('not cancelled', order('needs_attention', [])), []],
  [
    'edited to another method while its delivery waited for a person',
    failing('delivery method', order('needs_attention', [sampleDelivery('1', { state: 'needs_attention' })])),
    [],
  ],
  [
    'edited to another method when it was booked',
    failing('delivery method', order('placed', [sampleDelivery('1')])),
    [{ stage: 'booked', slot, trackingUrl: null }],
  ],
  ...['fraud risk', 'delivery day', 'API key'].map((rule): [string, OrderView, unknown[]] => [
    `wanted, and a person is asked, or it waits: ${rule}`,
    failing(rule, order('needs_attention', [])),
    [{ stage: 'arranging', slot: null, trackingUrl: null }],
  ]),
  ['skipped: it does not go by same-day delivery', order('skipped', []), []],
  ['not read yet: nobody knows how it goes', order('queued', []), []],
  ['held before it was planned', order('held', []), [{ stage: 'arranging', slot: null, trackingUrl: null }]],
  ['cancelled before anything was booked', order('cancelled', []), []],
])('a buyer sees: %s', (_name, shown, deliveries) => {
  expect(view(shown).deliveries).toEqual(deliveries);
});

test.each([
  ['2026-11-23T09:00:00+02:00', sampleSlot.end, false],
  ['2026-11-23T09:00:01+02:00', sampleSlot.end, true],
  ['2026-11-23T23:59:00+02:00', null, false],
  ['2026-11-24T00:00:00+02:00', null, true],
])('at %s a slot until %s is over: %s', (now, end, isOver) => {
  const shown = order('placed', [sampleDelivery('1', { slot: { ...sampleSlot, end } })]);
  expect(view(shown, [], Date.parse(now)).deliveries).toMatchObject([{ stage: 'booked', slot: { isOver } }]);
});

test('a delivery that a newer one replaced is gone for the buyer', () => {
  const both = order('placed', [sampleDelivery('1', { state: 'cancelled' }), sampleDelivery('1-R2')]);
  expect(view(both, ['1']).deliveries).toEqual([{ stage: 'booked', slot, trackingUrl: null }]);
});

test.each([
  ['being cancelled', { cancelling: true }],
  ['in doubt', { reason: inDoubt }],
])('whether the driver comes is asked for again soon: %s', (_name, changes) => {
  expect(view(order('placed', [sampleDelivery('1', changes)])).moving).toBe(true);
});

test('nothing personal, no id and no word of the service or of a reason is shown', () => {
  const shown = view(order('placed', [sampleDelivery('1001')]));
  expect(Object.keys(shown).sort()).toEqual(['deliveries', 'moving', 'timeZone']);
  expect(JSON.stringify(shown)).not.toMatch(/1001|Woodstock|PENDING|D-/);
});

test.each<[DeliveryState, boolean]>([
  ['queued', true],
  ['placing', true],
  ['confirming', true],
  ['placed', false],
  ['held', false],
  ['needs_attention', false],
])('an order that is %s is worth asking for soon: %s', (state, moving) => {
  expect(view(order(state, [])).moving).toBe(moving);
});
