import { describe, expect, test } from 'vitest';
import type { ShopOrder } from '#placement/shop-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';
import { stranger } from '#testing/simulation/service-row.ts';
import { fulfilPart, hold, open, release } from '#testing/simulation/sim-goods.ts';
import { goodsTopic } from '#testing/simulation/sim-options.ts';
import type { SimWorld } from '#testing/simulation/sim-world.ts';
import { giveUpOrder } from './give-up.ts';
import { runOrder } from './run-order.ts';

/** The service is asked before what it was sent has landed, and what it says of a taken reference is heard as a refusal. */
function mishear({ service }: SimWorld, message: string): void {
  const courierOf = service.courierOf.bind(service);
  let denials = 1;
  service.courierOf = (process) => {
    const courier = courierOf(process);
    return {
      ...courier,
      lookup: async (...call) => {
        const outcome = await courier.lookup(...call);
        denials -= 1;
        return denials >= 0 ? { kind: 'not_found' } : outcome;
      },
      place: async (...call) => {
        const outcome = await courier.place(...call);
        return outcome.kind === 'duplicate' ? { ...outcome, kind: 'refused', field: null, message } : outcome;
      },
    };
  };
}

describe('one run of a paid order', () => {
  test('goes from reading to the note, and a second webhook of it costs no call', async () => {
    const { run, world, calls, deliveries } = calmWorld();
    await run();
    expect(calls()).toEqual(['place 1001']);
    expect(deliveries()).toMatchObject([{ state: 'placed', note: 'written', dueAt: null, leaseUntil: null }]);
    expect(world.shopify.order(shop, orderId)?.note).toMatch(/^Ring twice[\s\S]*Same-day delivery 1001: Sat 21 Nov/);
    expect(world.shopify.details.get(`${shop}/${orderId}`)).toContain('"reference":"1001"');
    await run();
    expect(calls()).toEqual(['place 1001']);
  });

  const named = 'Ring twice\n\nSame-day delivery 1001: Sat 21 Nov 2026, 14:00–16:00 (D-8831)';
  const cancelledAt = '2026-11-21T08:00:00Z';
  test.each([
    ['names a delivery that nobody here knows', named, 'needs_attention', 'cancelled_but_noted'],
    ['names one that was cancelled', named.replace('Sat 21', 'cancelled: Sat 21'), 'cancelled', 'order_cancelled'],
    ['names one of another order', named.replace('1001', '1002'), 'cancelled', 'order_cancelled'],
    ['names none', 'Ring twice', 'cancelled', 'order_cancelled'],
  ])('of a cancelled order whose note %s: the word is %s', async (_name, note, state, code) => {
    const { run, world, calls } = calmWorld({ order: { note, cancelledAt } });
    await run();
    const { order } = world.orders.stored(shop, orderId);
    expect(order).toMatchObject({ state, reason: { code } });
    expect(calls()).toEqual([]);
    world.shopify.edit(shop, orderId, { note: 'Ring twice' });
    await run('orders/updated');
    expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'cancelled' });
  });

  test('sends one delivery for each location', async () => {
    const { run, calls, deliveries } = calmWorld({ goods: 2 });
    await run();
    expect(calls()).toEqual(['place 1001', 'place 1001-2']);
    expect(deliveries().map(({ state }) => state)).toEqual(['placed', 'placed']);
  });

  /** outcomes.md: what each first answer leads to, and by which calls. */
  const ways: [PlaceFault[], string[], string, string | null][] = [
    [['unsent'], ['place', 'place'], 'placed', null],
    [['rate_limited'], ['place', 'place'], 'placed', null],
    [['reset_after'], ['place', 'lookup'], 'placed', null],
    [['unavailable_after'], ['place', 'lookup'], 'placed', null],
    [['unreadable_after'], ['place', 'lookup'], 'placed', null],
    [['server_error_before'], ['place', 'lookup', 'place'], 'placed', null],
    [['refused'], ['place'], 'needs_attention', 'refused_by_service'],
    [['reset_before', 'refused'], ['place', 'lookup', 'place', 'lookup'], 'needs_attention', 'refused_after_unknown'],
    [['redirected'], ['place'], 'needs_attention', 'redirected'],
    [['no_slot'], ['place'], 'placed', null],
  ];
  test.each(ways)('after %j it makes the calls %j', async (faults, kinds, state, code) => {
    const { run, calls, deliveries } = calmWorld({ faults });
    await run();
    expect(calls()).toEqual(kinds.map((kind) => `${kind} 1001`));
    expect(deliveries()).toMatchObject([{ state }]);
    expect(deliveries()[0]?.reason?.code ?? null).toBe(code);
  });

  test('finds a request that landed late where the next one is refused in words that nobody knows', async () => {
    const given = calmWorld({ faults: ['reset_after'] });
    mishear(given.world, 'Thank you, we have that one');
    await given.run();
    expect(given.calls()).toEqual(['place 1001', 'lookup 1001', 'place 1001', 'lookup 1001']);
    expect(given.deliveries()).toMatchObject([{ state: 'placed', doubt: null }]);
  });

  test('asks once about such a refusal, and again only where the service did not say', async () => {
    const given = calmWorld({ faults: ['server_error_before', 'refused'] });
    let asked = 0;
    given.world.service.faults.lookup = () => {
      asked += 1;
      return asked === 2 || asked === 3 ? 'failed' : 'none';
    };
    await given.run();
    expect(given.calls()).toEqual(['place 1001', 'lookup 1001', 'place 1001', ...Array(3).fill('lookup 1001')]);
    const [left] = given.deliveries();
    expect(left).toMatchObject({ state: 'needs_attention', doubt: null, attempts: 2 });
    expect(left?.reason).toMatchObject({ code: 'refused_after_unknown', field: 'dropoff_address' });
    expect(left?.reason?.serviceMessage).toBe('refused');
  });

  test('tells what the service objected to also where it refused the key before it said whether it has the delivery', async () => {
    const { world, deliveries } = calmWorld({ faults: ['reset_before', 'refused'] });
    let [asked, isKeyTaken] = [0, true];
    world.service.takesKey = () => isKeyTaken;
    world.service.faults.lookup = () => {
      asked += 1;
      isKeyTaken = asked !== 2;
      return isKeyTaken ? 'none' : 'key_refused';
    };
    world.notify(shop, orderId, 'orders/paid');
    await world.runFor(600_000, 20_000);
    expect(deliveries()).toMatchObject([{ state: 'held', doubt: 'refused', reason: { code: 'key_refused' } }]);
    isKeyTaken = true;
    await world.runFor(7_200_000, 20_000);
    const said = { code: 'refused_after_unknown', field: 'dropoff_address', serviceMessage: 'refused' };
    expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: said }]);
  });

  test('waits with the shop where the key is refused, and goes on with a key that works', async () => {
    const { run, world, deliveries } = calmWorld();
    world.service.takesKey = (key) => key === 'new key';
    world.notify(shop, orderId, 'orders/paid');
    await world.runFor(4_000, 5_000);
    expect(deliveries()).toMatchObject([{ state: 'held', attempts: 0, reason: { code: 'key_refused' } }]);
    expect(world.shops.health(shop)).toMatchObject({ hold: 'key' });
    world.shops.saveKey(shop, 'new key');
    await run('orders/updated');
    expect(deliveries()).toMatchObject([{ state: 'placed', account: 'account of new key' }]);
  });

  test('is read anew after a run that died before it could look again at what it had put down as waiting', async () => {
    const given = calmWorld();
    const { world } = given;
    world.shopify.places.losePhone(shop, '9001', 'now');
    await given.run();
    expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'needs_attention' });
    // Whom that wakes was chosen before the run that died put the order down.
    world.shopify.places.givePhone(shop, '9001', 'shopify', world.scheduler.now());
    world.orders.newestRun = () => true;
    const run = (again: boolean) => given.during((ports) => runOrder(ports, { shop, orderId, fence: '1', again }));
    await run(false);
    expect(given.calls()).toEqual([]);
    await run(true);
    expect(given.calls()).toEqual(['place 1001']);
  });

  test('is held by an outage, which uses nothing up, and goes on by itself', async () => {
    const { run, world, deliveries } = calmWorld({ faults: Array<PlaceFault>(12).fill('unsent') });
    await run();
    expect(deliveries()).toMatchObject([{ state: 'placed', attempts: 1 }]);
    expect(world.shops.health(shop)).toMatchObject({ breaker: 'closed', failures: 0, hold: null });
  });

  test('takes what it sends once more from the shop’s retries, also with news of the order', async () => {
    const { world, rest, deliveries } = calmWorld({ faults: ['unsent'] });
    const left: number[] = [];
    world.service.onCall = () => left.push(world.shops.health(shop).retryTokens);
    world.notify(shop, orderId, 'orders/paid');
    await world.scheduler.run(world.scheduler.now() + 100, 20_000);
    expect(deliveries()).toMatchObject([{ state: 'queued', failures: 1 }]);
    world.scheduler.skip(60_000);
    world.shopify.edit(shop, orderId, { note: 'Ring once' });
    await rest();
    expect(deliveries()).toMatchObject([{ state: 'placed' }]);
    expect(left).toEqual([10, 9]);
  });

  test('leaves another’s delivery alone, and sends under a prefix when a person says so', async () => {
    const { run, world, deliveries } = calmWorld();
    world.service.addForeign('1001');
    await run();
    expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'reference_taken' } }]);
    expect(world.service.stored.get('1001')?.customerIdentifier).toBe(stranger);
  });
});

