import { describe, expect, test } from 'vitest';
import type { SendBody } from '#api-contract/order.ts';
import type { FulfillmentOrderLine } from '#placement/shop-order.ts';
import { exampleAddress } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { fulfil, simLocation } from '#testing/simulation/sim-goods.ts';
import { alarmOf } from '../alarm.ts';
import { reason } from '../reasons.ts';
import { acknowledge } from './acknowledge.ts';
import { cancelDelivery } from './cancel.ts';
import { refreshOrder } from './refresh.ts';
import { sendOrder } from './send-again.ts';

type Calm = ReturnType<typeof calmWorld>;
const actor = 'person';
const send = (given: Calm, body: SendBody) =>
  given.during((ports) => sendOrder(ports, given.world.shops.record(shop), { orderId, actor, body }));
const refresh = (given: Calm) =>
  given.during((ports) => refreshOrder(ports, given.world.shops.record(shop), { orderId, actor }));
const again: SendBody = { mode: 'again' };
const asNew = (newReference: string): SendBody => ({ mode: 'new', newReference, reason: 'lost' });
const withLeft = (line: FulfillmentOrderLine, left: number) => ({
  ...line,
  remainingQuantity: left,
  totalQuantity: left,
});
const audited = (given: Calm) => given.world.orders.stored(shop, orderId).audit.map(({ action }) => action);

async function placed(given = calmWorld()): Promise<Calm> {
  await given.run();
  return given;
}

