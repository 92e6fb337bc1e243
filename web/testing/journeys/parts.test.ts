import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderPreview, OrderView } from '#api-contract/order.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { NewFulfillmentOrder, NewOrder } from '#store-simulator/state/new-order.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, seaPointStore, sentFor } from './journey.ts';

const seaPoint = seaPointStore.name;
let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ store: { throttle: null } });
  world.store.addLocation(demoShop, seaPointStore);
});
afterAll(() => world.close());

/** A kettle that is ready, and two mugs that are not. */
const preOrder = (
  mugs: Omit<NewFulfillmentOrder, 'lines'>,
  kettle: Omit<NewFulfillmentOrder, 'lines'> = {},
): NewOrder =>
  orderKinds.unpaid({
    lines: [{ sku: 'KET-BLK' }, { sku: 'MUG-BLUE', quantity: 2 }],
    fulfillmentOrders: [
      { ...kettle, lines: [{ line: 0 }] },
      { ...mugs, lines: [{ line: 1 }] },
    ],
  });
const scheduled: Omit<NewFulfillmentOrder, 'lines'> = { status: 'SCHEDULED', fulfillAt: '2099-01-05T06:00:00Z' };
const onHold: Omit<NewFulfillmentOrder, 'lines'> = {
  status: 'ON_HOLD',
  holds: [{ reason: 'INVENTORY_OUT_OF_STOCK', displayReason: 'Glaze is drying' }],
};

const statesOf = ({ deliveries }: OrderView) => deliveries.map(({ state }) => state);
const driftOf = ({ deliveries }: OrderView) => deliveries.flatMap(({ drift }) => drift);
const quantities = (sent: Record<string, unknown>[]) =>
  sent.map(({ order_reference: reference, items }) => [
    reference,
    ...(items as { quantity: number }[]).map(({ quantity }) => quantity),
  ]);
const changeGoods = (id: string, change: Parameters<LocalWorld['store']['changeFulfillmentOrder']>[2], index = 1) =>
  world.store.changeFulfillmentOrder(demoShop, id, change, index);
const send = (id: string, body: object) => world.api('POST', `/api/orders/${id}/send`, body);
const preview = async (id: string) => (await world.api('GET', `/api/orders/${id}/preview`)).body as OrderPreview;

