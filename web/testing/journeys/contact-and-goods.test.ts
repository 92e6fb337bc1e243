import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { people } from '#store-simulator/catalogue/people.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder, resting, seaPointStore, sentFor } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ store: { throttle: null } });
});
afterAll(() => world.close());

describe('a paid order becomes a delivery', () => {
  it('places an ordinary order once, under its order number, and writes the slot into the note', async () => {
    const { view, stored, sent } = await paidOrder(world, orderKinds.unpaid());
    expect(view.state).toBe('placed');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      order_reference: String(stored.number),
      customer_identifier: stored.customerId,
      dropoff_contact_phone: '0825550142',
    });
    const delivery = view.deliveries[0];
    expect(stored.note).toBe(`Same-day delivery ${stored.number}: ${delivery?.slot?.text} (${delivery?.deliveryId})`);
    expect(delivery?.slot?.start).toMatch(/\+02:00$/);
    expect(stored.metafields.find(({ key }) => key === 'deliveries')?.value).toContain(delivery?.deliveryId);
  });

  it('gives an order without a phone to a person, naming the field, and sends nothing', async () => {
    const { view, sent } = await paidOrder(world, orderKinds.noPhone());
    expect(view).toMatchObject({ state: 'needs_attention', reason: { field: 'dropoff_contact_phone' } });
    expect(sent).toEqual([]);
  });

  it.each(['PO Box 12', 'Posbus 12', 'Privaatsak X12'])(
    'sends no driver to %s before a person said where to',
    async (address1) => {
      const { address } = people.thandi;
      const { view, stored, sent } = await paidOrder(
        world,
        orderKinds.unpaid({ shippingAddress: { ...address, address1 } }),
      );
      const reason = { code: 'dropoff_post_box', field: 'dropoff_address', nextStep: expect.stringMatching(/\w/) };
      expect(view).toMatchObject({ state: 'needs_attention', reason });
      expect(sent).toEqual([]);
      const corrections = { dropoff_address: '12 Kloof Street, Gardens, Cape Town, 8001' };
      expect((await world.api('POST', `/api/orders/${stored.id}/send`, { mode: 'again', corrections })).status).toBe(
        202,
      );
      await world.orderUntil(stored.id, ({ state }) => state === 'placed');
      expect(await sentFor(world, stored.number)).toMatchObject([corrections]);
    },
  );

  it('takes the phone of the shipping line where only Local Delivery has one', async () => {
    const { view, sent } = await paidOrder(world, orderKinds.phoneOnShippingLine());
    expect(view.state).toBe('placed');
    expect(sent[0]?.['dropoff_contact_phone']).toBe('0725550119');
  });

  it('explains customer fields that Shopify redacted, and sends nothing', async () => {
    const { view, sent } = await paidOrder(world, orderKinds.redacted());
    expect(view.state).toBe('needs_attention');
    expect(view.reason?.message).toMatch(/Shopify/);
    expect(sent).toEqual([]);
  });

  it('places an order of a guest without a customer record, grouped by the order', async () => {
    const { view, stored, sent } = await paidOrder(world, orderKinds.noCustomer());
    expect(view.state).toBe('placed');
    expect(sent[0]?.['customer_identifier']).toBe(`order-${stored.id}`);
  });

  it('spends little of the processor on 100 kB of blanks that a buyer typed', async () => {
    const blanks = ' '.repeat(100_000);
    const { id } = world.store.addOrder(demoShop, {
      ...orderKinds.paid(),
      note: `Ring twice${' '.repeat(4_900)}please`,
      customAttributes: [{ key: 'Gate', value: `4${blanks}2` }],
      shippingAddress: { ...orderKinds.unpaid().shippingAddress, address2: `Unit${blanks}4` },
    });
    const before = process.cpuUsage();
    expect((await world.orderUntil(id, resting)).state).toBe('placed');
    // A pattern that tries every blank as a start takes seconds of the processor for one such value.
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(3);
  });

  it('keeps an order id above 2^53 exact', async () => {
    const { view, stored } = await paidOrder(world, orderKinds.hugeId());
    expect(stored.id).toBe('820982911946154508');
    expect(view).toMatchObject({ orderId: '820982911946154508', state: 'placed' });
  });
});

describe('goods', () => {
  it('skips an order with digital goods only', async () => {
    const { view, sent } = await paidOrder(world, orderKinds.digitalOnly());
    expect(view.state).toBe('skipped');
    expect(sent).toEqual([]);
  });

  it('leaves a gift card out and sends the goods beside it', async () => {
    const { sent } = await paidOrder(world, orderKinds.giftCardBesideGoods());
    expect(sent[0]?.['items']).toHaveLength(1);
  });

  it('places one delivery per location under references of their own', async () => {
    world.store.addLocation(demoShop, seaPointStore);
    const lines = [{ sku: 'KET-COP' }, { sku: 'MUG-BLUE', quantity: 2, location: seaPointStore.name }];
    const { view, stored, sent } = await paidOrder(world, orderKinds.unpaid({ lines }));
    expect(view.deliveries.map(({ orderReference }) => orderReference)).toEqual([
      `${stored.number}`,
      `${stored.number}-2`,
    ]);
    expect(new Set(sent.map(({ pickup_address: address }) => address)).size).toBe(2);
    const ours = stored.note?.split('\n') ?? [];
    expect(ours.map((line) => line.split(':')[0])).toEqual([
      `Same-day delivery ${stored.number}`,
      `Same-day delivery ${stored.number}-2`,
    ]);
  });

  it('converts ounces and pounds to kilograms per unit', async () => {
    const { sent } = await paidOrder(world, orderKinds.ouncesAndPounds());
    const items = sent[0]?.['items'] as { weight: number; quantity: number }[];
    expect(items[0]).toMatchObject({ quantity: 2, weight: expect.closeTo(0.3402, 3) });
    expect(items[1]).toMatchObject({ quantity: 1, weight: expect.closeTo(1.3608, 3) });
  });

  it('gives goods without a weight the default parcel of the shop', async () => {
    const { sent } = await paidOrder(world, orderKinds.zeroWeight());
    expect(sent[0]?.['items']).toEqual([expect.objectContaining({ weight: 1, quantity: 3 })]);
  });

  it('leaves the price out where the shop money is not rand', async () => {
    const { view, sent } = await paidOrder(world, orderKinds.notRand());
    expect(view.state).toBe('placed');
    expect((sent[0]?.['items'] as object[] | undefined)?.[0]).not.toHaveProperty('price');
  });

  it('sends all of 300 lines in 12 fulfilment orders, one delivery per location', async () => {
    const { view, sent } = await paidOrder(world, orderKinds.manyLines());
    expect(view.deliveries).toHaveLength(2);
    expect(sent.flatMap(({ items }) => items as object[])).toHaveLength(300);
  });
});
