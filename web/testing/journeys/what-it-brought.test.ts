import { afterAll, beforeAll, expect, it } from 'vitest';
import { figuresView } from '#api-contract/figures.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { alwaysNow, courierControl } from '../courier-control.ts';
import type { LocalWorld } from '../local-world.ts';
import { demoShop } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, seaPointStore } from './journey.ts';

let world: LocalWorld;
let courier: ReturnType<typeof courierControl>;
beforeAll(async () => {
  world = await startTestWorld({
    courier: alwaysNow(),
    env: { RETRY_BASE_MS: '10' },
    config: (config) => ({
      ...config,
      courier: { ...config.courier, profile: { ...config.courier.profile, cost: '/charged' } },
    }),
  });
  courier = courierControl(world.courier.url);
  world.store.addLocation(demoShop, seaPointStore);
});
afterAll(() => world.close());

it('counts what was delivered in its slot, what failed and what is under way, and what the service charged', async () => {
  const { view, stored } = await paidOrder(
    world,
    orderKinds.paid({ lines: [{ sku: 'KET-COP' }, { sku: 'MUG-BLUE', location: seaPointStore.name }] }),
  );
  const failing = await paidOrder(world, orderKinds.paid());
  const underWay = await paidOrder(world, orderKinds.paid());
  const [first, second] = view.deliveries;
  const [failed] = failing.view.deliveries;
  await courier.says(first?.deliveryId ?? null, { charged: 79.5 });
  await courier.says(second?.deliveryId ?? null, { charged: '120.25' });
  await courier.says(underWay.view.deliveries[0]?.deliveryId ?? null, { charged: 'a lot' });
  for (const delivery of [first, second, failed]) {
    await courier.becomes(delivery?.deliveryId ?? null, 'PENDING DROPOFF');
    await courier.becomes(delivery?.deliveryId ?? null, delivery === failed ? 'FAILED' : 'DELIVERED');
  }
  await world.orderUntil(stored.id, ({ deliveries }) => deliveries.every(({ progress }) => progress === 'delivered'));
  await world.orderUntil(failing.stored.id, ({ deliveries }) => deliveries[0]?.progress === 'failed');
  const { total, perDay, perLocation } = figuresView.parse((await world.api('GET', '/api/figures?days=2')).body);
  expect(total).toEqual({
    ...{ deliveries: 4, delivered: 2, failed: 1, onTime: 2 },
    ...{ onTimeShare: 1, failedShare: 0.333, medianMinutes: expect.any(Number), cost: 199.75 },
  });
  expect(perDay.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(4);
  expect(perLocation.find(({ locationName }) => locationName === seaPointStore.name)).toMatchObject({
    ...{ deliveries: 1, delivered: 1, cost: 120.25 },
  });
});