describe('send again', () => {
  test('sends an order that nobody was told of, and says so', async () => {
    const given = calmWorld();
    expect(await send(given, again)).toEqual({ kind: 'sent' });
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'placed', word: [] }]);
    expect(audited(given)).toEqual(['send_again']);
  });

  test('on what was refused goes out under the same reference, corrected', async () => {
    const given = await placed(calmWorld({ faults: ['refused'] }));
    const corrections = { dropoff_contact_phone: '0839876543' };
    expect(await send(given, { ...again, corrections })).toEqual({ kind: 'sent' });
    await given.rest();
    expect(given.calls()).toEqual(['place 1001', 'place 1001']);
    expect(given.deliveries()).toMatchObject([{ state: 'placed', request: corrections }]);
    expect(audited(given)).toEqual(['fix_and_send']);
  });

  test('on what is in doubt looks first, and takes no correction', async () => {
    const given = await placed(calmWorld({ faults: ['redirected_after'] }));
    const corrected = await send(given, { ...again, corrections: { dropoff_remarks: 'gate' } });
    expect(corrected).toMatchObject({ kind: 'conflict', code: 'in_doubt' });
    expect(await send(given, again)).toEqual({ kind: 'sent' });
    await given.rest();
    expect(given.calls()).toEqual(['place 1001', 'lookup 1001']);
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }]);
    expect(audited(given)).toEqual(['send_refused', 'send_again']);
  });

  test('sends none of an order where what is in doubt lacks something by now, and it goes on saying so', async () => {
    const given = await placed(calmWorld({ goods: 2 }));
    const { deliveries } = given.world.orders.stored(shop, orderId);
    const unsent = { state: 'needs_attention', service: null, placedAt: null, doubt: null } as const;
    const inDoubt = { ...unsent, everUnknown: true, reason: reason('changed_in_doubt', { reference: '1001' }) };
    const refused = { ...unsent, reason: reason('refused_by_service', {}) };
    for (const [of, row] of [...deliveries]) {
      given.world.service.stored.delete(of);
      deliveries.set(of, { ...row, ...(of === '1001' ? inDoubt : refused) });
    }
    given.world.shopify.places.losePhone(shop, given.deliveries()[0]?.locationId ?? '', 'now');
    const lacking = { code: 'pickup_phone_missing' };
    expect(await send(given, again)).toMatchObject({ kind: 'problem', problems: [lacking] });
    expect(given.deliveries()).toMatchObject([{ reason: { code: 'changed_in_doubt' } }, refused]);
    expect(await send(given, { ...again, orderReference: '1001-2' })).toEqual({ kind: 'sent' });
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ reason: { code: 'changed_in_doubt' } }, { state: 'placed' }]);
  });

  test('of goods that were then taken out of the order leaves nothing queued', async () => {
    const given = calmWorld();
    given.world.service.takesKey = (key) => key === 'key-2';
    given.world.notify(shop, orderId, 'orders/paid');
    await given.world.runFor(10_000, 1_000);
    expect(given.deliveries()).toMatchObject([{ state: 'held', reason: { code: 'key_refused' } }]);
    expect(await send(given, again)).toEqual({ kind: 'sent' });
    given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
      fulfillmentOrders.flatMap((one) => [
        { ...one, lines: one.lines.map((line) => withLeft(line, 0)) },
        {
          ...{ ...one, id: '77', presentedName: 'Standard post', serviceCode: 'post' },
          lines: one.lines.map((line) => ({ ...withLeft(line, 1), id: '78', lineItemId: '79' })),
        },
      ]),
    );
    given.world.shops.saveKey(shop, 'key-2');
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'goods_moved' } }]);
    expect(given.world.orders.stored(shop, orderId).order).toMatchObject({ state: 'cancelled' });
  });

  test('twice at once sends one driver', async () => {
    const given = calmWorld();
    await Promise.all([send(given, again), send(given, again)]);
    await given.rest();
    expect(given.calls()).toEqual(['place 1001']);
  });

  test('under a prefix speaks for goods whose reference was somebody else’s', async () => {
    const given = calmWorld();
    given.world.service.addForeign('1001');
    await given.run();
    const { settings } = given.world.shops.record(shop);
    given.world.shops.change(shop, { settings: { ...settings, reference: { prefix: 'SHOP-' } } });
    expect(await send(given, again)).toEqual({ kind: 'sent' });
    await given.rest();
    expect(given.deliveries()).toMatchObject([
      { orderReference: '1001', state: 'cancelled', reason: { code: 'reference_replaced' } },
      { orderReference: 'SHOP-1001', state: 'placed', replaces: '1001' },
    ]);
  });

  test.each([
    ['what is booked', again, 'already_placed'],
    ['a reference that it does not have', { ...again, orderReference: '1001-9' }, null],
  ] as const)('is refused on %s', async (_name, body, code) => {
    const given = await placed();
    expect(await send(given, body)).toMatchObject(code ? { kind: 'conflict', code } : { kind: 'not_found' });
    expect(given.calls()).toEqual(['place 1001']);
  });

  test('names what a person must fix first', async () => {
    const given = calmWorld({ order: { shippingAddress: exampleAddress({ phone: '082123' }), customer: null } });
    const answer = await send(given, again);
    expect(answer).toMatchObject({ kind: 'problem', problems: [{ field: 'dropoff_contact_phone' }] });
    expect(audited(given)).toEqual(['send_refused']);
  });

  test('finds nothing where Shopify has no such order, and says what became of one that it had', async () => {
    const given = calmWorld();
    given.world.shopify.remove(shop, orderId);
    expect(await send(given, again)).toEqual({ kind: 'not_found' });
    const gone = await placed();
    gone.world.shopify.remove(shop, orderId);
    expect(await send(gone, again)).toMatchObject({ kind: 'conflict', code: 'gone_from_shopify' });
    const erased = calmWorld();
    erased.world.orders.redact(shop, orderId);
    expect(await send(erased, again)).toEqual({ kind: 'not_found' });
  });
});

