import { expect, test } from 'vitest';
import type { DeliveryId, OrderReference } from '#placement/ids.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { setState } from '#testing/simulation/service-row.ts';
import { cancelDelivery } from './cancel.ts';
import { hintNews } from './hint-news.ts';
import { sendOrder } from './send-again.ts';

const reference = '1001' as OrderReference;
type Calm = Awaited<ReturnType<typeof booked>>;

/** A booked order, and how often the service is asked for its reference from then on. */
async function booked() {
  const calm = calmWorld();
  await calm.run();
  const { world } = calm;
  const first = world.service.stored.get(reference);
  if (!first) throw new Error('not booked');
  const before = calm.calls().length;
  return { ...calm, first, asked: () => calm.calls().slice(before) };
}

/** Who dispatches there books it anew; the former job is cancelled, or nobody knows it any more. */
function bookAnew({ world, first }: Calm, former: 'cancelled' | 'gone', changes = {}): void {
  const slot = { start: '2026-11-21T15:00:00.000Z', end: '2026-11-21T17:00:00.000Z' };
  const trackingUrl = 'https://track.example/2';
  const anew = { ...first, deliveryId: 'D-99' as DeliveryId, state: 'PENDING PICKUP', past: [], slot, trackingUrl };
  world.service.stored.set(reference, { ...anew, ...changes });
  if (former === 'gone') return;
  if (first.state !== 'CANCELLED') setState(first, 'CANCELLED');
  world.service.dispatched.former.push(first);
}

const hint = async ({ during, world }: Calm) => {
  await during((ports) => hintNews(ports, shop, { orderId, orderReference: reference }));
  await world.runFor(10_000, 20_000);
};
const read = async (calm: Calm) => {
  await hint(calm);
  await calm.rest();
};
const sendAsNew = ({ during, world }: Calm) =>
  during((ports) =>
    sendOrder(ports, world.shops.record(shop), {
      ...{ orderId, actor: 'person' },
      body: { mode: 'new', orderReference: reference, newReference: '1001-R2' as OrderReference, reason: 'called off' },
    }),
  );
const lineOf = ({ world }: Calm) => world.shopify.order(shop, orderId)?.note?.split('\n').at(-1);

test.each(['cancelled', 'gone'] as const)(
  'what is booked anew under its reference goes on: the former job %s',
  async (former) => {
    const calm = await booked();
    bookAnew(calm, former);
    await read(calm);
    expect(calm.deliveries()).toMatchObject([
      {
        state: 'placed',
        reason: null,
        drift: [],
        service: { deliveryId: 'D-99', trackingUrl: 'https://track.example/2' },
      },
    ]);
    expect(lineOf(calm)).toBe('Same-day delivery 1001: Sat 21 Nov 2026, 17:00–19:00 (D-99)');
    expect(calm.asked()).toEqual(['lookup 1001']);
  },
);

test.each<[name: string, end: (calm: Calm) => void, asked: string[]]>([
  ['what is as it was is asked for by its id only', () => {}, []],
  ['nothing else stands under its reference', ({ first }) => setState(first, 'CANCELLED'), ['lookup 1001']],
  [
    "what stands there is another customer's",
    (calm) => bookAnew(calm, 'cancelled', { customerIdentifier: 'x' }),
    ['lookup 1001'],
  ],
  [
    'what stands there is cancelled, too',
    (calm) => bookAnew(calm, 'cancelled', { state: 'CANCELLED' }),
    ['lookup 1001'],
  ],
])('%s', async (_name, end, asked) => {
  const calm = await booked();
  end(calm);
  await read(calm);
  const isOver = asked.length > 0;
  expect(calm.deliveries()).toMatchObject([{ state: isOver ? 'cancelled' : 'placed', service: { deliveryId: 'D-1' } }]);
  expect(calm.asked().slice(0, 1)).toEqual(asked);
});

test.each(['cancelled', 'gone'] as const)(
  'an order that ends has the new job called off: the former job %s',
  async (former) => {
    const calm = await booked();
    bookAnew(calm, former);
    calm.world.shopify.edit(shop, orderId, { cancelledAt: '2026-11-21T08:30:00Z' });
    await calm.rest();
    expect(calm.world.service.stored.get(reference)).toMatchObject({ deliveryId: 'D-99', state: 'CANCELLED' });
    expect(calm.deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'cancelled_with_order' } }]);
  },
);

test('an order that ends is not told as cancelled while nobody knows what stands under its reference', async () => {
  const calm = await booked();
  bookAnew(calm, 'cancelled');
  let calls = 0;
  calm.world.service.faults.lookup = () => {
    calls += 1;
    return calls % 2 === 1 ? 'none' : 'failed';
  };
  calm.world.shopify.edit(shop, orderId, { cancelledAt: '2026-11-21T08:30:00Z' });
  await calm.world.runFor(600_000, 20_000);
  expect(calm.deliveries()).toMatchObject([{ state: 'placed', reason: { code: 'cancelling' } }]);
  calm.world.service.faults.lookup = () => 'none';
  await calm.rest();
  expect(calm.world.service.stored.get(reference)).toMatchObject({ deliveryId: 'D-99', state: 'CANCELLED' });
});

