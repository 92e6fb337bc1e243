import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { defaultScopes } from '#store-simulator/state/shop-state.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, resting } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ engine: 'embedded', store: { throttle: null } });
  world.store.addLocation(demoShop, {
    name: 'Claremont',
    address1: '10 Main Road',
    city: 'Cape Town',
    provinceCode: 'WC',
    zip: '7708',
    phone: '0216710001',
  });
});
afterAll(() => world.close());

const post = async (id: string, call: string, body: unknown) => {
  const answer = await world.api('POST', `/api/orders/${id}/${call}`, body);
  return { status: answer.status, view: answer.body as OrderView };
};
const refreshed = async (id: string) => (await post(id, 'refresh', {})).view.deliveries[0];
const noteOf = (id: string) => world.store.order(demoShop, id).note ?? '';
const metafieldOf = (id: string) => {
  const [held] = world.store.order(demoShop, id).metafields.filter(({ key }) => key === 'deliveries');
  return JSON.parse(held?.value ?? '[]') as Record<string, unknown>[];
};
const atService = (deliveryId: string | null | undefined, to: string) =>
  courierControl(world.courier.url).becomes(deliveryId ?? null, to);
const writesOf = (id: string) =>
  world.store
    .calls(demoShop)
    .filter(({ operationName, variables }) => operationName === 'WriteNote' && String(variables['id']).endsWith(id));
const writeBack = (changes: object) => world.api('PUT', '/api/settings', { writeBack: changes });
const twoLocations = () =>
  orderKinds.paid({
    note: 'Ring twice\r\nplease',
    lines: [{ sku: 'KET-COP' }, { sku: 'MUG-BLUE', location: 'Claremont' }],
  });

describe('a cancelled delivery', () => {
  it('is cancelled in its own line and in the metafield, and the other delivery keeps its slot', async () => {
    const { view, stored } = await paidOrder(world, twoLocations());
    const [first, second] = view.deliveries;
    const before = stored.note?.split('\r\n') ?? [];
    const cancelled = await post(stored.id, 'cancel', { orderReference: first?.orderReference });
    expect(cancelled.status).toBe(200);
    const line = `Same-day delivery ${first?.orderReference}: cancelled (${first?.deliveryId})`;
    await expect.poll(() => noteOf(stored.id)).toContain(line);
    const own = before.findIndex((text) => text.startsWith(`Same-day delivery ${first?.orderReference}:`));
    expect(noteOf(stored.id).split('\r\n')).toEqual(before.with(own, line));
    await expect
      .poll(() => metafieldOf(stored.id))
      .toMatchObject([
        { reference: first?.orderReference, state: 'cancelled', slot: null },
        { reference: second?.orderReference, state: 'placed', slot: { start: expect.any(String) }, note: 'written' },
      ]);
  });

  it('is cancelled in the note also where Refresh finds it so at the service', async () => {
    const { view, stored } = await paidOrder(world, orderKinds.paid());
    const [delivery] = view.deliveries;
    await atService(delivery?.deliveryId, 'CANCELLED');
    expect(await refreshed(stored.id)).toMatchObject({ state: 'cancelled' });
    const line = `Same-day delivery ${stored.number}: cancelled (${delivery?.deliveryId})`;
    await expect.poll(() => noteOf(stored.id)).toBe(line);
    await expect.poll(() => metafieldOf(stored.id)[0]?.['state']).toBe('cancelled');
  });

  it('does not bring back a line that a person took out of the note', async () => {
    const { stored } = await paidOrder(world, orderKinds.paid());
    world.store.updateOrder(demoShop, stored.id, { note: 'Call me' });
    await post(stored.id, 'cancel', { orderReference: String(stored.number) });
    await expect.poll(() => metafieldOf(stored.id)[0]?.['state']).toBe('cancelled');
    expect(noteOf(stored.id)).toBe('Call me');
  });
});

