import { describe, expect, test } from 'vitest';
import { type LocationSettings, locationSettings, type Settings } from '#api-contract/settings.ts';
import { probeService } from '#deliveries/run/circuit-breaker.ts';
import { afterRefusal, goodHealth, type ServiceHealth } from '#deliveries/service-health.ts';
import { hold } from '#deliveries/transitions.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import { waitingFor } from '#placement/waiting.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';
import { setPaused } from '#testing/simulation/shop-settings.ts';
import { calm, timing } from '#testing/simulation/sim-options.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import { SimWorld } from '#testing/simulation/sim-world.ts';

const shop = 'a.myshopify.com' as ShopDomain;
const orderId = orderIdOf(1001);
const hour = 3_600_000;

/** A shop with one order; `meanwhile` happens once, just before the `at`th commit of a worker. */
function worldOf(options: {
  at: number;
  meanwhile: (world: SimWorld) => void;
  faults?: readonly PlaceFault[];
  locations?: number;
}) {
  let commits = 0;
  let calls = 0;
  const world: SimWorld = new SimWorld({
    ...calm,
    stepMs: 20,
    callMs: 150,
    onStep: (_process, step) => {
      if (step === 'before commit' && ++commits === options.at) options.meanwhile(world);
    },
    faults: { place: () => options.faults?.[calls++] ?? 'none', lookup: () => 'none' },
  });
  world.shops.add(shop, 'key', '');
  world.shopify.addOrder(shop, 1001, options.locations ?? 1);
  return world;
}

function pause(world: SimWorld, paused: boolean): void {
  world.shops.change(shop, { settings: { ...world.shops.record(shop).settings, paused } });
  if (!paused) world.shops.wakeWaiting(shop, 0);
}

async function stateAfter(world: SimWorld) {
  world.notify(shop, orderId, 'orders/paid');
  await world.runToRest(hour, 5_000);
  return world.orders.stored(shop, orderId).order?.state;
}

test('an order that is put down as paused just when the pause ends goes out', async () => {
  const world = worldOf({ at: 1, meanwhile: (now) => pause(now, false) });
  pause(world, true);
  expect(await stateAfter(world)).toBe('placed');
});

test('nor does it wait where it was put down after that end had chosen whom to wake, and before it could be seen', async () => {
  const world = worldOf({
    at: 1,
    meanwhile: (now) => {
      now.shops.savingMs = 2_000;
      setPaused(now, shop, false);
    },
  });
  pause(world, true);
  expect(await stateAfter(world)).toBe('placed');
});

test('an order that is put down as waiting for a key just when the key is saved goes out', async () => {
  const world = worldOf({ at: 1, meanwhile: (now) => now.shops.saveKey(shop, 'key') });
  world.shops.change(shop, { accounts: { live: null, test: null } });
  expect(await stateAfter(world)).toBe('placed');
});

test('a delivery that waits for its next try and is held just when the pause ends goes out', async () => {
  const world = worldOf({ at: 3, faults: ['unsent'], meanwhile: (now) => pause(now, false) });
  world.orders.onWake = (where, id, { at }) => {
    if (at !== null && at > world.scheduler.now()) pause(world, true);
    world.runs.ask(where, id, at);
  };
  expect(await stateAfter(world)).toBe('placed');
});

test.each([
  ['order is read', 5],
  ['delivery is claimed', 6],
])('what the service does not know goes out where the pause ends just as its %s', async (_when, at) => {
  const world = worldOf({ at, faults: ['reset_before'], meanwhile: (now) => pause(now, false) });
  world.orders.onWake = (where, id, wake) => {
    if (wake.at !== null && wake.at > world.scheduler.now()) pause(world, true);
    world.runs.ask(where, id, wake.at);
  };
  expect(await stateAfter(world)).toBe('placed');
});

test('what was changed during a pause goes out as it is when the pause ends', async () => {
  // With a part of it placed only the delivery that is held tells that the order is to be read anew.
  const world = worldOf({ at: -1, faults: ['none', 'unsent'], meanwhile: () => {}, locations: 2 });
  world.orders.onWake = (where, id, { at }) => {
    pause(world, true);
    world.runs.ask(where, id, at);
  };
  expect(await stateAfter(world)).toBe('held');
  world.shopify.changePhone(shop, orderId, '083 987 6543');
  world.notify(shop, orderId, 'orders/updated');
  await world.runToRest(hour, 5_000);
  world.orders.onWake = (where, id, { at }) => world.runs.ask(where, id, at);
  pause(world, false);
  await world.runToRest(hour, 5_000);
  expect(world.orders.stored(shop, orderId).order?.state).toBe('placed');
  expect(world.service.stored.get('1001-2')?.dropoffContactPhone).toBe('0839876543');
});

test('what another run has put on hold meanwhile is not sent as this run has seen it', async () => {
  const world: SimWorld = new SimWorld({
    ...calm,
    callMs: 150,
    onStep: (_process, step) => {
      const second = world.orders.stored(shop, orderId).deliveries.get('1001-2');
      if (step !== 'before commit' || world.service.stored.size === 0 || second?.state !== 'queued') return;
      pause(world, true);
      world.shopify.changePhone(shop, orderId, '083 987 6543');
      void world.orders.change(shop, orderId, ({ now }) => ({
        change: { deliveries: [hold(second, waitingFor('settings', placementReason('paused')), now)] },
        result: null,
      }));
    },
  });
  world.shops.add(shop, 'key', '');
  world.shopify.addOrder(shop, 1001, 2);
  expect(await stateAfter(world)).toBe('held');
  pause(world, false);
  await world.runToRest(hour, 5_000);
  expect(world.service.stored.get('1001-2')?.dropoffContactPhone).toBe('0839876543');
});

