import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { settingsView } from '#api-contract/settings.ts';
import { goodHealth, type ServiceHealth } from '#deliveries/service-health.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { saveCarrierService } from '#storage/checkout-rates.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { defaultScopes } from '#store-simulator/state/shop-state.ts';
import type { CheckoutCart } from '#store-simulator/storefront/checkout-rates.ts';
import { type LocalWorld, demoShop as shop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { type Backend, createBackend } from '../../server.ts';

const otherShop = 'other-shop.myshopify.com';
/** A Wednesday. */
const at = (time: string, day = '2026-11-25') => Date.parse(`${day}T${time}:00+02:00`);
let world: LocalWorld;
let backend: Backend;
let backendUrl: string;
let now = at('10:00');

beforeAll(async () => {
  const facts = { ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR', scopes: [...defaultScopes, 'write_shipping'] };
  world = await startTestWorld({
    store: {
      shops: [
        { domain: shop, name: 'Kettles', ...facts },
        { domain: otherShop, name: 'Other', ...facts },
      ],
    },
  });
  // The same app with a clock of the test's own.
  const { context } = world.app;
  backend = createBackend({ ...context, config: { ...context.config, port: 0 }, clock: { now: () => now } });
  backendUrl = (await backend.listen()).url;
  await save({ checkoutRate: { price: 79.5, bands: [{ from: '7700', to: '7999', price: 120 }], freeAbove: 1500 } });
});
afterAll(async () => {
  await backend.close();
  await world.close();
});

const usual = {
  ...{ paused: false, locations: null },
  automation: {
    ...{ mode: 'matching', provinces: null, postcodes: null, cutOff: null, minValue: null, maxWeightKg: null },
    ...{ includeTags: null, deliveryMethodTexts: null },
  },
};
beforeEach(async () => {
  now = at('10:00');
  await save({ ...usual, checkoutRate: { enabled: false } });
});

const save = (settings: unknown, of = shop) => world.api('PUT', '/api/settings', settings, of);
const switched = (enabled: boolean, of = shop) => save({ checkoutRate: { enabled } }, of);
const callback = (of = shop) => world.store.carrierServices(of)[0]?.callbackUrl ?? '';
const hours = (day: string, open: string, close: string) => ({ day, open, close });

/** Asks as checkout does, of the backend whose clock the test sets. */
async function ask(rate: object, url = callback()): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url.replace(world.appUrl, backendUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rate }),
  });
  return { status: response.status, body: await response.json() };
}
const cart = (
  changes: {
    zip?: string;
    province?: string;
    country?: string;
    cents?: number;
    grams?: number;
    street?: string[];
    ships?: string;
  } = {},
) => ({
  origin: { country: 'ZA', postal_code: '8001' },
  destination: {
    ...{ country: changes.country ?? 'ZA', province: changes.province ?? 'WC', postal_code: changes.zip ?? '8005' },
    ...{ phone: null, latitude: null, address1: changes.street?.[0] ?? '1 Main Road', address2: changes.street?.[1] },
  },
  items: [
    {
      ...{ quantity: 2, grams: (changes.grams ?? 2_000) / 2, price: (changes.cents ?? 40_000) / 2 },
      ...{ requires_shipping: true, fulfillment_service: changes.ships },
    },
  ],
  currency: 'ZAR',
  locale: 'en-ZA',
});
const offered = async (rate: object) => {
  const { status, body } = await ask(rate);
  const { rates } = body as { rates: { total_price: string; description: string }[] };
  if (status !== 200) return status;
  return rates[0] ? `${rates[0].total_price} ${rates[0].description}` : 'nothing';
};

