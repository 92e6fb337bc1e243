import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDealtWith } from '#api-contract/cancel-doubt.ts';
import type { DeliveryView, OrderView } from '#api-contract/order.ts';
import { overview } from '#api-contract/overview.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { alwaysNow, courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, resting, seaPointStore } from './journey.ts';
import { lookWhenDue } from './look-when-due.ts';

let world: LocalWorld;
let courier: ReturnType<typeof courierControl>;
let orderUntil: LocalWorld['orderUntil'];
beforeAll(async () => {
  world = await startTestWorld({
    courier: alwaysNow(),
    env: { RETRY_BASE_MS: '10' },
    config: (config) => ({ ...config, timing: { ...config.timing, lookMs: 100 } }),
  });
  courier = courierControl(world.courier.url);
  orderUntil = lookWhenDue(world);
});
afterAll(() => world.close());

async function booked(): Promise<{ id: string; delivery: DeliveryView }> {
  const { view, stored } = await paidOrder(world, orderKinds.paid());
  const delivery = view.deliveries[0];
  if (!delivery?.deliveryId) throw new Error('nothing was booked');
  return { id: stored.id, delivery };
}
const only = (view: OrderView) => view.deliveries[0];
const until = async (id: string, progress: DeliveryView['progress']) =>
  only(await orderUntil(id, (view) => only(view)?.progress === progress));
const waits = async () => {
  const { undelivered, driftAlarms } = overview.parse((await world.api('GET', '/api/overview')).body);
  return { undelivered, driftAlarms };
};
const post = (id: string, call: string, body: unknown) => world.api('POST', `/api/orders/${id}/${call}`, body);

