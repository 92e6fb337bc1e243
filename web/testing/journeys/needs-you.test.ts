import { afterAll, beforeAll, expect, test } from 'vitest';
import { overview } from '#api-contract/overview.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { resting } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  const shop = { domain: demoShop, name: 'Kettles', ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' };
  world = await startTestWorld({ store: { shops: [shop] } });
});
afterAll(() => world.close());

const home = async () => overview.parse((await world.api('GET', '/api/overview')).body);

test('Home has what the buyer gave where that is wrong, and takes what is right', async () => {
  const kind = orderKinds.noPhone({ number: 7_021, paid: true });
  const order = world.store.addOrder(demoShop, {
    ...kind,
    shippingAddress: { ...kind.shippingAddress, phone: '08612345678' },
  });
  await world.orderUntil(order.id, resting);
  const row = async () => (await home()).waiting.find(({ orderId }) => orderId === order.id);
  expect(await row()).toMatchObject({ field: 'dropoff_contact_phone', given: '08612345678' });
  const corrections = { dropoff_contact_phone: '082 123 4567' };
  await world.api('POST', `/api/orders/${order.id}/send`, { mode: 'again', corrections });
  expect((await world.orderUntil(order.id, resting)).state).toBe('placed');
  expect(await row()).toBeUndefined();
});

test('Home names who waits for what, soonest too late first, until one call gives it; who looked is on record once', async () => {
  const [older, younger] = [7_001, 7_002].map((number) =>
    world.store.addOrder(demoShop, orderKinds.noPhone({ number, paid: true })),
  );
  for (const order of [older, younger]) await world.orderUntil(order?.id ?? '', resting);
  const { waiting, waitingCount } = await home();
  expect([waitingCount, waiting.map(({ orderName }) => orderName)]).toEqual([2, ['#7001', '#7002']]);
  const [row] = waiting;
  expect(row).toMatchObject({ orderReference: null, field: 'dropoff_contact_phone', given: null });
  expect(row?.customerName).toMatch(/\S+ \S+/);
  expect(Date.parse(row?.deadlineAt ?? '') - Date.parse(row?.paidAt ?? '')).toBe(24 * 3_600_000);

  await home();
  const { db } = world.app.context.storage;
  const views = db.selectFrom('access_log').select('actor').where('shop', '=', demoShop).where('what', '=', 'overview');
  expect(await views.execute()).toHaveLength(1);

  for (const order of [older, younger]) {
    const corrections = { dropoff_contact_phone: '082 123 4567' };
    await world.api('POST', `/api/orders/${order?.id}/send`, { mode: 'again', corrections });
    expect((await world.orderUntil(order?.id ?? '', resting)).state).toBe('placed');
  }
  expect(await home()).toMatchObject({ waiting: [], waitingCount: 0 });

  // What is too late already comes after what can still be in time.
  const orders = [7_011, 7_012].map((number) =>
    world.store.addOrder(demoShop, orderKinds.noPhone({ number, paid: true })),
  );
  for (const order of orders) await world.orderUntil(order.id, resting);
  const longAgo = new Date(Date.now() - 30 * 3_600_000);
  const late = { sendable_from: longAgo, paid_at: longAgo };
  await db
    .updateTable('shop_order')
    .set(late)
    .where('order_id', '=', orders[0]?.id ?? '')
    .execute();
  expect((await home()).waiting.map(({ orderName }) => orderName)).toEqual(['#7012', '#7011']);
});