describe('a run leaves alone', () => {
  const once = (given: ReturnType<typeof calmWorld>, fence = '1') =>
    given.during((ports) => runOrder(ports, { shop, orderId, fence }));

  test('a shop that uninstalled the app', async () => {
    const given = calmWorld();
    given.world.orders.newestRun = () => true;
    given.world.shops.change(shop, { uninstalledAt: 1 });
    expect(await once(given)).toEqual({ at: null, behindBreaker: false, order: null });
    expect(given.deliveries()).toEqual([]);
  });

  test('an erased order', async () => {
    const given = calmWorld();
    given.world.orders.newestRun = () => true;
    given.world.orders.redact(shop, orderId);
    expect(await once(given)).toMatchObject({ order: null });
    expect(given.calls()).toEqual([]);
  });

  test('what a newer run has in its hands', async () => {
    const given = calmWorld();
    given.world.orders.newestRun = () => false;
    expect(await once(given)).toMatchObject({ order: null });
    expect(given.calls()).toEqual([]);
  });

  test('an order that Shopify does not know, and its webhooks', async () => {
    const given = calmWorld();
    given.world.shopify.remove(shop, orderId);
    await given.run();
    expect(given.world.orders.stored(shop, orderId)).toMatchObject({ order: null, webhooks: [] });
    expect(given.world.orders.stored(shop, orderId).quarantined).toHaveLength(1);
  });
});

