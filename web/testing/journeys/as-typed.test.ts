import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, sentFor } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ store: { throttle: null } });
});
afterAll(() => world.close());

describe('what checkout asks at Local Delivery', () => {
  it('gives the driver the phone and the gate code that were typed there, before the note', async () => {
    const { view, sent } = await paidOrder(world, orderKinds.localDeliveryInstructions({ note: 'Ring twice' }));
    expect(view.state).toBe('placed');
    expect(sent[0]).toMatchObject({
      dropoff_contact_phone: '0725550119',
      dropoff_remarks: 'Gate code 1234\nRing twice',
    });
  });

  it('gives way to the phone that staff correct before the booking, and tells of the one that they correct after it', async () => {
    const { id, number } = world.store.addOrder(demoShop, orderKinds.localDeliveryInstructions({ paid: false }));
    world.store.updateOrder(demoShop, id, { tags: ['vip'] });
    await world.orderUntil(id, ({ reason }) => reason?.code === 'not_paid');
    world.store.updateOrder(demoShop, id, { shippingAddress: { phone: '082 555 0777' } });
    world.store.payOrder(demoShop, id);
    await world.orderUntil(id, ({ state }) => state === 'placed');
    expect((await sentFor(world, number))[0]).toMatchObject({ dropoff_contact_phone: '0825550777' });
    world.store.updateOrder(demoShop, id, { shippingAddress: { phone: '083 987 6543' } });
    const drift = [{ field: 'dropoff_contact_phone', placed: '0825550777', now: '0839876543' }];
    await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.drift.length === 1);
    expect((await world.orderView(id))?.deliveries).toMatchObject([{ drift }]);
  });
});

describe('phones of other countries', () => {
  it.each([
    ['ten digits of another country', orderKinds.foreignPhone, 'dropoff_phone_not_south_african'],
    ['one that only looks South African', orderKinds.foreignLookalike, 'dropoff_phone_perhaps_foreign'],
  ])('%s: a person is asked, and told what is wrong', async (_name, kind, code) => {
    const { view, sent } = await paidOrder(world, kind());
    expect(view).toMatchObject({ state: 'needs_attention', reason: { code, field: 'dropoff_contact_phone' } });
    expect(sent).toEqual([]);
  });
});

describe('addresses', () => {
  it('leaves out what only fills a field', async () => {
    const { sent } = await paidOrder(world, orderKinds.fillerInAddress());
    expect(sent[0]?.['dropoff_address']).toBe('14 Kloof Nek Road, Cape Town, Western Cape, 8001, South Africa');
  });

  it('asks a person where the city stands for the street, and sends nobody to its centre', async () => {
    const { view, sent } = await paidOrder(world, orderKinds.cityForStreet());
    expect(view).toMatchObject({
      state: 'needs_attention',
      reason: { code: 'dropoff_street_unusable', field: 'dropoff_address' },
    });
    expect(sent).toEqual([]);
  });

  it('sends validated coordinates of an address that states no province', async () => {
    const { sent } = await paidOrder(world, orderKinds.noProvince());
    expect(sent[0]).toMatchObject({ dropoff_coordinates: '-33.9331, 18.4009' });
  });

  it('asks for the address of a paid draft order that has none, and sends it once one is entered', async () => {
    const { view, stored } = await paidOrder(world, orderKinds.draftWithoutAddress());
    expect(view).toMatchObject({ state: 'needs_attention', reason: { field: 'dropoff_address' } });
    expect(view.reason?.nextStep).toMatch(/Shopify/);
    const corrections = {
      dropoff_address: '14 Kloof Nek Road, Tamboerskloof, Cape Town, 8001',
      dropoff_contact_phone: '082 555 0142',
    };
    const pressed = await world.api('POST', `/api/orders/${stored.id}/send`, { mode: 'again', corrections });
    expect(pressed.status).toBe(202);
    await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    expect(await sentFor(world, stored.number)).toHaveLength(1);
  });

  it('keeps that draft order where a person adds the address in Shopify', async () => {
    const { stored } = await paidOrder(world, orderKinds.draftWithoutAddress());
    const { shippingAddress } = orderKinds.unpaid();
    world.store.updateOrder(demoShop, stored.id, { shippingAddress: shippingAddress ?? null });
    await world.orderUntil(stored.id, ({ reason }) => reason?.code === 'no_delivery_method');
  });
});

describe('goods without a weight', () => {
  it('count in the rules as what they are sent as', async () => {
    await world.api('PUT', '/api/settings', { parcel: { weightKg: 30 }, automation: { maxWeightKg: 20 } });
    const { view, sent } = await paidOrder(world, orderKinds.zeroWeight());
    expect(view).toMatchObject({ state: 'skipped', reason: { code: 'condition_weight' } });
    expect(sent).toEqual([]);
    await world.api('PUT', '/api/settings', { parcel: { weightKg: 1 }, automation: { maxWeightKg: null } });
  });

  it.each([
    ['a weight that must be a slip', { weight: { value: 5000, unit: 'KILOGRAMS' as const } }, 'implausible_weight'],
    ['a quantity that must be a slip', { quantity: 5000 }, 'implausible_quantity'],
  ])('%s is put before a person, whose word sends it', async (_name, line, code) => {
    const { view, stored, sent } = await paidOrder(world, orderKinds.unpaid({ lines: [{ sku: 'KET-BLK', ...line }] }));
    expect(view).toMatchObject({ state: 'needs_attention', reason: { code } });
    expect(sent).toEqual([]);
    const pressed = await world.api('POST', `/api/orders/${stored.id}/send`, { mode: 'again' });
    expect(pressed.status).toBe(202);
    await world.orderUntil(stored.id, ({ state }) => state === 'placed');
  });
});
