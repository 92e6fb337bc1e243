import { afterAll, beforeAll, expect, it } from 'vitest';
import { overview } from '#api-contract/overview.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

let world: LocalWorld;
beforeAll(async () => {
  // News is asked for as rarely as in production: what the service says while it is asked about a lost answer is all there is.
  world = await startTestWorld({
    env: { RETRY_BASE_MS: '200' },
    config: (config) => ({ ...config, timing: { ...config.timing, lookMs: 180_000 } }),
  });
});
afterAll(() => world.close());

const courier = () => courierControl(world.courier.url);
const fault = (match: object, kind: object, times: number) => courier().fails({ match, fault: kind, times });

it('a driver who was called off before the look-up found the delivery is a task, and no note promises one', async () => {
  await fault({ path: '/v1/same-day-asap' }, { kind: 'reset_after' }, 1);
  await fault({ path: '/v1/deliveries/ext/*', method: 'GET' }, { kind: 'status', status: 503 }, 2);
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.state === 'confirming');
  const [delivery] = await courier().deliveries();
  await courier().becomes(delivery?.id ?? null, 'CANCELLED');
  const view = await world.orderUntil(id, ({ state }) => state !== 'queued' && state !== 'confirming');
  expect(view).toMatchObject({
    state: 'cancelled',
    deliveries: [{ reason: { code: 'cancelled_at_service' }, drift: [{ about: 'not_delivered' }] }],
  });
  expect(overview.parse((await world.api('GET', '/api/overview')).body)).toMatchObject({ undelivered: 1 });
  expect(world.store.order(demoShop, id).note).toBe(null);
});