test('an order stays held while the shop stays paused', async () => {
  const world = worldOf({ at: 1, meanwhile: () => {} });
  pause(world, true);
  expect(await stateAfter(world)).toBe('held');
});

test('a probe that finds nothing waiting leaves alone what an order has just learnt of the account', async () => {
  const world = worldOf({ at: 1, meanwhile: () => {} });
  const [process] = world.runs.processes;
  if (!process) throw new Error('no worker');
  const ports = world.portsOf(process);
  let health: ServiceHealth = { ...goodHealth, breaker: 'open', probeAt: 0 };
  await probeService(
    {
      ...ports,
      shops: {
        ...ports.shops,
        health: async () => health,
        changeHealth: async (_shop, _mode, decide) => {
          const { health: next, result } = decide(health, world.scheduler.now());
          health = next ?? health;
          return result;
        },
        wakeOneHeld: async () => {
          health = afterRefusal(health, 'address', 'no such address', world.scheduler.now(), timing.probeMs);
          return false;
        },
      },
    },
    shop,
    'live',
  );
  expect(health).toMatchObject({ hold: 'address', probeAt: world.scheduler.now() + timing.probeMs });
});

describe('what the settings kept back goes once they are put right', () => {
  const save = (world: SimWorld, changes: Partial<Settings>): void => {
    world.shops.change(shop, { settings: { ...world.shops.record(shop).settings, ...changes } });
    world.shops.wakeWaiting(shop, 0);
  };
  const location = (changes: Partial<LocationSettings>) => ({
    locations: { 9001: { ...locationSettings.parse({}), ...changes } },
  });
  const deserted = location({
    closedDays: Array.from({ length: 100 }, (_, day) =>
      new Date(Date.UTC(2026, 10, 1 + day)).toISOString().slice(0, 10),
    ),
  });
  test.each([
    ['the phone number of a location', 'pickup_phone_missing', {}, location({ contactPhone: '021 555 0101' })],
    ['the days on which it is closed', 'never_open', deserted, location({})],
  ])('%s', async (_what, code, wrong, right) => {
    const world = worldOf({ at: -1, meanwhile: () => {} });
    if (code === 'pickup_phone_missing') world.shopify.places.losePhone(shop, '9001', 'ever');
    save(world, wrong);
    expect(await stateAfter(world)).toBe('needs_attention');
    expect(world.orders.stored(shop, orderId).order?.reason?.code).toBe(code);
    save(world, right);
    await world.runToRest(hour, 5_000);
    expect(world.orders.stored(shop, orderId).order?.state).toBe('placed');
  });

  test.each([
    ['while it waits', 'placed', {}],
    ['while it waits, and by hand', 'skipped', { mode: 'manual' as const }],
  ])('a rule that took it out %s', async (_when, state, rules) => {
    const world = worldOf({ at: -1, meanwhile: () => {} });
    const { automation } = world.shops.record(shop).settings;
    pause(world, true);
    expect(await stateAfter(world)).toBe('held');
    save(world, { paused: false, automation: { ...automation, locationIds: ['9999'], ...rules } });
    await world.runToRest(hour, 5_000);
    expect(world.orders.stored(shop, orderId).order?.state).toBe('skipped');
    save(world, { automation });
    await world.runToRest(hour, 5_000);
    expect(world.orders.stored(shop, orderId).order?.state).toBe(state);
  });

  test('a rule that took out what was a person’s', async () => {
    const world = worldOf({ at: -1, faults: ['refused'], meanwhile: () => {} });
    const { automation } = world.shops.record(shop).settings;
    expect(await stateAfter(world)).toBe('needs_attention');
    save(world, { automation: { ...automation, locationIds: ['9999'] } });
    world.shopify.changePhone(shop, orderId, '083 987 6543');
    world.notify(shop, orderId, 'orders/updated');
    await world.runToRest(hour, 5_000);
    expect(world.orders.stored(shop, orderId).order?.state).toBe('skipped');
    save(world, { automation });
    await world.runToRest(hour, 5_000);
    expect(world.orders.stored(shop, orderId).order?.state).toBe('placed');
  });

  test('not a rule that took it out as it came', async () => {
    const world = worldOf({ at: -1, meanwhile: () => {} });
    const { automation } = world.shops.record(shop).settings;
    save(world, { automation: { ...automation, locationIds: ['9999'] } });
    expect(await stateAfter(world)).toBe('skipped');
    save(world, { automation });
    await world.runToRest(hour, 5_000);
    expect(world.orders.stored(shop, orderId).order?.state).toBe('skipped');
  });

  test('also where that is just as it is put down', async () => {
    const world = worldOf({ at: 1, meanwhile: (now) => save(now, location({})) });
    save(world, deserted);
    expect(await stateAfter(world)).toBe('placed');
  });
});
