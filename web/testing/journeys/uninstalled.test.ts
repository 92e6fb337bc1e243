import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { confirmAddresses } from '#worker/testing/confirm-addresses.ts';
import { type MailSink, startMailSink } from '#worker/testing/mail-sink.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { sweepNow } from '../sweep-now.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, sentFor } from './journey.ts';

const soon = { timeout: 60_000, interval: 100 };
let world: LocalWorld;
let sink: MailSink;

beforeAll(async () => {
  sink = await startMailSink();
  world = await startTestWorld({
    env: { SMTP_URL: sink.url, MAIL_FROM: 'app@operator.example', SWEEP_INTERVAL_SECONDS: '3600' },
    store: { throttle: null },
  });
});
beforeEach(async () => {
  sink.mails.length = 0;
  const settings = {
    notifications: { email: 'owner@shop.example' },
    courier: { apiKey: liveKey },
    reference: { prefix: '' },
  };
  expect((await world.api('PUT', '/api/settings', settings)).status).toBe(200);
  await confirmAddresses(world.app.context.storage.db);
});
afterAll(async () => {
  await world.close();
  await sink.close();
});

const courier = () => courierControl(world.courier.url);
async function booked() {
  const { view, stored } = await paidOrder(world, orderKinds.paid());
  const [delivery] = view.deliveries;
  if (!delivery?.deliveryId) throw new Error('nothing was booked');
  return { ...stored, delivery, deliveryId: delivery.deliveryId };
}
const isInstalled = async () =>
  (await world.app.context.storage.shops.shop(demoShop as ShopDomain))?.uninstalledAt === null;
async function uninstall() {
  // Shopify tells instants to the second: what happens from now on must be later than what happened before.
  const second = () => Math.floor(Date.now() / 1000);
  const before = second();
  await vi.waitFor(() => expect(second()).toBeGreaterThan(before), soon);
  world.store.uninstall(demoShop);
  await vi.waitFor(async () => expect(await isInstalled()).toBe(false), soon);
}
async function statesAtService(): Promise<Record<string, string>> {
  const deliveries = await courier().deliveries();
  return Object.fromEntries(deliveries.map(({ order_reference: reference, state }) => [reference, state]));
}