test('what our own call cancelled is looked for under no other id', async () => {
  const calm = await booked();
  const stored = calm.world.orders.stored(shop, orderId).deliveries;
  const cancellation = {
    ...({ because: 'person', stage: 'wanted', asked: true, calling: false, tries: 1, actor: 'person' } as const),
    ...{ newReference: null, dueAt: null },
  };
  for (const [of, row] of [...stored]) stored.set(of, { ...row, cancellation });
  bookAnew(calm, 'cancelled');
  await read(calm);
  expect(calm.asked()).toEqual([]);
  expect(calm.deliveries()).toMatchObject([{ state: 'cancelled', service: { deliveryId: 'D-1' } }]);
});

test('a second driver is sent only once a person knows of the new job', async () => {
  const calm = await booked();
  setState(calm.first, 'CANCELLED');
  await read(calm);
  bookAnew(calm, 'cancelled');
  expect(await sendAsNew(calm)).toMatchObject({ kind: 'conflict', code: 'goes_on_all_the_same' });
  await calm.rest();
  expect([...calm.world.service.stored.keys()]).toEqual([reference]);
  expect(calm.deliveries()).toMatchObject([{ reason: { code: 'goes_on_all_the_same' } }]);
  expect(await sendAsNew(calm)).toEqual({ kind: 'sent' });
});

test('nor where a person wanted the delivery cancelled that ended there', async () => {
  const calm = await booked();
  await calm.during((ports) =>
    cancelDelivery(ports, calm.world.shops.record(shop), { orderId, actor: 'person', orderReference: reference }),
  );
  await calm.rest();
  expect(calm.deliveries()).toMatchObject([{ state: 'cancelled', drift: [], cancellation: null }]);
  bookAnew(calm, 'cancelled');
  expect(await sendAsNew(calm)).toMatchObject({ kind: 'conflict', code: 'goes_on_all_the_same' });
  await calm.rest();
  expect([...calm.world.service.stored.keys()]).toEqual([reference]);
});

/** It was cancelled there, goes out all the same, which a person is told of, and comes back. */
async function backAfter(state: 'FAILED' | 'PENDING DROPOFF') {
  const calm = await booked();
  setState(calm.first, 'CANCELLED');
  await read(calm);
  calm.world.followsDrivers = true;
  setState(calm.first, state);
  await hint(calm);
  expect(calm.deliveries()).toMatchObject([{ reason: { code: 'goes_on_all_the_same' } }]);
  setState(calm.first, 'RETURNED');
  await calm.world.runFor(3_600_000, 20_000);
  return calm;
}

test('what was cancelled, goes out and fails is followed to its end', async () => {
  const calm = await backAfter('FAILED');
  expect(calm.deliveries()).toMatchObject([{ state: 'cancelled', drift: [{ about: 'not_delivered' }] }]);
});

test('what was cancelled and came back is told of where it goes out again', async () => {
  const calm = await backAfter('PENDING DROPOFF');
  setState(calm.first, 'PENDING DROPOFF');
  await calm.world.runFor(7_200_000, 20_000);
  expect(calm.deliveries()).toMatchObject([
    { reason: { code: 'goes_on_all_the_same' }, drift: [{ about: 'not_cancelled' }, { about: 'not_delivered' }] },
  ]);
});

test.each(['emptied', 'order_ended', 'person'] as const)(
  'nor where it ended there after its driver could not be called off: %s',
  async (because) => {
    const calm = await booked();
    const stored = calm.world.orders.stored(shop, orderId).deliveries;
    const cancellation = {
      ...({ because, stage: 'settled', asked: false, calling: false, tries: 0, actor: null } as const),
      ...{ newReference: null, dueAt: null },
    };
    for (const [of, row] of [...stored]) stored.set(of, { ...row, cancellation });
    setState(calm.first, 'CANCELLED');
    await read(calm);
    bookAnew(calm, 'cancelled');
    expect(await sendAsNew(calm)).toMatchObject({ kind: 'conflict', code: 'goes_on_all_the_same' });
    await calm.rest();
    expect([...calm.world.service.stored.keys()]).toEqual([reference]);
  },
);

test('it is looked for again where that look-up failed', async () => {
  const calm = await booked();
  bookAnew(calm, 'cancelled');
  let calls = 0;
  calm.world.service.faults.lookup = () => {
    calls += 1;
    return calls === 1 ? 'none' : 'failed';
  };
  calm.world.followsDrivers = true;
  await hint(calm);
  expect(calm.deliveries()).toMatchObject([{ state: 'cancelled', service: { deliveryId: 'D-1' } }]);
  calm.world.service.faults.lookup = () => 'none';
  await calm.world.runFor(600_000, 20_000);
  expect(calm.deliveries()).toMatchObject([{ reason: { code: 'goes_on_all_the_same' } }]);
});

test('what cannot be looked up keeps nobody from sending another driver', async () => {
  const calm = await booked();
  setState(calm.first, 'CANCELLED');
  await read(calm);
  calm.world.service.faults.lookup = () => 'failed';
  expect(await sendAsNew(calm)).toEqual({ kind: 'sent' });
});

test('"Cancel and book again" calls off the new job before it books', async () => {
  const calm = await booked();
  bookAnew(calm, 'cancelled');
  const newReference = '1001-R2' as OrderReference;
  await calm.during((ports) =>
    sendOrder(ports, calm.world.shops.record(shop), {
      ...{ orderId, actor: 'person' },
      body: { mode: 'replace', orderReference: reference, newReference, reason: 'x' },
    }),
  );
  await calm.rest();
  const { stored } = calm.world.service;
  expect([...stored.values()].map(({ orderReference, state }) => `${orderReference} ${state}`)).toEqual([
    '1001 CANCELLED',
    '1001-R2 PENDING PICKUP',
  ]);
});
