import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld, untilAtRest } from '../test-world.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ env: { RETRY_BASE_MS: '50' } });
});
afterEach(() => save({ paused: false, automation: { cutOff: null, maxAgeHours: 24 } }));
afterAll(() => world.close());

const save = async (patch: unknown) =>
  expect(await world.api('PUT', '/api/settings', patch)).toMatchObject({ status: 200 });

/** A paid order that the service asked to come again with in some seconds, and nobody pressed for. */
async function waitingOrder(seconds: number): Promise<string> {
  const fault = { kind: 'retry_after', status: 429, headers: { 'Retry-After': String(seconds) } };
  await courierControl(world.courier.url).fails({ match: { path: '/v1/same-day-asap' }, fault, times: 1 });
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ state, deliveries }) => state === 'queued' && deliveries[0]?.attempts.length === 1);
  // A webhook of the order that came later would have it read, and judged by its rules before its time is looked at.
  expect(await untilAtRest(world)).toEqual([]);
  return id;
}
const settled = (id: string) => world.orderUntil(id, ({ state }) => state === 'placed' || state === 'needs_attention');

describe('the latest time of a delivery that waits', () => {
  it.each([
    ['cut-off', { cutOff: '00:00' }],
    ['greatest age', { maxAgeHours: 0.000001 }],
  ])('is earlier where the %s is set so meanwhile', async (_name, automation) => {
    const id = await waitingOrder(4);
    const sent = (await world.placements()).length;
    await save({ automation });
    expect(await settled(id)).toMatchObject({ state: 'needs_attention', reason: { code: 'too_late' } });
    expect(await world.placements()).toHaveLength(sent);
  });

  it('asks a person when it has come, not when the service wants to hear again', async () => {
    await save({ automation: { maxAgeHours: 5 / 3_600 } });
    const id = await waitingOrder(80_000);
    const sent = (await world.placements()).length;
    expect(await settled(id)).toMatchObject({ state: 'needs_attention', reason: { code: 'too_late' } });
    expect(await world.placements()).toHaveLength(sent);
  });

  it('is later where more time is given meanwhile', async () => {
    await save({ automation: { maxAgeHours: 3 / 3_600 } });
    const id = await waitingOrder(4);
    await save({ automation: { maxAgeHours: 24 } });
    expect(await settled(id)).toMatchObject({ state: 'placed' });
  });

  it('counts from the last payment of a lay-by, however many there were', async () => {
    const { id } = world.store.addOrder(demoShop, orderKinds.unpaid());
    const daysAgo = (days: number) => Date.now() - days * 86_400_000;
    for (let days = 26; days > 1; days -= 1) {
      world.store.payOrder(demoShop, id, { amount: '1.00', at: daysAgo(days) });
    }
    world.store.payOrder(demoShop, id);
    expect(await settled(id)).toMatchObject({ state: 'placed' });
  });

  it('is the one of now also for what a pause held', async () => {
    const id = await waitingOrder(1);
    await save({ paused: true });
    await world.orderUntil(id, ({ state, reason }) => state === 'held' && reason?.code === 'paused');
    await save({ automation: { cutOff: '00:00' } });
    await save({ paused: false });
    const late = await settled(id);
    expect(late).toMatchObject({ state: 'needs_attention', reason: { code: 'too_late_cut_off' } });
  });
});