describe('send as a new delivery', () => {
  test('sends a second driver under the reference that the preview showed, once', async () => {
    const given = await placed();
    expect(await send(given, asNew('1001-R2'))).toEqual({ kind: 'sent' });
    expect(await send(given, asNew('1001-R2'))).toMatchObject({ kind: 'conflict', code: 'reference_used' });
    await given.rest();
    expect(given.calls()).toEqual(['place 1001', 'place 1001-R2']);
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }, { state: 'placed', replaces: '1001' }]);
  });

  test('of goods that were moved collects them where they are by now, and nobody is asked to send them once more', async () => {
    const given = await placed();
    await given.during((ports) =>
      cancelDelivery(ports, given.world.shops.record(shop), { orderId, orderReference: '1001', actor }),
    );
    given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
      fulfillmentOrders.map((one) => ({ ...one, location: simLocation(1) })),
    );
    given.world.notify(shop, orderId, 'orders/updated');
    await given.rest();
    expect(await send(given, asNew('1001-R2'))).toEqual({ kind: 'sent' });
    await given.rest();
    expect(given.deliveries()).toMatchObject([
      { state: 'cancelled', drift: [] },
      {
        locationId: '9002',
        locationName: 'Shop 1',
        request: { pickup_address: expect.stringMatching(/^2 Main/) },
        drift: [],
      },
    ]);
  });

  test('is refused for what ended where another delivery of the order brings its goods by now', async () => {
    const given = calmWorld({ goods: 2 });
    given.world.service.takesKey = (key) => key === 'key-2';
    given.world.notify(shop, orderId, 'orders/paid');
    await given.world.runFor(10_000, 1_000);
    given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
      fulfillmentOrders.map((one) => ({ ...one, location: simLocation(0) })),
    );
    given.world.shops.saveKey(shop, 'key-2');
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }, { state: 'cancelled' }]);
    const moved = { ...asNew('1001-2-R2'), orderReference: '1001-2' };
    expect(await send(given, moved)).toMatchObject({ kind: 'conflict', code: 'brought_by_another' });
    given.world.shopify.changeGoods(shop, orderId, fulfil);
    expect(await send(given, moved)).toMatchObject({ kind: 'conflict', code: 'brought_by_another' });
    const second = { ...asNew('1001-R2'), orderReference: '1001' };
    expect(await send(given, second)).toEqual({ kind: 'sent' });
  });

  test('brings of what ended the pieces that no other delivery of the order brings', async () => {
    const given = await placed();
    given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
      fulfillmentOrders.flatMap((one) => [
        { ...one, lines: one.lines.map((line) => withLeft(line, 1)) },
        {
          ...{ ...one, id: '77', location: simLocation(1) },
          lines: one.lines.map((line) => ({ ...withLeft(line, 1), id: '78' })),
        },
      ]),
    );
    await given.rest();
    expect(await send(given, { mode: 'goods', newReference: '1001-2' })).toEqual({ kind: 'sent' });
    await given.during((ports) =>
      cancelDelivery(ports, given.world.shops.record(shop), { orderId, orderReference: '1001', actor }),
    );
    given.world.shopify.changeGoods(shop, orderId, fulfil);
    await given.rest();
    const again = { ...asNew('1001-R2'), orderReference: '1001' };
    expect(await send(given, again)).toEqual({ kind: 'sent' });
    await given.rest();
    const [, , third] = given.deliveries();
    expect(third).toMatchObject({ orderReference: '1001-R2', lines: [{ quantity: 1 }] });
    expect(JSON.parse(third?.body ?? '').items).toMatchObject([{ quantity: 1 }]);
  });

  describe('leaves to the driver whom somebody else has just sent the goods that moved', () => {
    /** Some of the two pieces are moved with the line that they stood in, and go from there. */
    async function moved(stay: number): Promise<Calm> {
      const given = await placed();
      given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
        fulfillmentOrders.flatMap((one) => [
          { ...one, location: simLocation(1), lines: one.lines.map((line) => withLeft(line, 2 - stay)) },
          { ...one, id: '77', lines: one.lines.map((line) => ({ ...withLeft(line, stay), id: '78' })) },
        ]),
      );
      await given.rest();
      expect(await send(given, { mode: 'goods', newReference: '1001-2' })).toEqual({ kind: 'sent' });
      return given;
    }
    const named = { ...asNew('1001-R2'), orderReference: '1001' };

    test('and brings what stayed', async () => {
      const given = await moved(1);
      expect(await send(given, named)).toEqual({ kind: 'sent' });
      await given.rest();
      expect(given.deliveries()).toMatchObject([
        { orderReference: '1001', state: 'placed' },
        { orderReference: '1001-2', locationId: '9002', lines: [{ quantity: 1 }] },
        { orderReference: '1001-R2', locationId: '9001', lines: [{ quantity: 1 }], state: 'placed' },
      ]);
    });

    test('and brings what stayed of what was cancelled', async () => {
      const given = await moved(1);
      await given.during((ports) =>
        cancelDelivery(ports, given.world.shops.record(shop), { orderId, orderReference: '1001', actor }),
      );
      await given.rest();
      expect(await send(given, named)).toEqual({ kind: 'sent' });
      expect(given.deliveries()[2]).toMatchObject({ locationId: '9001', lines: [{ quantity: 1 }] });
    });

    test('and goes for nothing where all have moved', async () => {
      const given = await moved(0);
      expect(await send(given, named)).toMatchObject({ kind: 'conflict', code: 'brought_by_another' });
      await given.rest();
      expect(given.calls()).toEqual(['place 1001', 'place 1001-2']);
    });
  });

  test('goes to whom the order names by now, also where all of its goods have left the place', async () => {
    const given = await placed();
    given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
      fulfillmentOrders.map((one) => ({
        ...{ ...one, location: simLocation(1), status: 'CLOSED' },
        lines: one.lines.map((line) => withLeft(line, 0)),
      })),
    );
    given.world.shopify.changePhone(shop, orderId, '083 111 2222');
    expect(await send(given, asNew('1001-R2'))).toEqual({ kind: 'sent' });
    await given.rest();
    expect(given.deliveries()[1]).toMatchObject({
      request: { pickup_address: expect.stringMatching(/^1 Main/), dropoff_contact_phone: '0831112222' },
    });
  });

  test('leaves in words that the first may exist where nobody knows', async () => {
    const given = await placed(calmWorld({ faults: ['redirected_after'] }));
    expect(await send(given, asNew('1001-R2'))).toEqual({ kind: 'sent' });
    expect(given.deliveries()[0]).toMatchObject({ state: 'cancelled', reason: { code: 'replaced_in_doubt' } });
  });

  test('is refused where one may still be booked, and where the order has several', async () => {
    const refused = await placed(calmWorld({ faults: ['refused'] }));
    expect(await send(refused, asNew('1001-R2'))).toMatchObject({ kind: 'conflict', code: 'not_placed_yet' });
    const several = await placed(calmWorld({ goods: 2 }));
    expect(await send(several, asNew('1001-R2'))).toMatchObject({ kind: 'conflict', code: 'several_deliveries' });
    const named = { ...asNew('1001-2-R2'), orderReference: '1001-2' };
    expect(await send(several, named)).toEqual({ kind: 'sent' });
  });

  test('is refused for an order that was cancelled', async () => {
    const given = await placed();
    given.world.shopify.edit(shop, orderId, { cancelledAt: new Date(given.world.scheduler.now()).toISOString() });
    expect(await send(given, asNew('1001-R2'))).toMatchObject({ kind: 'conflict', code: 'order_cancelled' });
  });
});