describe('what is written into the order', () => {
  it('says that the note is too long, and the metafield says so too', async () => {
    const order = world.store.addOrder(demoShop, orderKinds.paid({ note: 'x'.repeat(4_990) }));
    const placed = await world.orderUntil(order.id, ({ deliveries }) => deliveries[0]?.noteState === 'too_long');
    expect(placed.deliveries).toMatchObject([{ state: 'placed', noteWritten: false, refusals: [] }]);
    expect(metafieldOf(order.id)).toMatchObject([{ note: 'too_long', state: 'placed' }]);
    expect(writesOf(order.id)).toEqual([]);
  });

  it('says that writing the note is switched off', async () => {
    await writeBack({ note: false });
    const order = world.store.addOrder(demoShop, orderKinds.paid());
    const placed = await world.orderUntil(order.id, ({ deliveries }) => deliveries[0]?.noteState === 'off');
    expect(placed.deliveries).toMatchObject([{ state: 'placed', noteWritten: false }]);
    await writeBack({ note: true });
    expect(metafieldOf(order.id)).toMatchObject([{ note: 'off' }]);
    expect(noteOf(order.id)).toBe('');
    await refreshed(order.id);
    await world.orderUntil(order.id, resting);
    expect(noteOf(order.id)).toContain(`Same-day delivery ${order.number}:`);
  });

  it('tries a note that Shopify refuses once, says so with its words, and tries again on Refresh', async () => {
    const effect = { kind: 'refused', message: 'Order cannot be changed' } as const;
    world.store.faults.next({ call: 'graphql', operationName: 'WriteNote', effect, times: 2 });
    const order = world.store.addOrder(demoShop, orderKinds.paid());
    const refused = await world.orderUntil(order.id, ({ deliveries }) => deliveries[0]?.noteState === 'refused');
    const words = { code: 'note_refused', serviceMessage: expect.stringContaining('Order cannot be changed') };
    expect(refused.deliveries).toMatchObject([{ state: 'placed', noteWritten: false, refusals: [words] }]);
    expect(refused.deliveries[0]?.refusals[0]?.nextStep).toMatch(/Refresh/);
    expect(metafieldOf(order.id)).toMatchObject([{ note: 'refused' }]);

    const still = world.app.context.storage.database.db;
    const rows = await still
      .selectFrom('delivery')
      .select('written_back_at')
      .where('order_id', '=', order.id)
      .execute();
    expect(rows).toEqual([{ written_back_at: expect.any(Date) }]);
    expect(writesOf(order.id)).toHaveLength(1);
    await refreshed(order.id);
    await expect.poll(() => writesOf(order.id).length).toBe(2);
    await refreshed(order.id);
    const written = await world.orderUntil(order.id, resting);
    expect(written.deliveries).toMatchObject([{ noteState: 'written', noteWritten: true, refusals: [] }]);
    expect(metafieldOf(order.id)).toMatchObject([{ note: 'written' }]);
  });

  it('is written by itself once the merchant has approved the access that it lacked', async () => {
    await writeBack({ tags: true, fulfil: 'placed' });
    const lacking = ['write_orders', 'write_merchant_managed_fulfillment_orders', 'write_fulfillments'];
    const only = defaultScopes.filter((scope) => !lacking.includes(scope));
    world.store.updateScopes(demoShop, [...only, 'read_orders', 'read_merchant_managed_fulfillment_orders']);
    const order = world.store.addOrder(demoShop, orderKinds.paid());
    const refused = await world.orderUntil(order.id, ({ deliveries }) => deliveries[0]?.refusals.length === 4);
    const codes = ['note_refused', 'details_refused', 'tag_refused', 'fulfilment_refused'];
    expect(refused.deliveries[0]?.refusals.map(({ code }) => code)).toEqual(codes);
    expect(noteOf(order.id)).toBe('');
    world.store.updateScopes(demoShop, defaultScopes);
    const written = await world.orderUntil(order.id, ({ deliveries }) => deliveries[0]?.refusals.length === 0);
    await expect.poll(() => noteOf(order.id)).toContain(`Same-day delivery ${order.number}:`);
    expect(written.deliveries).toMatchObject([{ state: 'placed' }]);
    await expect.poll(() => metafieldOf(order.id)).toMatchObject([{ note: 'written' }]);
    const now = () => world.store.order(demoShop, order.id);
    await expect.poll(() => now().tags).toContain('same-day-delivery');
    await expect.poll(() => now().fulfillments).toHaveLength(1);
    await writeBack({ tags: false, fulfil: 'never' });
  });

  it('settles an order that was deleted, with no attempt more', async () => {
    const { view, stored } = await paidOrder(world, orderKinds.paid());
    world.store.deleteOrder(demoShop, stored.id);
    const cancelled = await post(stored.id, 'cancel', { orderReference: view.deliveries[0]?.orderReference });
    expect(cancelled.status).toBe(200);
    const gone = await world.orderUntil(stored.id, ({ deliveries }) => deliveries[0]?.noteState === 'refused');
    expect(gone.deliveries[0]?.refusals).toMatchObject([{ code: 'order_gone' }]);
  });
});