test.each([
  ['waits for the settings', 'held'],
  ['lacks something', 'needs_attention'],
] as const)('what %s when Shopify no longer shows the order is for a person', async (_what, state) => {
  const given = calmWorld();
  const { settings } = given.world.shops.record(shop);
  if (state === 'held') given.world.shops.change(shop, { settings: { ...settings, paused: true } });
  else given.world.shopify.places.losePhone(shop, '9001', 'ever');
  await given.run();
  expect(given.world.orders.stored(shop, orderId).order).toMatchObject({ state });
  given.world.shopify.remove(shop, orderId);
  await given.run('orders/updated');
  expect(given.world.orders.stored(shop, orderId).order).toMatchObject({
    ...{ state: 'needs_attention', dueAt: null, reason: { code: 'gone_from_shopify' } },
  });
});

describe('an order whose run fails again and again', () => {
  const giveUp = (given: ReturnType<typeof calmWorld>) =>
    given.during((ports) => giveUpOrder(ports, shop, orderId, 'a_code'));

  test('rests with a reason, stored by its number where it never was', async () => {
    const given = calmWorld();
    await giveUp(given);
    const { order } = given.world.orders.stored(shop, orderId);
    expect(order).toMatchObject({ number: 1001, state: 'needs_attention', reason: { code: 'run_failed' } });
    expect(order?.reason?.message).toContain('a_code');
  });

  test('keeps what is booked as it is, and the news of it for the next sweep', async () => {
    const given = calmWorld();
    await given.run();
    const stored = given.world.orders.stored(shop, orderId);
    const told = { payloadUpdatedAt: null, payloadNoteHash: null, echoFingerprint: null, fraudRisk: null };
    stored.webhooks.push({ ...told, id: '7', webhookId: 'w7', topic: 'orders/cancelled', receivedAt: 0 });
    await giveUp(given);
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }]);
    expect(stored.webhooks).toMatchObject([{ topic: 'orders/cancelled' }]);
  });

  test('is quarantined where Shopify does not know it, and left alone once erased', async () => {
    const unknown = calmWorld();
    unknown.world.shopify.remove(shop, orderId);
    unknown.world.notify(shop, orderId, 'orders/paid');
    await giveUp(unknown);
    expect(unknown.world.orders.stored(shop, orderId).order).toBeNull();
    const erased = calmWorld();
    erased.world.orders.redact(shop, orderId);
    await giveUp(erased);
    expect(erased.world.orders.stored(shop, orderId).order).toBeNull();
  });
});

