import { expect, test } from 'vitest';
import type { Corrections, SendBody } from '#api-contract/order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { exampleAddress, exampleFulfillmentOrder } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';
import { simLine, simLocation } from '#testing/simulation/sim-goods.ts';
import type { SimWorld } from '#testing/simulation/sim-world.ts';
import { previewOrder } from './preview.ts';
import { sendOrder } from './send-again.ts';

type Calm = ReturnType<typeof calmWorld>;
const send = (given: Calm, body: SendBody) =>
  given.during((ports) => sendOrder(ports, given.world.shops.record(shop), { orderId, actor: 'person', body }));
const again = (corrections: Corrections, orderReference?: string): SendBody => ({
  mode: 'again',
  corrections,
  ...(orderReference === undefined ? {} : { orderReference }),
});
const requests = (given: Calm) => given.deliveries().map(({ state, request }) => ({ state, ...request }));

/** Goods at so many shops, of which one has no phone number; null: all have one. */
function goodsAt(count: number, silent: number | null) {
  return Array.from({ length: count }, (_, index) =>
    exampleFulfillmentOrder({
      id: `${600 + index}`,
      location: { ...simLocation(index), ...(index === silent ? { phone: null } : {}) },
      lines: [simLine(`${700 + index}`, `Goods ${index}`, 1)],
    }),
  );
}

test('of goods at two places that have no delivery yet goes out whole, whichever form is pressed', async () => {
  const given = calmWorld({ goods: 2, order: { shippingAddress: exampleAddress({ phone: null }), customer: null } });
  await given.run();
  expect(given.deliveries()).toEqual([]);
  expect(await send(given, again({ dropoff_contact_phone: '+27 82 123 4567' }, '1001-2'))).toEqual({ kind: 'sent' });
  await given.rest();
  const dropoff_contact_phone = '0821234567';
  expect(requests(given)).toMatchObject([
    { state: 'placed', order_reference: '1001', dropoff_contact_phone },
    { state: 'placed', order_reference: '1001-2', dropoff_contact_phone },
  ]);
});

test('corrects the pickup of the goods that it names, and no other', async () => {
  const given = calmWorld({ order: { fulfillmentOrders: goodsAt(2, 1) } });
  await given.run();
  const corrections = { pickup_contact_phone: '0215550180', pickup_address: '80 Regent Rd, Cape Town' };
  expect(await send(given, again(corrections, '1001-2'))).toEqual({ kind: 'sent' });
  await given.rest();
  const [first, second] = requests(given);
  expect(first).toMatchObject({ state: 'placed', pickup_address: expect.stringMatching(/^1 Main Rd/) });
  expect(first?.pickup_contact_phone).not.toBe(corrections.pickup_contact_phone);
  expect(second).toMatchObject({ state: 'placed', ...corrections });
});

test('of an only pickup says nothing of a place whose goods come later', async () => {
  const given = calmWorld({ order: { fulfillmentOrders: goodsAt(1, 0) } });
  await given.run();
  const corrections = { pickup_contact_phone: '0215550180', pickup_address: '80 Regent Rd, Cape Town' };
  expect(await send(given, again(corrections))).toEqual({ kind: 'sent' });
  await given.rest();
  given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) => [
    ...fulfillmentOrders,
    ...goodsAt(2, null).slice(1),
  ]);
  await given.rest();
  expect(await send(given, { mode: 'goods', newReference: '1001-2' })).toEqual({ kind: 'sent' });
  await given.rest();
  expect(requests(given)).toMatchObject([
    { state: 'placed', ...corrections },
    { state: 'placed', pickup_address: expect.stringMatching(/^2 Main Rd/) },
  ]);
});

test('names goods as the preview does, also such as came before anything was sent', async () => {
  const given = calmWorld({ faults: ['refused'], order: { fulfillmentOrders: goodsAt(1, null) } });
  await given.run();
  given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) => [
    ...fulfillmentOrders,
    ...goodsAt(2, 1).slice(1),
  ]);
  await given.rest();
  const shown = await given.during((ports) => previewOrder(ports, given.world.shops.record(shop), orderId));
  expect(shown?.deliveries).toMatchObject([{ state: 'needs_attention' }, { state: null, orderReference: '1001-2' }]);
  expect(await send(given, again({ pickup_contact_phone: '0215550180' }, '1001-2'))).toEqual({ kind: 'sent' });
  await given.rest();
  expect(requests(given)).toMatchObject([{ state: 'placed' }, { state: 'placed', pickup_contact_phone: '0215550180' }]);
});

test('of goods that came for what the service refused is asked for until they can go, and sends them', async () => {
  const given = calmWorld({ faults: ['refused'], order: { fulfillmentOrders: goodsAt(1, null) } });
  await given.run();
  given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) => [
    ...fulfillmentOrders.map((one) => ({
      ...one,
      lines: one.lines.map((line) => ({ ...line, remainingQuantity: 0 })),
    })),
    ...goodsAt(2, 1).slice(1),
  ]);
  await given.rest();
  given.world.shopify.edit(shop, orderId, { note: 'Ring twice' });
  await given.rest();
  const stored = () => given.world.orders.stored(shop, orderId).order;
  expect(stored()).toMatchObject({ state: 'needs_attention', reason: { code: 'pickup_phone_missing' } });
  const unfixed = { kind: 'problem', problems: [{ code: 'pickup_phone_missing' }] };
  expect(await send(given, { mode: 'again' })).toMatchObject(unfixed);
  given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) => [
    ...fulfillmentOrders.slice(0, 1),
    ...goodsAt(2, null).slice(1),
  ]);
  expect(await send(given, { mode: 'again' })).toEqual({ kind: 'sent' });
  await given.rest();
  expect(given.deliveries()).toMatchObject([
    { orderReference: '1001', state: 'cancelled' },
    { orderReference: '1001-2', state: 'placed' },
  ]);
  expect(given.calls()).toEqual(['place 1001', 'place 1001-2']);
});