describe('the follow-ups', () => {
  it('fulfil the order once the driver has the parcel', async () => {
    await writeBack({ fulfil: 'pickedUp' });
    const { view, stored } = await paidOrder(world, orderKinds.paid());
    expect(world.store.order(demoShop, stored.id).fulfillments).toEqual([]);
    await atService(view.deliveries[0]?.deliveryId, 'PENDING DROPOFF');
    expect(await refreshed(stored.id)).toMatchObject({ serviceState: 'PENDING DROPOFF' });
    const fulfillments = () => world.store.order(demoShop, stored.id).fulfillments;
    await expect.poll(fulfillments).toHaveLength(1);
    await writeBack({ fulfil: 'never' });
  });

  it.each([
    ['split', [{ line: 0, quantity: 1 }], 0],
    ['merge', undefined, 0],
    ['merge', undefined, 1],
  ] as const)('fulfil the goods where they stand since a %s (%#)', async (action, lines, index) => {
    await writeBack({ fulfil: 'pickedUp' });
    const twoMugs = { lines: [{ sku: 'KET-BLK' }, { sku: 'MUG-BLUE', quantity: 2 }], paid: true };
    const order = orderKinds.unpaid({
      ...twoMugs,
      fulfillmentOrders: [{ lines: [{ line: 1 }] }, { lines: [{ line: 0 }] }],
    });
    const { view, stored } = await paidOrder(world, order);
    const change = action === 'split' ? { action, lines: [...lines] } : { action };
    world.store.changeFulfillmentOrder(demoShop, stored.id, change, index);
    await atService(view.deliveries[0]?.deliveryId, 'PENDING DROPOFF');
    await refreshed(stored.id);
    const now = () => world.store.order(demoShop, stored.id);
    await expect.poll(() => now().fulfillments).toHaveLength(1);
    const left = now().fulfillmentOrders.flatMap((one) => one.lines.map(({ remainingQuantity }) => remainingQuantity));
    expect(left.filter((quantity) => quantity > 0)).toEqual([]);
    const told = await world.orderUntil(stored.id, ({ deliveries }) => deliveries[0]?.progress === 'on_its_way');
    expect(told.deliveries).toMatchObject([{ refusals: [], alarm: null }]);
    await writeBack({ fulfil: 'never' });
  });

  it('fulfil the order where the tag is refused, and show the refusal until a press puts it right', async () => {
    await writeBack({ tags: true, fulfil: 'placed' });
    const tags = Array.from({ length: 250 }, (_, index) => `tag ${index}`);
    const order = world.store.addOrder(demoShop, orderKinds.paid({ tags }));
    const told = await world.orderUntil(order.id, ({ deliveries }) => (deliveries[0]?.refusals.length ?? 0) > 0);
    expect(told.deliveries[0]?.refusals).toMatchObject([
      { code: 'tag_refused', serviceMessage: expect.stringContaining('250') },
    ]);
    const now = () => world.store.order(demoShop, order.id);
    await expect.poll(() => now().fulfillments).toHaveLength(1);
    world.store.updateOrder(demoShop, order.id, { tags: ['vip'] });
    await refreshed(order.id);
    await expect.poll(() => now().tags).toContain('same-day-delivery');
    await world.orderUntil(order.id, ({ deliveries }) => deliveries[0]?.refusals.length === 0);
    expect(now().fulfillments).toHaveLength(1);
    await writeBack({ tags: false, fulfil: 'never' });
  });

  it('show a refused fulfilment, and not one that somebody did by hand', async () => {
    await writeBack({ fulfil: 'pickedUp' });
    const { view, stored } = await paidOrder(world, orderKinds.paid());
    world.store.changeFulfillmentOrder(demoShop, stored.id, { action: 'hold' });
    await atService(view.deliveries[0]?.deliveryId, 'PENDING DROPOFF');
    await refreshed(stored.id);
    const told = await world.orderUntil(stored.id, ({ deliveries }) => (deliveries[0]?.refusals.length ?? 0) > 0);
    expect(told.deliveries[0]?.refusals).toMatchObject([{ code: 'fulfilment_refused', nextStep: expect.any(String) }]);

    const byHand = await paidOrder(world, orderKinds.paid());
    world.store.fulfilOrder(demoShop, byHand.stored.id);
    await atService(byHand.view.deliveries[0]?.deliveryId, 'PENDING DROPOFF');
    await refreshed(byHand.stored.id);
    const left = await world.orderUntil(byHand.stored.id, ({ deliveries }) => deliveries[0]?.progress === 'on_its_way');
    expect(left.deliveries).toMatchObject([{ refusals: [], alarm: null }]);
    expect(world.store.order(demoShop, byHand.stored.id).fulfillments).toHaveLength(1);
    await writeBack({ fulfil: 'never' });
  });
});
