import { describe, expect, test } from 'vitest';
import { locationSettings } from '#api-contract/settings.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { reason } from '../reasons.ts';
import { refreshOrder } from './refresh.ts';
import { sendOrder } from './send-again.ts';

const actor = 'person';
type Calm = ReturnType<typeof calmWorld>;
type Act = (ports: Ports, seen: ShopRecord) => Promise<unknown>;

/** The phone number of the first location is entered in the settings once the order is read. */
function whilePhoneIsEntered({ world, during }: Calm, act: Act): Promise<unknown> {
  const seen = world.shops.record(shop);
  const enterPhone = () => {
    const own = locationSettings.parse({ contactPhone: '021 555 0101' });
    world.shopify.places.givePhone(shop, '9001', 'settings', world.scheduler.now());
    world.shops.change(shop, { settings: { ...seen.settings, locations: { '9001': own } } });
    world.shops.wakeWaiting(shop, 0);
  };
  return during((ports) => {
    const readOrder: Ports['shopify']['readOrder'] = async (...asked) => {
      const read = await ports.shopify.readOrder(...asked);
      enterPhone();
      return read;
    };
    return act({ ...ports, shopify: { ...ports.shopify, readOrder } }, seen);
  });
}

describe('settings that are saved while an order is read are those that it goes by', () => {
  test('where it is refreshed', async () => {
    const given = calmWorld();
    given.world.shopify.places.losePhone(shop, '9001', 'now');
    await given.run();
    expect(given.world.orders.stored(shop, orderId).order).toMatchObject({ reason: { code: 'pickup_phone_missing' } });
    await whilePhoneIsEntered(given, (ports, seen) => refreshOrder(ports, seen, { orderId, actor }));
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }]);
  });

  test('where another part of it is sent', async () => {
    const given = await oneOfTwoInDoubt();
    const sent = await whilePhoneIsEntered(given, (ports, seen) =>
      sendOrder(ports, seen, { orderId, actor, body: { mode: 'again' } }),
    );
    expect(sent).toEqual({ kind: 'sent' });
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }, { state: 'placed' }]);
  });
});

/** Of the goods at two locations the first were refused and lack a phone number by now; nobody knows of the others. */
async function oneOfTwoInDoubt(): Promise<Calm> {
  const given = calmWorld({ goods: 2 });
  await given.run();
  const stored = given.world.orders.stored(shop, orderId).deliveries;
  const unsent = { state: 'needs_attention', service: null, placedAt: null } as const;
  for (const [of, row] of [...stored]) {
    const isFirst = of === '1001';
    if (isFirst) given.world.service.stored.delete(of);
    const told = isFirst ? reason('refused_by_service', {}) : reason('redirected', {});
    stored.set(of, { ...row, ...unsent, reason: told, everUnknown: !isFirst, doubt: isFirst ? null : 'unanswered' });
  }
  given.world.shopify.places.losePhone(shop, '9001', 'now');
  return given;
}

/** A press that Shopify answers slowly; meanwhile the phone number of the first location is entered there. */
function slowly({ world, during }: Calm, act: Act): Promise<unknown> {
  world.scheduler.skip(60_000);
  return during((ports) => {
    const readOrder: Ports['shopify']['readOrder'] = async (...asked) => {
      const read = await ports.shopify.readOrder(...asked);
      // Its webhook is taken in before this answer is.
      world.shopify.places.givePhone(shop, '9001', 'shopify', world.scheduler.now());
      world.scheduler.skip(6_000);
      world.shops.wakeLacking(shop, 0);
      return read;
    };
    return act({ ...ports, shopify: { ...ports.shopify, readOrder } }, world.shops.record(shop));
  });
}

describe('what is entered in Shopify during a slow press reaches the order', () => {
  test('where it is refreshed', async () => {
    const given = calmWorld();
    given.world.shopify.places.losePhone(shop, '9001', 'now');
    await given.run();
    await slowly(given, (ports, seen) => refreshOrder(ports, seen, { orderId, actor }));
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }]);
  });

  test('where another part of it is sent', async () => {
    const given = await oneOfTwoInDoubt();
    const sent = await slowly(given, (ports, seen) =>
      sendOrder(ports, seen, { orderId, actor, body: { mode: 'again' } }),
    );
    expect(sent).toEqual({ kind: 'sent' });
    await given.rest();
    expect(given.deliveries()).toMatchObject([{ state: 'placed' }, { state: 'placed' }]);
  });
});