describe('what becomes of a booked delivery, where the app has to ask', () => {
  it('shows in its order, up to the proof', async () => {
    const { id, delivery } = await booked();
    expect(delivery).toMatchObject({ progress: null, progressAt: null, photoUrl: null });
    await courier.becomes(delivery.deliveryId, 'PENDING DROPOFF');
    const driving = await until(id, 'on_its_way');
    expect(driving).toMatchObject({ state: 'placed', progressAt: expect.any(String), drift: [] });
    expect((await fetch(driving?.trackingUrl ?? '')).status).toBe(200);
    await courier.becomes(delivery.deliveryId, 'DELIVERED');
    // By its row's own time alone, as in a shop.
    const done = only(await world.orderUntil(id, (view) => only(view)?.progress === 'delivered'));
    const proof = await fetch(done?.photoUrl ?? '');
    expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(done?.attempts.filter(({ outcome }) => outcome === 'found')).toHaveLength(2);
  });

  it('is found by asking where the service’s notification was lost', async () => {
    const { id, delivery } = await booked();
    await expect.poll(() => courier.isListenedTo(liveKey)).toBe(true);
    await courier.losesNotifications(liveKey);
    expect(await courier.isListenedTo(liveKey)).toBe(false);
    await courier.becomes(delivery.deliveryId, 'PENDING DROPOFF');
    await until(id, 'on_its_way');
    await courier.becomes(delivery.deliveryId, 'FAILED');
    expect(await until(id, 'failed')).toMatchObject({ alarm: expect.any(String), reason: { code: 'delivery_failed' } });
    expect(
      (
        await post(id, 'acknowledge', {
          orderReference: delivery.orderReference,
          alarm: (await until(id, 'failed'))?.alarm,
        })
      ).status,
    ).toBe(200);
  });

  it('is shown in the service’s own word and changes nothing where nobody knows the word', async () => {
    const { id, delivery } = await booked();
    await courier.says(delivery.deliveryId, { state: 'OUT FOR COFFEE' });
    const seen = only(await orderUntil(id, (view) => only(view)?.serviceState === 'OUT FOR COFFEE'));
    expect(seen).toMatchObject({ state: 'placed', progress: null });
    expect(await world.app.context.metrics.registry.getSingleMetricAsString('delivery_readings_total')).toMatch(
      /outcome="unknown_word"} [1-9]/,
    );
  });

  it('is a task where nobody took the goods in, and ends with a new delivery', async () => {
    const { id, delivery } = await booked();
    await courier.becomes(delivery.deliveryId, 'PENDING DROPOFF');
    await courier.becomes(delivery.deliveryId, 'FAILED');
    const failed = await until(id, 'failed');
    expect(failed).toMatchObject({
      state: 'placed',
      reason: { code: 'delivery_failed', nextStep: expect.stringContaining('new delivery') },
      drift: [{ field: 'delivery', now: 'failed' }],
      alarm: expect.any(String),
    });
    expect(await waits()).toEqual({ undelivered: 1, driftAlarms: 0 });
    const newReference = `${delivery.orderReference}-R2`;
    const answer = await post(id, 'send', { mode: 'new', newReference, reason: 'nobody was home' });
    expect(answer.status).toBe(202);
    const again = await orderUntil(id, ({ deliveries }) => deliveries[1]?.state === 'placed');
    expect(again.deliveries).toMatchObject([
      { progress: 'failed', drift: [], alarm: null },
      { orderReference: newReference, progress: null, reason: null },
    ]);
    expect(await waits()).toEqual({ undelivered: 0, driftAlarms: 0 });
    const told = again.timeline.map(
      (event) => `${event.kind} ${'orderReference' in event ? event.orderReference : ''}`,
    );
    const { orderReference } = delivery;
    // Whether the app asked in the moment between the two states is chance.
    expect(told.filter((event) => !event.startsWith('on_its_way'))).toEqual([
      'paid ',
      `booked ${orderReference}`,
      `failed ${orderReference}`,
      `action ${newReference}`,
      `booked ${newReference}`,
    ]);
  });

  it('stays a task when it was brought back, until the goods are kept at the shop', async () => {
    const { id, delivery } = await booked();
    await courier.becomes(delivery.deliveryId, 'PENDING DROPOFF');
    await courier.becomes(delivery.deliveryId, 'FAILED');
    await until(id, 'failed');
    await courier.becomes(delivery.deliveryId, 'RETURNED');
    const returned = await until(id, 'returned');
    expect(returned).toMatchObject({ reason: { code: 'delivery_returned' }, drift: [{ now: 'returned' }] });
    const kept = await post(id, 'acknowledge', { orderReference: delivery.orderReference, alarm: returned?.alarm });
    expect(only(kept.body as OrderView)).toMatchObject({
      alarm: null,
      drift: [{ closed: { by: expect.any(String) } }],
    });
  });

  it.each([
    ['FAILED', 'refunded', (id: string) => world.store.refundOrder(demoShop, id)],
    ['RETURNED', 'cancelled', (id: string) => world.store.cancelOrder(demoShop, id)],
  ])('is decided where it %s and the order is then %s: no driver is said to come', async (to, _how, end) => {
    const { id, delivery } = await booked();
    await courier.becomes(delivery.deliveryId, 'PENDING DROPOFF');
    await courier.becomes(delivery.deliveryId, 'FAILED');
    await until(id, 'failed');
    if (to === 'RETURNED') await courier.becomes(delivery.deliveryId, to);
    const what = to === 'RETURNED' ? 'returned' : 'failed';
    expect((await until(id, what))?.alarm).toEqual(expect.any(String));
    end(id);
    const view = await orderUntil(id, ({ headline }) => headline.tone !== 'critical');
    expect(view).toMatchObject({
      ...{ state: 'placed', needsPerson: false, headline: { what, tone: 'info' } },
      deliveries: [{ progress: what, drift: [], alarm: null }],
    });
    expect(isDealtWith(view.deliveries[0] as DeliveryView)).toBe(true);
    expect(await waits()).toEqual({ undelivered: 0, driftAlarms: 0 });
    const { changed } = overview.parse((await world.api('GET', '/api/overview')).body);
    expect(changed.filter(({ orderId }) => orderId === id)).toEqual([]);
  });

  it('is a task where the service cancelled it by itself, until another driver is sent', async () => {
    const { id, delivery } = await booked();
    await courier.becomes(delivery.deliveryId, 'CANCELLED');
    const ended = only(await orderUntil(id, ({ state }) => state === 'cancelled'));
    expect(ended).toMatchObject({ reason: { code: 'cancelled_at_service' }, progress: null });
    const drift = [{ field: 'delivery', placed: 'to be delivered', now: 'cancelled', closed: null }];
    expect(ended).toMatchObject({ drift, alarm: expect.any(String) });
    expect(await waits()).toEqual({ undelivered: 1, driftAlarms: 0 });
    await post(id, 'refresh', {});
    const { changed } = overview.parse((await world.api('GET', '/api/overview')).body);
    expect(changed).toMatchObject([{ orderReference: delivery.orderReference, what: 'called_off' }]);

    const newReference = `${delivery.orderReference}-R2`;
    expect(await post(id, 'send', { mode: 'new', newReference, reason: 'no driver' })).toMatchObject({ status: 202 });
    const again = await orderUntil(id, ({ state }) => state === 'placed');
    expect(again.deliveries.flatMap((one) => one.drift)).toEqual([]);
    expect(await waits()).toEqual({ undelivered: 0, driftAlarms: 0 });
  });

  it('names the second driver where the first brings the goods after all', async () => {
    const { id, delivery } = await booked();
    const { orderReference, deliveryId } = delivery;
    await courier.becomes(deliveryId, 'PENDING DROPOFF');
    await courier.becomes(deliveryId, 'FAILED');
    await until(id, 'failed');
    const newReference = `${orderReference}-R2`;
    await post(id, 'send', { mode: 'new', newReference, reason: 'second try' });
    await orderUntil(id, ({ deliveries }) => deliveries.every(({ state }) => state === 'placed'));
    await courier.becomes(deliveryId, 'PENDING DROPOFF');
    await courier.becomes(deliveryId, 'DELIVERED');
    await orderUntil(id, ({ deliveries }) => deliveries.some(({ progress }) => progress === 'delivered'));
    const seen = overview.parse((await world.api('GET', '/api/overview')).body);
    expect(seen).toMatchObject({ secondDrivers: 1, changed: [{ orderReference: newReference, what: 'brought' }] });
    expect(await post(id, 'cancel', { orderReference: newReference })).toMatchObject({ status: 200 });
    expect(await waits()).toEqual({ undelivered: 0, driftAlarms: 0 });
  });

  it('is no task where a person cancelled it, or the order ended after that', async () => {
    const [mine, theirs] = [await booked(), await booked()];
    const { orderReference } = mine.delivery;
    expect(await post(mine.id, 'cancel', { orderReference })).toMatchObject({ status: 200 });
    const ended = only(await orderUntil(mine.id, ({ state }) => state === 'cancelled'));
    expect(ended).toMatchObject({ drift: [], alarm: null });
    await courier.becomes(theirs.delivery.deliveryId, 'CANCELLED');
    await orderUntil(theirs.id, ({ deliveries }) => deliveries[0]?.alarm != null);
    world.store.cancelOrder(demoShop, theirs.id);
    await orderUntil(theirs.id, ({ deliveries }) => deliveries[0]?.alarm === null);
  });
});