describe('a booked delivery', () => {
  test('is an alarm once the order differs, until a person has dealt with it', async () => {
    const given = await placed();
    given.world.shopify.changePhone(shop, orderId, '083 111 2222');
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ drift: [{ field: 'dropoff_contact_phone', now: '0831112222' }] }]);
    expect(given.calls()).toEqual(['place 1001']);
  });

  test('is closed for the alarm that the person saw, and for no other', async () => {
    const given = await placed();
    given.world.shopify.changePhone(shop, orderId, '083 111 2222');
    await given.rest();
    const close = (alarm: string, orderReference = '1001') =>
      given.during((ports) =>
        acknowledge(ports, given.world.shops.record(shop), { orderId, orderReference, alarm, actor }),
      );
    const alarm = alarmOf(given.deliveries()[0]?.drift ?? []) ?? '';
    expect(await close('another')).toEqual({ kind: 'changed' });
    expect(await close(alarm, '1001-9')).toEqual({ kind: 'not_found' });
    expect(await close(alarm)).toEqual({ kind: 'closed' });
    expect(await close(alarm)).toEqual({ kind: 'closed' });
    expect(given.deliveries()).toMatchObject([{ closed: [{ by: actor }] }]);
    expect(audited(given)).toEqual(['acknowledge']);
  });

  test('that a person cancels is cancelled at the service, and its line in the note says so', async () => {
    const given = await placed();
    const cancel = (orderReference: string) =>
      given.during((ports) =>
        cancelDelivery(ports, given.world.shops.record(shop), { orderId, orderReference, actor }),
      );
    expect(await cancel('1001-9')).toEqual({ kind: 'not_found' });
    expect(await cancel('1001')).toEqual({ kind: 'cancelled' });
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'cancelled' }]);
    expect(given.world.service.stored.get('1001')?.state).toBe('CANCELLED');
    expect(given.world.shopify.order(shop, orderId)?.note).toMatch(/Same-day delivery 1001: cancelled/);
    const calls = given.calls();
    expect(await cancel('1001')).toEqual({ kind: 'cancelled' });
    expect(given.calls()).toEqual(calls);
    expect(audited(given)).toEqual(['cancel']);
    expect(await send(given, again)).toMatchObject({ kind: 'conflict', code: 'already_cancelled' });
  });

  test('that was refused, or replaced while it was in doubt, is not said to be cancelled at a second press', async () => {
    const refused = await placed(calmWorld({ faults: ['refused'] }));
    const doubtful = await placed(calmWorld({ faults: ['redirected_after'] }));
    await send(doubtful, asNew('1001-R2'));
    expect([refused, doubtful].map((given) => given.deliveries()[0]?.state)).toEqual(['needs_attention', 'cancelled']);
    for (const given of [refused, doubtful]) {
      const result = await given.during((ports) =>
        cancelDelivery(ports, given.world.shops.record(shop), { orderId, orderReference: '1001', actor }),
      );
      expect(result).toEqual({ kind: 'not_possible', why: 'not_placed' });
    }
  });

  test('that a person cancels is called off in the note at once, not when the lease of the call would be over', async () => {
    const given = await placed();
    await given.during((ports) =>
      cancelDelivery(ports, given.world.shops.record(shop), { orderId, orderReference: '1001', actor }),
    );
    await given.world.scheduler.run(given.world.scheduler.now() + 2_000, 20_000);
    expect(given.world.shopify.order(shop, orderId)?.note).toMatch(/Same-day delivery 1001: cancelled/);
  });

  test.each(['lost_before', 'lost_after'] as const)(
    'that a person cancels is cancelled in the end though the answer is lost (%s)',
    async (fault) => {
      const given = await placed();
      const { faults } = given.world.service;
      const drawn = [fault, 'none'] as const;
      let calls = 0;
      faults.cancel = () => drawn[calls++] ?? 'none';
      faults.lookup = () => (calls === 1 ? 'failed' : 'none');
      const cancel = () =>
        given.during((ports) =>
          cancelDelivery(ports, given.world.shops.record(shop), { orderId, orderReference: '1001', actor }),
        );
      expect(await cancel()).toEqual({ kind: 'under_way' });
      expect(given.deliveries()).toMatchObject([{ state: 'placed', reason: { code: 'cancelling' } }]);
      faults.lookup = () => 'none';
      await given.rest();
      expect(given.deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'cancelled_at_service' } }]);
      expect(given.world.service.stored.get('1001')?.state).toBe('CANCELLED');
      expect(audited(given)).toEqual(['cancel']);
    },
  );

  test('that is being cancelled is left to the press that began: a second one is told so, and both are on record', async () => {
    const given = await placed();
    const pressed: unknown[] = [];
    await given.during(async (ports) => {
      const { courier } = ports;
      const press = (through: typeof ports) =>
        cancelDelivery(through, given.world.shops.record(shop), { orderId, orderReference: '1001', actor });
      const slow = async (...call: Parameters<typeof courier.cancel>) => {
        pressed.push(await press(ports));
        return courier.cancel(...call);
      };
      pressed.push(await press({ ...ports, courier: { ...courier, cancel: slow } }));
    });
    expect(pressed).toEqual([{ kind: 'under_way' }, { kind: 'cancelled' }]);
    expect(given.deliveries()).toMatchObject([{ state: 'cancelled' }]);
    const { attempts } = given.world.orders.stored(shop, orderId);
    expect([...attempts.values()].filter(({ outcome }) => outcome === 'open')).toEqual([]);
    expect(audited(given)).toEqual(['cancel', 'cancel']);
  });

  test('that waits to be cancelled is tried at once when a person presses again', async () => {
    const given = await placed();
    const { faults } = given.world.service;
    const cancel = () =>
      given.during((ports) =>
        cancelDelivery(ports, given.world.shops.record(shop), { orderId, orderReference: '1001', actor }),
      );
    faults.lookup = () => 'failed';
    expect(await cancel()).toEqual({ kind: 'under_way' });
    faults.lookup = () => 'none';
    expect(await cancel()).toEqual({ kind: 'cancelled' });
  });

  test('is cancelled by a person alone: what else of the order is to be cancelled is left to its run', async () => {
    const given = await placed(calmWorld({ goods: 2 }));
    const pressed = await given.during(async (ports) => {
      const record = given.world.shops.record(shop);
      const press = (orderReference: string, through = ports) =>
        cancelDelivery(through, record, { orderId, orderReference, actor });
      const asks: string[] = [];
      const lost = { kind: 'failed', message: 'lost', retryAfterMs: null, account: null } as const;
      const lookupById = async () => lost;
      await press('1001', { ...ports, courier: { ...ports.courier, lookupById } });
      await ports.orders.change(shop, orderId, ({ deliveries }) => ({
        change: {
          deliveries: deliveries.map((one) => ({
            ...one,
            cancellation: one.cancellation && { ...one.cancellation, dueAt: 0 },
          })),
        },
        result: null,
      }));
      const counted = (account: never, id: never) => {
        asks.push(id);
        return ports.courier.lookupById(account, id);
      };
      return { result: await press('1001-2', { ...ports, courier: { ...ports.courier, lookupById: counted } }), asks };
    });
    expect(pressed).toMatchObject({ result: { kind: 'cancelled' }, asks: [expect.anything()] });
  });

  test('that the service does not cancel for a person stays booked and says so, until it is brought', async () => {
    const given = await placed();
    given.world.service.faults.cancel = () => 'refused';
    const cancel = () =>
      given.during((ports) =>
        cancelDelivery(ports, given.world.shops.record(shop), { orderId, orderReference: '1001', actor }),
      );
    expect(await cancel()).toMatchObject({ kind: 'stays_booked', why: { code: 'not_cancelled_refused' } });
    expect(given.deliveries()).toMatchObject([{ state: 'placed', reason: { code: 'not_cancelled_refused' } }]);
    const row = given.world.service.stored.get('1001');
    if (row) row.state = 'PENDING DROPOFF';
    expect(await cancel()).toMatchObject({ kind: 'stays_booked', why: { code: 'not_cancelled_under_way' } });
    if (row) row.state = 'DELIVERED';
    await refresh(given);
    expect(given.deliveries()).toMatchObject([{ state: 'placed', progress: 'delivered', reason: null, drift: [] }]);
  });

  test('that was cancelled with its goods asks a person once goods come back', async () => {
    const given = await placed();
    const leave = (quantity: number) =>
      given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
        fulfillmentOrders.map((one) => ({ ...one, lines: one.lines.map((line) => withLeft(line, quantity)) })),
      );
    leave(0);
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'cancelled_without_goods' } }]);
    leave(1);
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'cancelled', drift: [{ about: 'goods_without_driver' }] }]);
  });

  test.each([
    ['lost_before', { state: 'placed', cancellation: null, reason: null, drift: [] }],
    ['lost_after', { state: 'cancelled', drift: [{ about: 'not_delivered' }] }],
  ] as const)(
    'is not told to stop again once its goods are back, and nobody loses a driver in silence (%s)',
    async (fault, row) => {
      const given = await placed();
      const { faults } = given.world.service;
      const leave = (quantity: number) =>
        given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
          fulfillmentOrders.map((one) => ({ ...one, lines: one.lines.map((line) => withLeft(line, quantity)) })),
        );
      let told = 0;
      faults.cancel = () => {
        told += 1;
        // The merchant puts the goods back while the answer is on its way.
        leave(2);
        return told === 1 ? fault : 'none';
      };
      leave(0);
      await given.rest();
      expect(told).toBe(1);
      expect(given.deliveries()).toMatchObject([row]);
    },
  );

  test('that was cancelled at the service is seen as cancelled by Refresh', async () => {
    const given = await placed();
    expect(await refresh(given)).toEqual({ kind: 'refreshed' });
    const row = given.world.service.stored.get('1001');
    if (row) row.state = 'CANCELLED';
    expect(await refresh(given)).toEqual({ kind: 'refreshed' });
    expect(given.deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'cancelled_at_service' } }]);
    given.world.service.stored.delete('1001');
    expect(await refresh(given)).toEqual({ kind: 'refreshed' });
    given.world.shops.change(shop, { accounts: { live: null, test: null } });
    expect(await refresh(given)).toEqual({ kind: 'refreshed' });
    given.world.orders.redact(shop, orderId);
    expect(await refresh(given)).toEqual({ kind: 'not_found' });
  });
});

test('news is taken in by a host whose clock is behind, too', async () => {
  const given = await placed();
  await refresh(given);
  for (const process of given.world.runs.processes) process.clockAheadMs = -3 * 3_600_000;
  for (const row of given.world.service.stored.values()) row.state = 'PENDING DROPOFF';
  await refresh(given);
  expect(given.deliveries()).toMatchObject([{ progress: 'on_its_way' }]);
});
