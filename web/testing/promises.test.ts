import { expect, test } from 'vitest';
import type { DeliveryView, OrderPreview, Reason } from '#api-contract/order.ts';
import { brokenEnd, brokenPromises, type JudgedOrder } from './promises.ts';

const held: Reason = {
  ...{ code: 'fulfillment_on_hold', message: 'Shopify holds the goods.', nextStep: 'Release the hold.', field: null },
  ...{ serviceMessage: null, until: null, retrying: false, params: {} },
};
const noDriver: Reason = { ...held, code: 'rejected', message: 'The service refused it. No driver is booked.' };

type Shown = Pick<DeliveryView, 'orderReference' | 'state'> & Partial<DeliveryView>;
const shown = (delivery: Shown) =>
  ({ deliveryId: null, inDoubt: false, reason: null, drift: [], alarm: null, ...delivery }) as unknown as DeliveryView;
const view = (
  state: DeliveryView['state'],
  deliveries: Shown[],
  reason: Reason | null = null,
): JudgedOrder['view'] => ({
  ...{ orderName: '#1001', state, reason },
  deliveries: deliveries.map(shown),
});
const brings = (quantity: number, state: DeliveryView['state'] | null = 'held', locationName = 'Main St') => ({
  orderReference: '1001',
  ...{ state, newReference: '1001-R2', locationName, fields: [] },
  request: {
    items: [
      { name: 'Mug – Blue', quantity },
      { name: 'Mug tree', quantity: 5 },
    ],
  },
});
const preview = (...deliveries: OrderPreview['deliveries']) => ({ deliveries }) as unknown as OrderPreview;
const driver = (quantity: number, state = 'PENDING PICKUP') => ({
  reference: '1001',
  items: [{ name: 'Mug – Blue', quantity }],
  state,
});
const placed: Shown = { orderReference: '1001', state: 'placed', deliveryId: 'D-1' };
const waits: Shown = { orderReference: '1001', state: 'held', reason: held };
const drift = (field: string) => [
  { about: 'goods_without_driver' as const, field, placed: '0', now: '2 (Main St)', closed: null },
];

/** Two mugs of an order are to be brought. */
const judge = (order: Partial<JudgedOrder>): Promise<string[]> =>
  brokenPromises({
    goods: [{ title: 'Mug', from: 'Main St', quantity: 2 }],
    view: view('placed', [placed]),
    drivers: [],
    preview: async () => preview(),
    ...order,
  });

test.each<[string, Partial<JudgedOrder>]>([
  ['a driver brings all', { drivers: [driver(2)] }],
  ['a part waits', { view: view('held', [waits]), preview: async () => preview(brings(2)) }],
  [
    'a driver was called off',
    {
      view: view('cancelled', [{ ...placed, state: 'cancelled' }]),
      preview: async () => preview(brings(2, 'cancelled')),
    },
  ],
  ['an alarm names them', { view: view('placed', [{ ...placed, drift: drift('goods: Mug – Blue') }]) }],
  ['the order itself says why nothing goes', { view: view('held', [], held) }],
  ['nothing is left to bring', { goods: [] }],
  [
    'no driver is denied where none exists',
    {
      view: view('needs_attention', [{ ...waits, state: 'needs_attention', reason: noDriver }], noDriver),
      preview: async () => preview(brings(2, 'needs_attention')),
    },
  ],
])('a promise is kept where %s', async (_name, order) => {
  expect(await judge(order)).toEqual([]);
});

const missing = expect.stringMatching(/2 x Mug at Main St, . of them in a delivery, and no alarm/);
test.each<[string, Partial<JudgedOrder>, unknown]>([
  [
    'the driver brings one of two',
    { drivers: [driver(1)], preview: async () => preview(brings(1, 'placed')) },
    missing,
  ],
  [
    'the part that waits is of another place',
    {
      view: view('held', [waits]),
      preview: async () => preview(brings(2, 'held', 'Sea Point')),
    },
    missing,
  ],
  ['goods are only previewed', { preview: async () => preview(brings(2, null)) }, missing],
  [
    'a delivery ended before it was booked',
    {
      view: view('cancelled', [{ ...placed, state: 'cancelled', deliveryId: null }]),
      preview: async () => preview(brings(2, 'cancelled')),
    },
    missing,
  ],
  [
    'an alarm is about something else',
    {
      view: view('placed', [{ ...placed, drift: [...drift('dropoff_address'), ...drift('goods: Mug tree')] }]),
    },
    missing,
  ],
  ['the app cannot say what it brings', { preview: async () => null }, expect.stringContaining('nothing can be told')],
  [
    'the order has no delivery and is said to be placed',
    { view: view('placed', []) },
    expect.stringContaining('nobody is told'),
  ],
  ['the order waits without a reason', { view: view('held', []) }, expect.stringContaining('nobody is told')],
  [
    'a delivery denies its driver',
    {
      drivers: [driver(2)],
      view: view('needs_attention', [{ ...waits, state: 'needs_attention', reason: noDriver }], noDriver),
    },
    '#1001: 1001 is booked, and it says: The service refused it. No driver is booked.',
  ],
  [
    'what was called off says booked',
    { goods: [], view: view('placed', [{ ...placed, serviceState: 'CANCELLED' }]) },
    '#1001: 1001 is called off, and it says booked',
  ],
  [
    'only the order denies it',
    {
      drivers: [driver(2)],
      view: view('needs_attention', [], noDriver),
    },
    '#1001: a driver is booked, and it says: The service refused it. No driver is booked.',
  ],
])('a promise is broken where %s', async (_name, order, line) => {
  expect(await judge(order)).toEqual([line]);
});

const stays: Reason = { ...held, code: 'still_booked_refused', message: 'The delivery stays booked.', nextStep: null };
const nothingSent: Reason = { ...held, message: 'Nothing was sent.' };

test.each<[string, Shown, string]>([
  ['its reason says that a driver comes', { ...placed, reason: stays }, 'PENDING PICKUP'],
  ['an alarm says so', { ...placed, drift: drift('order') }, 'PENDING DROPOFF'],
  ['its goods were handed over', placed, 'DELIVERED'],
])('an ended order keeps its promises where %s', (_why, one, state) => {
  expect(brokenEnd({ view: view('placed', [one]), drivers: [driver(2, state)] })).toEqual([]);
});

test.each<[string, Shown]>([
  ['a driver comes in silence', placed],
  ['its words deny the driver', { ...placed, state: 'cancelled', reason: nothingSent }],
])('an ended order breaks them where %s', (_why, one) => {
  expect(brokenEnd({ view: view(one.state, [one]), drivers: [driver(2)] })).toHaveLength(1);
});