describe('the rate at checkout', () => {
  test('is asked for and paid for by nobody while it is off', async () => {
    expect(world.store.carrierServices(shop)).toEqual([]);
    expect(settingsView.parse((await world.api('GET', '/api/settings')).body).checkoutRate.enabled).toBe(false);
    expect(await save({ checkoutRate: { price: null, enabled: true } })).toMatchObject({
      ...{ status: 400, body: { field: 'checkoutRate.price' } },
    });
    expect(world.store.carrierServices(shop)).toEqual([]);
  });

  test('stays off without the access to shipping, and on a plan without such rates, and says so', async () => {
    world.store.updateScopes(otherShop, [...defaultScopes]);
    world.store.expireAccessTokens(otherShop);
    await save({ checkoutRate: { price: 50 } }, otherShop);
    const refused = await switched(true, otherShop);
    expect(refused).toMatchObject({ status: 409, body: { nextStep: expect.stringContaining('approve') } });
    world.store.setCarrierCalculatedRates(shop, false);
    const { body: stored } = await world.api('GET', '/api/settings');
    const noPlan = await save({ checkoutRate: { enabled: true, price: 99 }, parcel: { weightKg: 7 }, paused: true });
    expect((await world.api('GET', '/api/settings')).body).toEqual(stored);
    expect(noPlan).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Carrier Calculated') } });
    world.store.setCarrierCalculatedRates(shop, true);
    for (const of of [shop, otherShop]) {
      const { body } = await world.api('GET', '/api/settings', undefined, of);
      expect(settingsView.parse(body).checkoutRate.enabled).toBe(false);
      expect(world.store.carrierServices(of)).toEqual([]);
    }
  });

  const open = { hours: [hours('wednesday', '08:00', '17:00')], closedDays: ['2026-12-02'] };
  const minimum = { automation: { minValue: 300 } };
  const discounted = (cents: number) => ({ order_totals: { discount_amount: cents } });
  /** What is set, when, for which cart, and what the buyer is offered. */
  const rows: [string, object, number, object, string][] = [
    ['inside the area', {}, at('10:00'), cart(), '7950 Today'],
    ['a postcode with a price of its own', {}, at('10:00'), cart({ zip: '7708' }), '12000 Today'],
    ['free from a value on', {}, at('10:00'), cart({ cents: 150_000 }), '0 Today'],
    ['a cent below that value', {}, at('10:00'), cart({ cents: 149_998 }), '7950 Today'],
    ['within opening hours', { locations: { 1: open } }, at('10:20'), cart(), '7950 Today'],
    ['before it opens', { locations: { 1: open } }, at('06:00'), cart(), '7950 Today'],
    ['in its last hour', { locations: { 1: open } }, at('16:10'), cart(), '7950 Today'],
    ['when it has closed', { locations: { 1: open } }, at('17:00'), cart(), 'nothing'],
    ['on a weekday without hours', { locations: { 1: open } }, at('10:00', '2026-11-26'), cart(), 'nothing'],
    ['on a closed day', { locations: { 1: open } }, at('10:00', '2026-12-02'), cart(), 'nothing'],
    ['before the cut-off', { automation: { cutOff: '14:00' } }, at('13:59'), cart(), '7950 Today'],
    ['after the cut-off', { automation: { cutOff: '14:00' } }, at('14:00'), cart(), 'nothing'],
    ['outside the postcodes', { automation: { postcodes: ['8001'] } }, at('10:00'), cart(), 'nothing'],
    [
      'within the postcodes',
      { automation: { postcodes: [{ from: '8000', to: '8099' }] } },
      at('10:00'),
      cart(),
      '7950 Today',
    ],
    ['outside the provinces', { automation: { provinces: ['GP'] } }, at('10:00'), cart(), 'nothing'],
    ['to a post box', {}, at('10:00'), cart({ street: ['PO Box 12'] }), 'nothing'],
    ['to a private bag', {}, at('10:00'), cart({ street: ['PostNet Suite 46', 'Private Bag X16'] }), 'nothing'],
    ['outside South Africa', {}, at('10:00'), cart({ country: 'NA' }), 'nothing'],
    ['too heavy', { automation: { maxWeightKg: 1 } }, at('10:00'), cart(), 'nothing'],
    ['too heavy by the default parcel', { automation: { maxWeightKg: 1 } }, at('10:00'), cart({ grams: 0 }), 'nothing'],
    ['of too little value', { automation: { minValue: 500 } }, at('10:00'), cart(), 'nothing'],
    ['of too little value after discounts', minimum, at('10:00'), { ...cart(), ...discounted(10_001) }, 'nothing'],
    ['of that value after discounts', minimum, at('10:00'), { ...cart(), ...discounted(10_000) }, '7950 Today'],
    ['not free after discounts', {}, at('10:00'), { ...cart({ cents: 150_000 }), ...discounted(1) }, '7950 Today'],
    ['while paused', { paused: true }, at('10:00'), cart(), 'nothing'],
    ['while people send by hand', { automation: { mode: 'manual' } }, at('10:00'), cart(), 'nothing'],
    ['where only tagged orders go', { automation: { includeTags: ['vip'] } }, at('10:00'), cart(), 'nothing'],
    ['in another currency', {}, at('10:00'), { ...cart(), currency: 'USD' }, 'nothing'],
    ['with nothing to ship', {}, at('10:00'), { ...cart(), items: [] }, 'nothing'],
    ['with goods that the shop ships itself', {}, at('10:00'), cart({ ships: 'manual' }), '7950 Today'],
    ['with goods that another company ships', {}, at('10:00'), cart({ ships: 'parcelhouse' }), 'nothing'],
    ['from a place abroad', {}, at('10:00'), { ...cart(), origin: { country: 'NA' } }, 'nothing'],
    ['from a place without a country', {}, at('10:00'), { ...cart(), origin: { country: null } }, '7950 Today'],
    ['from a place with an empty country', {}, at('10:00'), { ...cart(), origin: { country: '' } }, '7950 Today'],
    ['from a place nobody named', {}, at('10:00'), { ...cart(), origin: undefined }, '7950 Today'],
    ['in Afrikaans', {}, at('10:00'), { ...cart(), locale: 'af-ZA' }, '7950 Vandag'],
  ];

  test('is offered, at which price and for when', async () => {
    expect((await switched(true)).status).toBe(200);
    const found: [string, string | number][] = [];
    for (const [what, settings, moment, rate] of rows) {
      await save(usual);
      expect((await save(settings)).status, what).toBe(200);
      now = moment;
      found.push([what, await offered(rate)]);
    }
    expect(found).toEqual(rows.map(([what, , , , expected]) => [what, expected]));
  });

  test('stands in the checkout of the store, and an order that took it is sent by itself', async () => {
    await switched(true);
    const [answer] = await world.store.checkoutRates(shop, { zip: '8005', provinceCode: 'WC' } satisfies CheckoutCart);
    expect(answer).toMatchObject({ status: 200, carrierService: 'Same-day delivery' });
    const [rate] = answer?.rates ?? [];
    expect(rate).toMatchObject({ service_code: 'same-day-delivery-rate', phone_required: true, currency: 'ZAR' });
    const page = await (await fetch(`${world.store.url}/store/${shop.split('.')[0]}/checkout?zip=8005`)).text();
    expect(page).toContain('data-rate="same-day-delivery-rate"');
    const typed = { address1: 'PostNet Suite 4', address2: 'Private Bag X1' };
    expect(await world.store.checkoutRates(shop, typed)).toMatchObject([{ status: 200, rates: [] }]);
    expect(await world.store.checkoutRates(shop, { phone: '+49 30 901820' })).toMatchObject([{ rates: [] }]);
    expect(await world.store.checkoutRates(shop, { phone: '+27 82 123 4567' })).toMatchObject([{ rates: [rate] }]);
    await save({ automation: { minValue: 1 } });
    expect(await world.store.checkoutRates(shop, { discountCents: 1e9 })).toMatchObject([{ status: 200, rates: [] }]);
    await save({ automation: { minValue: null } });
    await save({ automation: { deliveryMethodTexts: ['drone'] } });
    const shippingLines = [{ title: 'Vandag', code: rate?.service_code ?? '' }];
    const { id } = world.store.addOrder(shop, orderKinds.paid({ shippingLines, methodType: 'SHIPPING' }));
    await world.orderUntil(id, ({ state }) => state === 'placed');
  });

  test('is promised to no buyer while orders can not be booked, or not be read', async () => {
    await switched(true);
    const { shops } = world.app.context.storage;
    const says = (changes: Partial<ServiceHealth>) =>
      shops.changeHealth(shop as ShopDomain, 'live', () => ({ health: { ...goodHealth, ...changes }, result: null }));
    // Also by the clock of the world's worker, which would probe meanwhile.
    const probeAt = Math.max(now, Date.now()) + 3_600_000;
    const found: (string | number)[] = [];
    for (const state of [
      { hold: 'key' },
      { hold: 'address' },
      { breaker: 'open' },
      { breaker: 'half_open' },
    ] as const) {
      await says({ ...state, probeAt });
      found.push(await offered(cart()));
    }
    expect(found).toEqual(['nothing', 'nothing', 'nothing', 'nothing']);
    // The next order is the probe, and without a rate none might come.
    await says({ breaker: 'open', failures: 5, probeAt: null });
    expect(await offered(cart())).toBe('7950 Today');
    await says({});
    const { db } = world.app.context.storage;
    const row = (values: object) => db.updateTable('shop').set(values).where('shop', '=', shop).execute();
    const future = new Date(Date.now() + 3_600_000);
    for (const values of [{ reconnect: true }, { reconnect: false, reads_refused_at: future }]) {
      await row(values);
      expect(await offered(cart())).toBe('nothing');
    }
    await row({ reads_refused_at: null });
    await says({ failures: 1 });
    expect(await offered(cart())).toBe('7950 Today');
    await says({});
  });

  test('is nobody’s who does not know the shop’s secret, and of no other shop', async () => {
    await switched(true);
    const url = callback();
    const secret = url.split('/').at(-1) ?? '';
    const wrong = [
      url.replace(secret, `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`),
      url.replace(secret, 'x'),
      url.replace(shop, otherShop),
      url.replace(shop, 'nobody.myshopify.com'),
      url.replace(shop, encodeURIComponent('a b')),
    ];
    for (const address of wrong) expect((await ask(cart(), address)).status, address).toBe(404);
    expect(JSON.stringify(await world.api('GET', '/api/settings'))).not.toContain(secret);
    expect((await ask({ nothing: true })).status).toBe(400);
    const long = await ask({ ...cart(), name: 'x'.repeat(600_000) });
    expect(long.status).toBe(413);
  });

  test('has a new address whenever it is switched on again; the old one is void as soon as it is off', async () => {
    await switched(true);
    const before = callback();
    expect((await ask(cart(), before)).status).toBe(200);
    expect((await switched(false)).status).toBe(200);
    expect(world.store.carrierServices(shop)).toEqual([]);
    expect((await ask(cart(), before)).status).toBe(404);
    expect((await switched(true)).status).toBe(200);
    expect(callback()).not.toBe(before);
    expect([(await ask(cart(), before)).status, (await ask(cart())).status]).toEqual([404, 200]);
    expect(world.store.carrierServices(shop)).toHaveLength(1);
  });

  test('is switched on by the next try where Shopify’s answer to the first was lost, and off without a trace', async () => {
    const effect = { kind: 'reset', executed: true } as const;
    world.store.faults.next({ call: 'graphql', operationName: 'CreateCarrierService', effect });
    expect((await switched(true)).status).toBe(503);
    expect(world.store.carrierServices(shop)).toHaveLength(1);
    expect((await switched(true)).status).toBe(200);
    expect(world.store.carrierServices(shop)).toHaveLength(1);
    expect(await offered(cart())).toBe('7950 Today');
    expect((await switched(false)).status).toBe(200);
    expect(world.store.carrierServices(shop)).toEqual([]);
  });

  test('is refused in Shopify’s own words where it is not for the plan', async () => {
    const effect = { kind: 'refused', message: 'Callback url is invalid' } as const;
    world.store.faults.next({ call: 'graphql', operationName: 'CreateCarrierService', effect });
    const refused = await switched(true);
    expect(refused).toMatchObject({ status: 422, body: { detail: 'Shopify says: Callback url is invalid' } });
  });

  test('is taken away by switching off where the app died before it knew the id, or knows an old one', async () => {
    const { db } = world.app.context.storage;
    for (const id of [null, '404']) {
      await switched(true);
      await saveCarrierService(db, shop as ShopDomain, { id });
      expect((await switched(false)).status).toBe(200);
      expect(world.store.carrierServices(shop)).toEqual([]);
    }
  });

  test.each([
    ['was', true],
    ['is being', false],
  ])('is offered where it %s switched on again by the time Shopify has removed the old one', async (_how, isFirst) => {
    const { shopify } = world.app.context;
    await switched(true);
    const { deleteCarrierService: remove, updateCarrierService: update } = { ...shopify };
    const [removing, mayRemove, removed, updated, mayAnswer] = Array.from({ length: 5 }, () =>
      Promise.withResolvers<void>(),
    );
    vi.spyOn(shopify, 'deleteCarrierService').mockImplementationOnce(async (...service) => {
      removing?.resolve();
      await mayRemove?.promise;
      await remove(...service);
      removed?.resolve();
    });
    vi.spyOn(shopify, 'updateCarrierService').mockImplementationOnce(async (...service) => {
      await update(...service);
      updated?.resolve();
      await mayAnswer?.promise;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const off = switched(false);
    await removing?.promise;
    const on = switched(true);
    await updated?.promise;
    if (isFirst) {
      mayAnswer?.resolve();
      await on;
    }
    mayRemove?.resolve();
    await removed?.promise;
    mayAnswer?.resolve();
    expect([(await off).status, (await on).status]).toEqual([200, 200]);
    expect(world.store.carrierServices(shop)).toHaveLength(1);
    expect(await offered(cart())).toBe('7950 Today');
    expect((await switched(false)).status).toBe(200);
    expect(world.store.carrierServices(shop)).toEqual([]);
  });
});