describe('goods that open later', () => {
  it.each([
    ['scheduled', scheduled, { action: 'open' }, 'fulfillment_scheduled_unshown'],
    ['on hold', onHold, { action: 'releaseHold' }, 'fulfillment_on_hold'],
  ] as const)('that are %s are a held delivery, sent when they open', async (_name, mugs, opening, code) => {
    const { view, stored, sent } = await paidOrder(world, preOrder(mugs));
    expect(statesOf(view)).toEqual(['placed', 'held']);
    expect(view).toMatchObject({ state: 'held', reason: { code } });
    expect(view.deliveries[1]).toMatchObject({ orderReference: `${stored.number}-2`, reason: { code } });
    expect(quantities(sent)).toEqual([[`${stored.number}`, 1]]);

    changeGoods(stored.id, opening);
    const placed = await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    expect(statesOf(placed)).toEqual(['placed', 'placed']);
    expect(driftOf(placed)).toEqual([]);
    expect(quantities(await sentFor(world, stored.number))).toEqual([
      [`${stored.number}`, 1],
      [`${stored.number}-2`, 2],
    ]);
  });

  it('may be at another location, and go when they open though the order was paid two days before', async () => {
    const order = world.store.addOrder(demoShop, preOrder({ ...scheduled, location: seaPoint }));
    world.store.payOrder(demoShop, order.id, { at: Date.now() - 20 * 3_600_000 });
    await world.orderUntil(order.id, (view) => statesOf(view).includes('held') && statesOf(view).includes('placed'));
    const { status } = await world.api('PUT', '/api/settings', { automation: { maxAgeHours: 1 } });
    expect(status).toBe(200);
    changeGoods(order.id, { action: 'open' });
    const view = await world.orderUntil(
      order.id,
      ({ state }) => state !== 'held' && state !== 'queued' && state !== 'placing',
    );
    await world.api('PUT', '/api/settings', { automation: { maxAgeHours: 24 } });
    expect(statesOf(view)).toEqual(['placed', 'placed']);
    expect(await sentFor(world, order.number)).toMatchObject([
      {},
      { pickup_address: expect.stringContaining('Regent') },
    ]);
  });

  it('goes on as a part where a hold is released in part', async () => {
    const { stored } = await paidOrder(world, preOrder(onHold));
    changeGoods(stored.id, { action: 'split', lines: [{ line: 0, quantity: 1 }] });
    changeGoods(stored.id, { action: 'releaseHold' }, 2);
    const view = await world.orderUntil(stored.id, (now) => statesOf(now).filter((s) => s === 'placed').length === 2);
    expect(statesOf(view)).toEqual(['placed', 'placed', 'held']);
    changeGoods(stored.id, { action: 'releaseHold' });
    await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    expect(quantities(await sentFor(world, stored.number)).map(([, quantity]) => quantity)).toEqual([1, 1, 1]);
  });

  it('follow a move to another location', async () => {
    const { stored } = await paidOrder(world, preOrder(onHold));
    changeGoods(stored.id, { action: 'move', location: seaPoint });
    await world.orderUntil(stored.id, ({ deliveries }) => deliveries[1]?.locationName === seaPoint);
    changeGoods(stored.id, { action: 'releaseHold' });
    const view = await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    expect([driftOf(view), view.deliveries.length]).toEqual([[], 2]);
    expect(await sentFor(world, stored.number)).toMatchObject([
      {},
      { pickup_address: expect.stringContaining('Regent') },
    ]);
  });

  it('end with their fulfilment order', async () => {
    const { stored } = await paidOrder(world, preOrder(onHold));
    changeGoods(stored.id, { action: 'cancel' });
    const view = await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    expect(statesOf(view)).toEqual(['placed', 'cancelled']);
    expect(driftOf(view)).toEqual([]);
    expect(await sentFor(world, stored.number)).toHaveLength(1);
  });

  it('are an alarm where a rule leaves them out by then, and one press sends them', async () => {
    const { stored } = await paidOrder(world, preOrder(onHold));
    const reference = `${stored.number}-2`;
    await world.api('PUT', '/api/settings', { automation: { mode: 'manual' } });
    changeGoods(stored.id, { action: 'releaseHold' });
    const alarmed = await world.orderUntil(stored.id, (view) => statesOf(view).join() === 'placed,skipped');
    expect(alarmed).toMatchObject({ state: 'placed', needsPerson: true, headline: { what: 'changed' } });
    expect(driftOf(alarmed)).toMatchObject([{ about: 'goods_without_driver', now: '2 (Cape Town studio)' }]);
    const body = { mode: 'goods', newReference: reference };
    const presses = [await send(stored.id, body), await send(stored.id, body)];
    expect(presses.map(({ status }) => status)).toEqual([202, 409]);
    const placed = await world.orderUntil(stored.id, (view) => statesOf(view).join() === 'placed,placed');
    await world.api('PUT', '/api/settings', { automation: { mode: 'matching' } });
    expect([placed.needsPerson, driftOf(placed)]).toEqual([false, []]);
    expect(quantities(await sentFor(world, stored.number))).toEqual([
      [`${stored.number}`, 1],
      [reference, 2],
    ]);
  });

  it('are not sent by a press while Shopify holds them', async () => {
    const { stored } = await paidOrder(world, preOrder(onHold));
    const reference = `${stored.number}-2`;
    for (const body of [
      { mode: 'again', orderReference: reference },
      { mode: 'goods', newReference: reference },
    ]) {
      const { status, body: problem } = await send(stored.id, body);
      expect([status, problem]).toMatchObject([409, { nextStep: expect.stringContaining('Release the hold') }]);
    }
    expect(await sentFor(world, stored.number)).toHaveLength(1);
  });
});