test('what a run holds under settings that ended meanwhile is due at once, though a newer run has the order by now', async () => {
  const given = calmWorld({ faults: ['reset_before'] });
  const { world } = given;
  const wakes: (number | null)[] = [];
  world.orders.onWake = (_shop, _orderId, { at }) => wakes.push(at);
  world.orders.newestRun = () => true;
  const pause = (paused: boolean) => {
    const { settings } = world.shops.record(shop);
    world.shops.change(shop, { settings: { ...settings, paused } });
  };
  const run = { shop, orderId, fence: '1' };
  await given.during((ports) => runOrder(ports, run));
  world.scheduler.skip(60_000);
  await given.during((ports) => runOrder(ports, run));
  pause(true);
  await given.during((ports) => {
    const readOrder: typeof ports.shopify.readOrder = (...call) => {
      pause(false);
      return ports.shopify.readOrder(...call);
    };
    return runOrder({ ...ports, shopify: { ...ports.shopify, readOrder } }, run);
  });
  expect(given.deliveries()).toMatchObject([{ state: 'held', reason: { code: 'paused' } }]);
  expect(wakes.at(-1)).toBe(world.scheduler.now());
});

describe('goods get their driver', () => {
  const routedAfter = (ms: number) => {
    const given = calmWorld();
    const { scheduler, shopify } = given.world;
    shopify.orders.routedAt.set(`${shop}/${orderId}`, scheduler.now() + ms);
    return given;
  };

  test('that are shown only after their order was told of', async () => {
    const given = routedAfter(1_500);
    await given.run();
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }]);
  });

  test('that are routed while a run that read their order before stands still', async () => {
    const given = routedAfter(20_000);
    const { orders, scheduler } = given.world;
    orders.newestRun = () => true;
    orders.addWebhook(shop, orderId, { id: '1', topic: 'orders/paid' });
    scheduler.skip(10_000);
    await given.during((ports) => {
      const readOrder: typeof ports.shopify.readOrder = async (...call) => {
        const read = await ports.shopify.readOrder(...call);
        await scheduler.wait(15_000, null);
        return read;
      };
      return runOrder({ ...ports, shopify: { ...ports.shopify, readOrder } }, { shop, orderId, fence: '1' });
    });
    expect(orders.stored(shop, orderId).order).toMatchObject({ reason: { code: 'nothing_to_ship' } });
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }]);
  });
});