const fulfillmentsOf = (id: string) => world.store.order(demoShop, id).fulfillments;
const fulfil = (when: 'never' | 'placed' | 'pickedUp') =>
  world.api('PUT', '/api/settings', { writeBack: { fulfil: when } });

describe('what Shopify is told of it', () => {
  it('fulfils when the driver has the goods, and notes each step once, in order', async () => {
    await fulfil('pickedUp');
    const { id, delivery } = await booked();
    expect(fulfillmentsOf(id)).toEqual([]);
    await courier.becomes(delivery.deliveryId, 'PENDING DROPOFF');
    const driving = await until(id, 'on_its_way');
    await expect.poll(() => fulfillmentsOf(id)[0]?.events.length).toBe(1);
    expect(fulfillmentsOf(id)[0]?.tracking).toEqual([
      { company: 'Same-day delivery', number: delivery.deliveryId, url: driving?.trackingUrl },
    ]);
    await courier.becomes(delivery.deliveryId, 'DELIVERED');
    await until(id, 'delivered');
    const statuses = () => fulfillmentsOf(id).map(({ events }) => events.map(({ status }) => status));
    await expect.poll(() => statuses()).toEqual([['OUT_FOR_DELIVERY', 'DELIVERED']]);
    await post(id, 'refresh', {});
    await orderUntil(id, resting);
    expect(statuses()).toEqual([['OUT_FOR_DELIVERY', 'DELIVERED']]);
  });

  it.each([
    ['', () => {}],
    [
      ' of goods of which more were added since',
      (id: string) => world.store.editOrder(demoShop, id, { increase: [{ line: 0 }] }),
    ],
  ])('is told each step where the answer to the fulfilment%s was lost', async (_of, edit) => {
    await fulfil('pickedUp');
    const { id, delivery } = await booked();
    edit(id);
    world.store.faults.next({ call: 'graphql', operationName: 'Fulfil', effect: { kind: 'reset', executed: true } });
    await courier.becomes(delivery.deliveryId, 'PENDING DROPOFF');
    await until(id, 'on_its_way');
    await courier.becomes(delivery.deliveryId, 'DELIVERED');
    await until(id, 'delivered');
    const statuses = () => fulfillmentsOf(id).map(({ events }) => events.map(({ status }) => status));
    await expect.poll(() => statuses(), { timeout: 30_000 }).toEqual([['OUT_FOR_DELIVERY', 'DELIVERED']]);
    const [after] = ((await world.orderView(id)) as OrderView).deliveries;
    // Other tests count what waits for a person.
    if (after?.alarm) await post(id, 'acknowledge', { orderReference: after.orderReference, alarm: after.alarm });
  });

  it('is told of an attempt without a hand-over, and of the new delivery in the same fulfilment', async () => {
    await fulfil('placed');
    const { id, delivery } = await booked();
    await courier.becomes(delivery.deliveryId, 'PENDING DROPOFF');
    const driving = await until(id, 'on_its_way');
    await courier.becomes(delivery.deliveryId, 'FAILED');
    await until(id, 'failed');
    const newReference = `${delivery.orderReference}-R2`;
    await post(id, 'send', { mode: 'new', newReference, reason: 'nobody was home' });
    const again = await orderUntil(id, ({ deliveries }) => deliveries[1]?.state === 'placed');
    // What two drivers do within a second is one event to the buyer.
    await expect.poll(() => Date.now() - Date.parse(driving?.progressAt ?? '')).toBeGreaterThan(1_000);
    await courier.becomes(again.deliveries[1]?.deliveryId ?? null, 'PENDING DROPOFF');
    const statuses = () => fulfillmentsOf(id).map(({ events }) => events.map(({ status }) => status));
    const told = [['OUT_FOR_DELIVERY', 'ATTEMPTED_DELIVERY', 'OUT_FOR_DELIVERY']];
    await expect.poll(() => statuses()).toEqual(told);
  });

  it('keeps a fulfilment whose driver a person calls off, and says so', async () => {
    await fulfil('placed');
    const { id, delivery } = await booked();
    await expect.poll(() => fulfillmentsOf(id).length).toBe(1);
    await orderUntil(id, resting);
    const { status, body } = await post(id, 'cancel', { orderReference: delivery.orderReference });
    expect([status, (body as OrderView).deliveries]).toMatchObject([
      200,
      [
        {
          state: 'cancelled',
          reason: { code: 'cancelled_still_fulfilled', nextStep: expect.stringMatching(/fulfil/) },
        },
      ],
    ]);
    expect(world.store.order(demoShop, id).fulfillmentStatus).toBe('FULFILLED');
  });

  it('fulfils each location when its own driver has the goods', async () => {
    await fulfil('pickedUp');
    world.store.addLocation(demoShop, seaPointStore);
    const lines = [{ sku: 'KET-COP' }, { sku: 'MUG-BLUE', quantity: 2, location: seaPointStore.name }];
    const { view, stored } = await paidOrder(world, orderKinds.paid({ lines }));
    const [first, second] = view.deliveries;
    await courier.becomes(first?.deliveryId ?? null, 'PENDING DROPOFF');
    await expect.poll(() => fulfillmentsOf(stored.id).length).toBe(1);
    expect(world.store.order(demoShop, stored.id).fulfillmentStatus).toBe('PARTIALLY_FULFILLED');
    await courier.becomes(second?.deliveryId ?? null, 'PENDING DROPOFF');
    await expect.poll(() => fulfillmentsOf(stored.id).length).toBe(2);
    expect(fulfillmentsOf(stored.id).map(({ tracking }) => tracking[0]?.number)).toEqual([
      first?.deliveryId,
      second?.deliveryId,
    ]);
  });
});
