import { expect, test } from 'vitest';
import type { AutomationSettings } from '#api-contract/settings.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { exampleAddress, exampleFulfillmentOrder, exampleOrder } from '#placement/testing/example-order.ts';
import { shop as calmShop, calmWorld, orderId } from '#testing/deliveries/calm-world.ts';
import { aggregateOf, exampleShop } from '#testing/deliveries/example-delivery.ts';
import type { OrderAggregate } from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import { applySnapshot } from '../run/apply-snapshot.ts';
import { previewOrder } from './preview.ts';
import { sendOrder } from './send-again.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const nothing = { ...aggregateOf([], null), now };
const shop = exampleShop({}, { automation: { trigger: 'prepared', maxAgeHours: 720 } });
const courier = {
  timeZone: 'Africa/Johannesburg',
  canLookup: true,
  freeze: (request: object) => JSON.stringify(request),
};
const snapshot = exampleOrder({
  processedAt: new Date(now).toISOString(),
  paidAt: null,
  fulfillmentOrders: [exampleFulfillmentOrder({ id: '501' })],
});

/** The order as it is stored once a webhook said this of it. */
function stored(prepared: string[]): OrderAggregate {
  const topic = 'fulfillment_orders/line_items_prepared_for_local_delivery';
  const webhook = { id: 'w', webhookId: 'w', topic, receivedAt: now };
  const told = { payloadUpdatedAt: null, payloadNoteHash: null, echoFingerprint: null, prepared };
  const webhooks = [{ ...webhook, ...told }];
  const context = { shop, courier, webhooks, loadedAt: now, before: null, person: null, wake: false };
  const { change } = applySnapshot(nothing, snapshot, context);
  return { ...nothing, order: change?.order ?? null };
}

test.each([
  ['marked as prepared', ['501'], 'queued'],
  ['not prepared yet', [], 'held'],
])('shows goods that are %s as what they are', async (_case, prepared, state) => {
  const ports = {
    ...{ courier, clock: { now: () => now } },
    orders: { load: async () => stored(prepared) },
    shopify: { readOrder: async () => snapshot },
  } as unknown as Ports;
  expect((await previewOrder(ports, shop, snapshot.id))?.decision.state).toBe(state);
});

test('cash that is taken at the door the next day sends no other driver for what was too late when it came', async () => {
  const cash = { financialStatus: 'PENDING', paidAt: null, paymentGateways: ['Cash on Delivery (COD)'] };
  const { world, run, rest, calls, during } = calmWorld({ order: cash });
  const { settings } = world.shops.record(calmShop);
  const automation = { ...settings.automation, pendingGateways: ['cash on delivery (COD)'], cutOff: '08:00' };
  world.shops.change(calmShop, { settings: { ...settings, automation } });
  await run('orders/create');
  const order = () => world.orders.stored(calmShop, orderId).order;
  expect(order()).toMatchObject({ state: 'needs_attention', reason: { code: 'too_late_cut_off' }, paidAt: null });
  await world.runFor(22 * 3_600_000, 200_000);
  const paidAt = world.scheduler.now();
  world.shopify.edit(calmShop, orderId, { financialStatus: 'PAID', paidAt: new Date(paidAt).toISOString() });
  await rest();
  const { processedAt } = order() ?? {};
  const late = { state: 'needs_attention', reason: { code: 'too_late_cut_off' } };
  expect(order()).toMatchObject({ ...late, paidAt, sendableFrom: processedAt });
  const preview = await during((ports) => previewOrder(ports, world.shops.record(calmShop), orderId));
  expect(preview?.decision).toMatchObject(late);
  expect(calls()).toEqual([]);
});

const namibia = { shippingAddress: exampleAddress({ country: 'Namibia', countryCode: 'NA' }) };
type Given = [order: Partial<ShopOrder>, automation: Partial<AutomationSettings>, paused?: boolean];

test.each<[string, string | null, Given]>([
  ['unpaid', 'not_paid', [{ financialStatus: 'PENDING', paidAt: null }, {}]],
  ['unpaid, where people send by hand', 'not_paid', [{ financialStatus: 'PENDING', paidAt: null }, { mode: 'manual' }]],
  ['to Namibia', 'outside_south_africa', [namibia, {}]],
  ['a test order outside test mode', 'test_order', [{ test: true }, {}]],
  ['a test order in test mode, by hand', null, [{ test: true }, { testMode: true, mode: 'manual' }]],
  ['a live order in test mode, by hand', 'test_mode', [{}, { testMode: true, mode: 'manual' }]],
  ['by hand', null, [{}, { mode: 'manual' }]],
  ['by hand, in a paused shop', null, [{}, { mode: 'manual' }, true]],
  ['cancelled', 'order_cancelled', [{ cancelledAt: '2026-11-21T08:00:00Z' }, {}]],
])('tells whether a person can send an order as the server then answers: %s', async (_case, code, given) => {
  const [order, automation, paused = false] = given;
  const { world, run, during } = calmWorld({ order });
  const { settings: before } = world.shops.record(calmShop);
  world.shops.change(calmShop, {
    settings: { ...before, paused, automation: { ...before.automation, ...automation } },
  });
  await run('orders/create');
  const preview = await during((ports) => previewOrder(ports, world.shops.record(calmShop), orderId));
  expect(preview?.decision.refusal?.code ?? null).toBe(code);
  const body = { mode: 'again' as const };
  const action = { orderId, actor: 'staff 1', body };
  const outcome = await during((ports) => sendOrder(ports, world.shops.record(calmShop), action));
  expect(outcome).toMatchObject(code === null ? { kind: 'sent' } : { kind: 'conflict', code });
});
