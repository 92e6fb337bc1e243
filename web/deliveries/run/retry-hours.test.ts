import { describe, expect, test } from 'vitest';
import { locationSettings, type Settings, weekdays } from '#api-contract/settings.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';

/** The simulation begins on a Saturday at 09:00 in Johannesburg; the location closes a minute later. */
const closesAt = Date.UTC(2026, 10, 21, 7, 1, 0);
const opensAt = Date.UTC(2026, 10, 22, 6, 0, 0);

/** An order whose first request goes out just before the location closes, and comes to `faults`. */
async function sentBeforeClosing(
  faults: PlaceFault[],
  rules: Partial<Settings['automation']> = {},
  order: Partial<ShopOrder> = {},
) {
  const given = calmWorld({ faults, order });
  const { world } = given;
  const { settings } = world.shops.record(shop);
  const hours = weekdays.map((day) => ({ day, open: '08:00', close: '09:01' }));
  const locations = { 9001: locationSettings.parse({ hours }) };
  world.shops.change(shop, { settings: { ...settings, locations, automation: { ...settings.automation, ...rules } } });
  world.scheduler.skip(closesAt - world.scheduler.now() - 20);
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(3_600_000, 20_000);
  const placings = () => world.service.calls.filter(({ kind }) => kind === 'place').map(({ startedAt }) => startedAt);
  return { ...given, placings };
}

describe('a retry outside opening hours waits until the location opens', () => {
  test.each<[string, PlaceFault[]]>([
    ['where the service asked to wait', ['rate_limited']],
    ['where the service could not be reached', ['unsent']],
    ['where the answer was lost', ['server_error_before']],
  ])('%s', async (_name, faults) => {
    const { world, placings, deliveries, calls } = await sentBeforeClosing(faults);
    expect(deliveries()).toMatchObject([{ state: 'held', reason: { code: 'outside_hours' }, dueAt: opensAt }]);
    expect(deliveries()[0]?.reason?.until).toBe(new Date(opensAt).toISOString());
    expect(placings()).toEqual([expect.toSatisfy((at: number) => at < closesAt)]);
    await world.runFor(24 * 3_600_000, 20_000);
    expect(deliveries()).toMatchObject([{ state: 'placed' }]);
    expect(placings()).toEqual([expect.anything(), expect.toSatisfy((at: number) => at >= opensAt)]);
    // Nothing follows a lost answer before the service was asked anew.
    if (faults[0] === 'server_error_before') expect(calls().at(-2)).toBe('lookup 1001');
  });
});

test('a retry outside opening hours is a person’s matter at once where it is too late by then', async () => {
  const cutOff = '09:01';
  const { deliveries, calls, world } = await sentBeforeClosing(['rate_limited'], { cutOff });
  const tooLate = [{ state: 'needs_attention', reason: { code: 'too_late' } }];
  expect(deliveries()).toMatchObject(tooLate);
  world.shopify.edit(shop, orderId, { tags: ['vip'] });
  await world.runFor(24 * 3_600_000, 20_000);
  expect(deliveries()).toMatchObject(tooLate);
  expect(calls()).toEqual(['place 1001']);
});

test.each<[string, PlaceFault, Partial<Settings['automation']>, string]>([
  ['the cut-off', 'rate_limited', { cutOff: '12:00' }, 'opens_too_late'],
  ['the greatest age', 'unsent', { maxAgeHours: 3 }, 'opens_too_late'],
  ['a lost answer and the cut-off', 'server_error_before', { cutOff: '12:00' }, 'changed_in_doubt'],
])('no retry waits for an opening after its latest time: %s', async (_name, fault, rules, code) => {
  const { deliveries, placings } = await sentBeforeClosing([fault], rules);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code, until: null } }]);
  expect(placings()).toHaveLength(1);
});

test('no retry waits for an opening after the day that its order names', async () => {
  const order = { customAttributes: [{ key: 'Delivery-Date', value: '2026-11-21' }] };
  const { deliveries, placings } = await sentBeforeClosing(['rate_limited'], {}, order);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'opens_too_late', until: null } }]);
  expect(placings()).toHaveLength(1);
});

test('an order that names its day is a person’s matter where its retry comes after that day', async () => {
  const given = calmWorld({
    faults: ['rate_limited'],
    order: { customAttributes: [{ key: 'Delivery-Date', value: '2026-11-21' }] },
  });
  const { world, deliveries, calls, rest } = given;
  world.scheduler.skip(Date.UTC(2026, 10, 21, 21, 59, 59) - world.scheduler.now());
  world.notify(shop, orderId, 'orders/paid');
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'delivery_day_passed' } }]);
  expect(calls()).toEqual(['place 1001']);
});