test.each([
  ['the cut-off', '16:00', 7 * 3_600_000 + 60_000, 'too_late_cut_off'],
  ['the greatest age', null, 24 * 3_600_000 + 60_000, 'too_old'],
])('an order that nobody packs is a person’s at %s, without any news of it', async (_name, cutOff, afterMs, code) => {
  const { world, calls } = calmWorld();
  const { settings } = world.shops.record(shop);
  const automation = { ...settings.automation, trigger: 'inProgress' as const, cutOff };
  world.shops.change(shop, { settings: { ...settings, automation } });
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(afterMs - 120_000, 20_000);
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'held', waitsFor: { kind: 'packing' } });
  await world.runFor(120_000, 20_000);
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'needs_attention', reason: { code } });
  expect(calls()).toEqual([]);
});

test('a part that opened after another was booked is a person’s at its own deadline', async () => {
  const { world, deliveries } = calmWorld({ goods: 2 });
  const { settings } = world.shops.record(shop);
  const automation = { ...settings.automation, trigger: 'inProgress' as const, maxAgeHours: 3 };
  world.shops.change(shop, { settings: { ...settings, automation } });
  const fulfillAt = new Date(world.scheduler.now() + 20 * hour).toISOString();
  world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders: all }) =>
    all.map((one, index) =>
      index === 0 ? { ...one, status: 'IN_PROGRESS' } : { ...one, status: 'SCHEDULED', fulfillAt },
    ),
  );
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(hour, 20_000);
  world.shopify.changeGoods(shop, orderId, fulfilPart);
  await world.runFor(19 * hour, 40_000);
  world.shopify.changeGoods(shop, orderId, open);
  await world.runFor(4 * hour, 40_000);
  expect(deliveries().map(({ state }) => state)).toEqual(['placed', 'needs_attention']);
});

test('a wrong clock of its host makes no order wait, nor ask without end', async () => {
  const placedAt = async (clockAheadMs: number) => {
    const { run, world, deliveries } = calmWorld({ faults: Array.from({ length: 6 }, () => 'unsent') });
    for (const process of world.runs.processes) process.clockAheadMs = clockAheadMs;
    await run();
    return deliveries()[0]?.placedAt;
  };
  const right = await placedAt(0);
  expect(right).toBeGreaterThan(0);
  expect([await placedAt(-3 * hour), await placedAt(3 * hour)]).toEqual([right, right]);
});

const hour = 3_600_000;

/** Lets a replica that lags answer the next readings; how many readings there were. */
function showFirst(world: ReturnType<typeof calmWorld>['world'], shown: (ShopOrder | null)[]): () => number {
  const portsOf = world.portsOf.bind(world);
  let readings = 0;
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const readOrder: typeof ports.shopify.readOrder = async (...of) => {
      const read = await ports.shopify.readOrder(...of);
      readings += 1;
      return readings > shown.length ? read : (shown[readings - 1] ?? null);
    };
    return { ...ports, shopify: { ...ports.shopify, readOrder } };
  };
  return () => readings;
}

test('an order that was read older than it is known, as from a replica that lags, is read again', async () => {
  const { world, run, deliveries } = calmWorld();
  await run();
  const before = world.shopify.order(shop, orderId);
  world.shopify.changePhone(shop, orderId, '0715550001');
  await world.runFor(2_000, 20_000);
  const readings = showFirst(world, [before, before, before]);
  world.shopify.changePhone(shop, orderId, '0715550000');
  await world.runFor(10_000, 20_000);
  expect(deliveries()).toMatchObject([{ drift: [{ field: 'dropoff_contact_phone', now: '0715550000' }] }]);
  expect(world.orders.stored(shop, orderId).webhooks).toEqual([]);
  expect(readings()).toBe(4);
});