describe('the app is uninstalled with drivers booked', () => {
  it('cancels nothing, mails the list once without a word of a buyer, and asks after each when the shop is back', async () => {
    const [coming, over, ended] = [await booked(), await booked(), await booked()];
    await courier().becomes(over.deliveryId, 'PENDING DROPOFF');
    await courier().becomes(over.deliveryId, 'DELIVERED');
    await world.api('POST', `/api/orders/${over.id}/refresh`, {});
    await uninstall();
    world.store.cancelOrder(demoShop, ended.id);
    await vi.waitFor(() => expect(sink.mails).toHaveLength(1), soon);
    const [mail] = sink.mails;
    expect(mail?.to).toEqual(['owner@shop.example']);
    const { delivery, deliveryId, name } = coming;
    expect(mail?.text).toContain(`${name} · ${delivery.orderReference}: ${delivery.slot?.text} (${deliveryId})`);
    expect(mail?.text).toContain(ended.deliveryId);
    expect(mail?.text).not.toContain(over.deliveryId);
    const { dropoff_address: address, dropoff_contact_name: recipient } =
      (await sentFor(world, coming.number))[0] ?? {};
    for (const word of [address, recipient]) expect(`${mail?.text}${mail?.html}`).not.toContain(word);
    await courier().becomes(deliveryId, 'PENDING DROPOFF');
    expect(await statesAtService()).toMatchObject({
      [coming.number]: 'PENDING DROPOFF',
      [over.number]: 'DELIVERED',
      [ended.number]: 'PENDING PICKUP',
    });

    world.store.install(demoShop);
    await world.api('PUT', '/api/settings', { courier: { apiKey: liveKey } });
    await world.orderUntil(coming.id, ({ deliveries: [one] }) => one?.progress === 'on_its_way');
    // What happened meanwhile is found by the comparison with Shopify's list.
    await sweepNow(world, demoShop as ShopDomain);
    await world.orderUntil(ended.id, ({ state }) => state === 'cancelled');
    expect(await statesAtService()).toMatchObject({ [ended.number]: 'CANCELLED' });
    for (const { number } of [coming, over, ended]) expect(await sentFor(world, number)).toHaveLength(1);
    expect(sink.mails).toHaveLength(1);
  });

  it.each(['', 'AB-'])(
    'finds the driver of %s1001 after the shop was erased too, and sends no second one',
    async (prefix) => {
      await world.api('PUT', '/api/settings', { reference: { prefix } });
      const order = await booked();
      const reference = `${prefix}${order.number}`;
      await uninstall();
      world.store.redactShop(demoShop);
      const { db } = world.app.context.storage;
      await vi.waitFor(
        async () => expect(await db.selectFrom('shop_order').select('name').execute()).toEqual([]),
        soon,
      );

      world.store.install(demoShop);
      await world.api('PUT', '/api/settings', { courier: { apiKey: liveKey } });
      await sweepNow(world, demoShop as ShopDomain);
      await world.orderUntil(order.id, ({ reason }) => reason?.code === 'before_install');
      expect((await world.api('POST', `/api/orders/${order.id}/send`, { mode: 'again' })).status).toBe(202);
      const view = await world.orderUntil(order.id, ({ state }) => state === 'placed');
      expect(view.deliveries).toMatchObject([{ orderReference: reference, deliveryId: order.deliveryId }]);
      const drivers = Object.keys(await statesAtService()).filter((driver) => driver.includes(`${order.number}`));
      expect(drivers).toEqual([reference]);
    },
  );

  it('an order that waits for another day is still taken in when the shop is back, and kept when it is erased late', async () => {
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const waiting = orderKinds.paid({ customAttributes: [{ key: 'Delivery-Date', value: day }] });
    const { id } = world.store.addOrder(demoShop, waiting);
    await world.orderUntil(id, ({ state }) => state === 'held');
    await uninstall();
    world.store.install(demoShop);
    await world.api('PUT', '/api/settings', { courier: { apiKey: liveKey } });
    world.store.updateOrder(demoShop, id, { tags: ['seen'] });
    await world.store.webhooksSettled();
    await sweepNow(world, demoShop as ShopDomain);
    expect((await world.api('POST', `/api/orders/${id}/refresh`, {})).body).toMatchObject({ state: 'held' });
    world.store.redactShop(demoShop);
    const { db } = world.app.context.storage;
    const open = () =>
      db.selectFrom('webhook').select('id').where('topic', '=', 'shop/redact').where('state', '<>', 'done');
    await vi.waitFor(async () => expect(await open().execute()).toEqual([]), soon);
    expect(await world.orderView(id)).toMatchObject({ state: 'held' });
  });

  it('writes nothing where no driver is booked', async () => {
    const { db } = world.app.context.storage;
    const placed = await db
      .selectFrom('delivery')
      .select(['order_id', 'delivery_id', 'progress'])
      .where('state', '=', 'placed')
      .execute();
    for (const { order_id: id, delivery_id: deliveryId, progress } of placed) {
      if (progress === 'delivered') continue;
      if (progress !== 'on_its_way') await courier().becomes(deliveryId, 'PENDING DROPOFF');
      await courier().becomes(deliveryId, 'DELIVERED');
      expect((await world.api('POST', `/api/orders/${id}/refresh`, {})).status).toBe(200);
      await world.orderUntil(id, ({ deliveries: [one] }) => one?.progress === 'delivered');
    }
    await uninstall();
    const due = () => db.selectFrom('shop').select('uninstall_mail_due_at').executeTakeFirst();
    await vi.waitFor(async () => expect((await due())?.uninstall_mail_due_at).toBeNull(), soon);
    expect(sink.mails).toEqual([]);
    world.store.install(demoShop);
    expect(await world.api('GET', '/api/overview')).toMatchObject({ status: 200 });
    expect(await isInstalled()).toBe(true);
  });
});