test('goods that came later and lack something are refused with what they lack, not sent', async () => {
  const given = calmWorld({ order: { fulfillmentOrders: goodsAt(1, null) } });
  await given.run();
  given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) => [
    ...fulfillmentOrders,
    ...goodsAt(2, 1).slice(1),
  ]);
  await given.rest();
  const refused = { kind: 'problem', problems: [{ code: 'pickup_phone_missing' }] };
  expect(await send(given, { mode: 'goods', newReference: '1001-2' })).toMatchObject(refused);
  await given.rest();
  expect(requests(given)).toMatchObject([{ state: 'placed' }]);
});

test('what a refused press saw is what the order says from then on', async () => {
  const given = calmWorld({ order: { shippingAddress: exampleAddress({ address1: 'PO Box 12' }) } });
  const { shopify, orders } = given.world;
  shopify.places.losePhone(shop, '9001', 'now');
  await given.run();
  const says = () => orders.stored(shop, orderId).order?.reason?.code;
  expect(says()).toBe('pickup_phone_missing');
  // Nobody is told of it, as where the webhook of the location was lost.
  shopify.places.givePhone(shop, '9001', 'shopify', given.world.scheduler.now());
  const refused = await send(given, { mode: 'again' });
  expect(refused).toMatchObject({ kind: 'problem', problems: [{ code: 'dropoff_post_box' }] });
  await given.rest();
  expect(says()).toBe('dropoff_post_box');
});

/** The service refuses in words that name the reference, as it may where that is taken. */
function nameReference({ service }: SimWorld): void {
  const courierOf = service.courierOf.bind(service);
  service.courierOf = (process) => {
    const courier = courierOf(process);
    const message = 'Order reference 1001: the suburb is not served.';
    return {
      ...courier,
      place: async (...call) => {
        const outcome = await courier.place(...call);
        return outcome.kind === 'refused' ? { ...outcome, field: null, mayBeTaken: true, message } : outcome;
      },
    };
  };
}

test.each<[PlaceFault[], string[], string]>([
  [['refused'], ['place', 'lookup'], 'refused_by_service'],
  [['reset_before', 'refused'], ['place', 'lookup', 'place', 'lookup'], 'refused_after_unknown'],
])('goes out corrected where %j is in words that name the reference', async (faults, kinds, code) => {
  const given = calmWorld({ faults });
  nameReference(given.world);
  await given.run();
  expect(given.calls()).toEqual(kinds.map((kind) => `${kind} 1001`));
  expect(given.deliveries()).toMatchObject([{ state: 'needs_attention', doubt: null, reason: { code } }]);
  const corrections = { dropoff_address: '5 Long St, Cape Town, 8001' };
  expect(await send(given, again(corrections))).toEqual({ kind: 'sent' });
  await given.rest();
  expect(given.deliveries()).toMatchObject([{ state: 'placed', request: corrections }]);
  expect(given.world.service.stored.size).toBe(1);
});

/** Somebody changes the order while its first request is on its way, and has it read. */
function changeInFlight(
  { world }: ReturnType<typeof calmWorld>,
  change: (order: ShopOrder) => Partial<ShopOrder>,
): void {
  const courierOf = world.service.courierOf.bind(world.service);
  let isChanged = false;
  world.service.courierOf = (process) => {
    const courier = courierOf(process);
    return {
      ...courier,
      place: async (...call) => {
        const answer = await courier.place(...call);
        if (isChanged) return answer;
        isChanged = true;
        world.shopify.edit(shop, orderId, change(world.shopify.order(shop, orderId) as ShopOrder));
        world.people.refresh(shop, orderId);
        await world.scheduler.wait(3_000, process);
        return answer;
      },
    };
  };
}

test('what was corrected and read while it was on its way goes out after a refusal in words that name the reference', async () => {
  const given = calmWorld({ faults: ['refused'] });
  nameReference(given.world);
  changeInFlight(given, ({ shippingAddress }) => ({
    shippingAddress: shippingAddress && { ...shippingAddress, address1: '9 New Rd' },
  }));
  await given.run();
  expect(given.deliveries()).toMatchObject([
    { state: 'placed', request: { dropoff_address: expect.stringContaining('9 New Rd') } },
  ]);
});

test('what is unpaid by what was read while it was on its way asks for no other reference where that is taken', async () => {
  const given = calmWorld();
  given.world.service.addForeign('1001');
  changeInFlight(given, () => ({ financialStatus: 'PARTIALLY_PAID' }));
  await given.run();
  expect(given.world.orders.stored(shop, orderId).order).toMatchObject({ reason: { code: 'not_paid' } });
});