test('what another run has taken in newer while this one read is read again soon', async () => {
  const given = calmWorld();
  const { orders, scheduler, shopify } = given.world;
  orders.newestRun = () => true;
  shopify.onChange = () => undefined;
  const run = { shop, orderId, fence: '1' };
  const wakes: (number | null)[] = [];
  await given.during((ports) => {
    const readOrder: typeof ports.shopify.readOrder = async (...call) => {
      const read = await ports.shopify.readOrder(...call);
      await scheduler.wait(1_000, null);
      shopify.edit(shop, orderId, { note: 'Ring once' });
      await runOrder(ports, run);
      orders.onWake = (_shop, _orderId, { at }) => wakes.push(at);
      return read;
    };
    return runOrder({ ...ports, shopify: { ...ports.shopify, readOrder } }, run);
  });
  expect(given.deliveries()).toMatchObject([{ state: 'placed' }]);
  expect(wakes).toHaveLength(1);
  expect((wakes[0] ?? 0) - scheduler.now()).toBeGreaterThan(0);
});

test('a paid order that a lagging replica shows as unpaid goes seconds after its webhook', async () => {
  const { world, deliveries } = calmWorld({ order: { financialStatus: 'PENDING' } });
  const readings = showFirst(world, [world.shopify.order(shop, orderId)]);
  world.shopify.pay(shop, orderId);
  await world.runFor(1_500, 20_000);
  expect(deliveries()).toEqual([]);
  await world.runFor(8_500, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed' }]);
  expect(readings()).toBeLessThanOrEqual(3);
});

test('a paid order that a lagging replica does not know yet goes seconds after its webhook', async () => {
  const { world, deliveries } = calmWorld();
  const readings = showFirst(world, [null]);
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(1_500, 20_000);
  expect(world.orders.stored(shop, orderId)).toMatchObject({ order: null, quarantined: [] });
  await world.runFor(3_500, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed' }]);
  expect(readings()).toBe(2);
});

test('nobody drives while it is not known whether the order is still there', async () => {
  const { world, calls, deliveries } = calmWorld({ faults: ['unsent', 'unsent', 'unsent'] });
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(300, 20_000);
  const made = calls();
  expect(deliveries()).toMatchObject([{ state: 'queued', reason: { code: 'waiting_to_retry' } }]);
  world.shopify.remove(shop, orderId);
  world.notify(shop, orderId, 'orders/updated');
  await world.runFor(20_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'gone_from_shopify' } }]);
  expect(calls()).toEqual(made);
});

test('nobody drives for an order that a lagging replica shows as it was before it was cancelled', async () => {
  const { world, calls } = calmWorld();
  showFirst(world, [world.shopify.order(shop, orderId)]);
  world.shopify.edit(shop, orderId, { cancelledAt: '2026-11-21T07:00:00Z' });
  await world.runFor(10_000, 20_000);
  expect(calls()).toEqual([]);
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'cancelled' });
});

test('goods that a lagging replica shows as still on hold go seconds after the webhook that names no instant', async () => {
  const { world, deliveries } = calmWorld();
  world.shopify.changeGoods(shop, orderId, hold);
  await world.runFor(2_000, 20_000);
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'held' });
  const readings = showFirst(world, [world.shopify.order(shop, orderId)]);
  world.shopify.onChange = (where, id, by) => world.notify(where, id, by === 'goods' ? goodsTopic : 'orders/updated');
  world.shopify.changeGoods(shop, orderId, release);
  await world.runFor(1_500, 20_000);
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'held' });
  await world.runFor(3_500, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed' }]);
  expect(readings()).toBeLessThanOrEqual(3);
});