describe('goods that come or move after placing', () => {
  it.each([
    ['another location', { add: [{ sku: 'TEA-ROO', location: seaPoint }] }, `1 (${seaPoint})`],
    ['the same location', { add: [{ sku: 'TEA-ROO' }] }, '1 (Cape Town studio)'],
    ['a line that grows', { increase: [{ line: 0 }] }, '1 (Cape Town studio)'],
  ] as const)('are an alarm at %s, and one press sends them once', async (_where, edit, now) => {
    const { stored } = await paidOrder(world, orderKinds.unpaid());
    world.store.editOrder(demoShop, stored.id, structuredClone(edit) as never);
    const alarmed = await world.orderUntil(stored.id, (view) => driftOf(view).length > 0);
    expect(driftOf(alarmed)).toMatchObject([{ field: expect.stringMatching(/^goods: /), placed: '0', now }]);
    expect(alarmed.deliveries).toHaveLength(1);

    world.store.payOrder(demoShop, stored.id);
    await world.store.webhooksSettled();
    const fresh = (await preview(stored.id)).deliveries.filter(({ state }) => state === null);
    expect(fresh).toMatchObject([{ newReference: `${stored.number}-2`, request: { items: [{ quantity: 1 }] } }]);
    const wrong = await send(stored.id, { mode: 'goods', newReference: `${stored.number}-3` });
    expect(wrong.status).toBe(409);
    const body = { mode: 'goods', newReference: `${stored.number}-2` };
    const presses = [await send(stored.id, body), await send(stored.id, body)];
    expect(presses.map(({ status }) => status)).toEqual([202, 409]);
    const placed = await world.orderUntil(stored.id, (view) => statesOf(view).join() === 'placed,placed');
    expect(driftOf(placed)).toEqual([]);
    expect(quantities(await sentFor(world, stored.number))).toEqual([
      [`${stored.number}`, 1],
      [`${stored.number}-2`, 1],
    ]);
    expect((await sentFor(world, stored.number))[1]).toEqual(fresh[0]?.request);
  });

  it('are an alarm where a part of what was sent for moves, and can be fetched there', async () => {
    const { stored } = await paidOrder(world, orderKinds.unpaid({ lines: [{ sku: 'MUG-BLUE', quantity: 2 }] }));
    changeGoods(stored.id, { action: 'move', location: seaPoint, lines: [{ line: 0, quantity: 1 }] }, 0);
    const alarmed = await world.orderUntil(stored.id, (view) => driftOf(view).length > 0);
    expect(driftOf(alarmed)).toMatchObject([
      { field: expect.stringMatching(/^items: /), placed: '2', now: '1' },
      { field: expect.stringMatching(/^goods: /), placed: '0', now: `1 (${seaPoint})` },
    ]);
    expect((await send(stored.id, { mode: 'goods', newReference: `${stored.number}-2` })).status).toBe(202);
    await world.orderUntil(stored.id, (view) => statesOf(view).join() === 'placed,placed');
    expect(await sentFor(world, stored.number)).toMatchObject([
      {},
      { pickup_address: expect.stringContaining('Regent') },
    ]);
  });

  it('are no new goods where Shopify splits or holds what was sent for, and what is on hold is told of', async () => {
    const { stored } = await paidOrder(world, orderKinds.unpaid({ lines: [{ sku: 'MUG-BLUE', quantity: 2 }] }));
    changeGoods(stored.id, { action: 'hold', lines: [{ line: 0, quantity: 1 }] }, 0);
    changeGoods(stored.id, { action: 'split', lines: [{ line: 0, quantity: 1 }] }, 1);
    world.store.updateOrder(demoShop, stored.id, { phone: '0835550000' });
    await world.store.webhooksSettled();
    const { body } = await world.api('POST', `/api/orders/${stored.id}/refresh`, {});
    expect([driftOf(body as OrderView), (body as OrderView).deliveries.length]).toMatchObject([
      [{ about: 'on_hold', now: expect.stringMatching(/^1 x .*\(Other\)$/) }],
      1,
    ]);
  });
});
