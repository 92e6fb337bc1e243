import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShopifyAdminClient } from './admin-api.ts';
import { callWithToken } from './call-with-token.ts';
import { throttled } from './failure.ts';
import { type CallShop, readOrder } from './read-order.ts';
import { fixedTokens, orderId, shop, startAdmin, stubLibrary } from './testing/admin-under-test.ts';
import { stubFulfillmentOrder, stubLine, stubOrder } from './testing/stub-order.ts';
import { connection, redactedField, type StubShopify } from './testing/stub-shopify.ts';

let admin: ShopifyAdminClient;
let stub: StubShopify;

beforeEach(async () => {
  ({ admin, stub } = await startAdmin());
});
afterEach(() => stub.close());

const serve = (order: unknown, places: readonly { id?: unknown }[] = []) => {
  stub.root = {
    order: ({ id }: { id: string }) => (id.endsWith(`/${orderId}`) ? order : null),
    fulfillmentOrder: ({ id }: { id: string }) => places.find((place) => place.id === id) ?? null,
  };
};
const read = async () => {
  const order = await admin.readOrder(shop, orderId, metafields);
  if (order === null) throw new Error('the order is missing');
  return order;
};
const metafields = { metafield: 'custom.parcel', fragileMetafield: 'custom.fragile' };
const onePlace = () => [stubFulfillmentOrder('11', [stubLine('1')])];

describe('an order of one location', () => {
  it('costs one call, and keeps every digit of ids beyond 2^53', async () => {
    serve(stubOrder(onePlace()));
    const order = await read();
    expect(stub.calls.map((call) => call.operation)).toEqual(['ReadOrder']);
    expect(stub.calls[0]).toMatchObject({ shop, token: 'token-1', path: '/admin/api/2026-10/graphql.json' });
    expect(order.id).toBe('820982911946154508');
    expect(order.customer?.id).toBe('9007199254740995');
  });

  it('arrives in the words of placement', async () => {
    serve(stubOrder(onePlace()));
    const order = await read();
    expect(order).toMatchObject({
      number: 1001,
      name: '#1001',
      note: 'Ring twice',
      paidAt: '2026-11-21T07:58:00Z',
      financialStatus: 'PAID',
      riskRecommendation: 'ACCEPT',
      total: { amount: 199.98, currency: 'ZAR' },
      customAttributes: [{ key: 'gate', value: '4411' }],
      customer: { displayName: 'Thandi Nkosi', phone: '+27821234567' },
      shippingAddress: { address2: 'Woodstock', countryCode: 'ZA', coordinatesValidated: true },
      shippingLines: [{ title: 'Same day', code: 'SAME_DAY', phone: '+27821112222' }],
      removedShippingLines: [{ title: 'Post', code: 'custom', phone: null }],
      redacted: [],
    });
    expect(order.fulfillmentOrders[0]).toMatchObject({
      id: '11',
      methodType: 'LOCAL',
      ...{ presentedName: 'Local Delivery', serviceCode: 'local' },
      ...{ minDeliveryDateTime: '2026-11-21T12:00:00Z', maxDeliveryDateTime: '2026-11-21T16:00:00Z' },
      ...{ contactPhone: '+27725550119', instructions: 'Gate code 1234', destinationPhone: '+27214478194' },
      location: { id: '7', name: 'Main St', address1: '71 Wale St', country: 'South Africa', latitude: -33.92 },
      lines: [
        {
          ...{
            id: '1',
            lineItemId: '81',
            orderedQuantity: 3,
            title: 'Line 1',
            variantTitle: 'Large',
            remainingQuantity: 2,
            fragile: 'true',
          },
          ...{ unitPrice: { amount: 89.99, currency: 'ZAR' }, weight: { value: 500, unit: 'GRAMS' } },
          ...{ variantParcel: null, productParcel: '{"height":0.1}', productTags: ['fragile'] },
        },
      ],
    });
  });

  it('takes the address of the snapshot, whole, where Shopify gives no location behind it', async () => {
    const [place] = onePlace();
    const assignedLocation = { ...(place?.['assignedLocation'] as object), location: null };
    serve(stubOrder([{ ...place, assignedLocation }]));
    const { location } = (await read()).fulfillmentOrders[0] ?? {};
    expect(location).toMatchObject({ id: null, address1: '1 Old Street', address2: null, latitude: null });
  });

  it.each([
    ['no customer', { customer: null }],
    ['no address', { shippingAddress: null }],
    ['no shipping line', { shippingLines: connection([]) }],
    ['no transaction', { transactions: [] }],
    ['no financial status', { displayFinancialStatus: null, sourceName: null, note: null }],
    ['no fulfilment order', { fulfillmentOrders: connection([]) }],
  ])('is read with %s', async (_name, fields) => {
    serve(stubOrder(onePlace(), fields));
    expect((await read()).number).toBe(1001);
  });
});

describe('a large order', () => {
  it('comes whole: 12 fulfilment orders and 300 lines', async () => {
    const places = Array.from({ length: 12 }, (_, place) =>
      stubFulfillmentOrder(
        String(place + 1),
        Array.from({ length: 25 }, (__, line) => stubLine(String(place * 25 + line + 1))),
      ),
    );
    serve(stubOrder(places), places);
    const { fulfillmentOrders } = await read();
    const lines = fulfillmentOrders.flatMap((one) => one.lines.map((line) => line.id));
    expect(fulfillmentOrders.map((one) => one.id)).toEqual(places.map((_, index) => String(index + 1)));
    expect(lines).toEqual(Array.from({ length: 300 }, (_, index) => String(index + 1)));
    expect(stub.calls).toHaveLength(1 + 3 + 12 + 1);
  });

  it('comes whole: 300 lines at one location', async () => {
    const lines = Array.from({ length: 300 }, (_, line) => stubLine(String(line + 1)));
    const place = stubFulfillmentOrder('1', lines);
    serve(stubOrder([place]), [place]);
    const order = await read();
    expect(new Set(order.fulfillmentOrders[0]?.lines.map((line) => line.id)).size).toBe(300);
    expect(stub.calls).toHaveLength(1 + 8);
  });

  it('comes with every shipping line: the newest says how the goods travel now', async () => {
    const line = (title: string, isRemoved: boolean) => ({ title, code: 'custom', phone: null, isRemoved });
    const removed = Array.from({ length: 70 }, (_, index) => line(`Same day ${index + 1}`, true));
    serve(stubOrder(onePlace(), { shippingLines: connection([...removed, line('Post, 5 days', false)]) }));
    const order = await read();
    expect(order.shippingLines.map(({ title }) => title)).toEqual(['Post, 5 days']);
    expect(order.removedShippingLines.map(({ title }) => title)).toEqual(removed.map(({ title }) => title));
    expect(stub.calls.map((call) => call.operation)).toEqual([
      ...['ReadOrder', 'ReadOrderShippingLines', 'ReadOrderShippingLines'],
    ]);
  });

  it('is read again from the start when it changes between two pages of shipping lines', async () => {
    let reads = 0;
    const updatedAt = () => {
      reads += 1;
      return reads < 2 ? '2026-11-21T08:00:00Z' : '2026-11-21T08:00:05Z';
    };
    const lines = Array.from({ length: 12 }, () => ({ title: 'Same day', code: null, phone: null, isRemoved: true }));
    serve(stubOrder(onePlace(), { updatedAt, shippingLines: connection(lines) }));
    expect((await read()).removedShippingLines).toHaveLength(12);
    expect(stub.calls).toHaveLength(4);
  });

  it('is read again from the start when it changes between two pages', async () => {
    const lines = Array.from({ length: 12 }, (_, line) => stubLine(String(line + 1)));
    let reads = 0;
    const changing = () => {
      reads += 1;
      return reads < 2 ? '2026-11-21T08:00:00Z' : '2026-11-21T08:00:05Z';
    };
    const place = stubFulfillmentOrder('1', lines, { updatedAt: changing });
    serve(stubOrder([place]), [place]);
    expect((await read()).fulfillmentOrders[0]?.lines).toHaveLength(12);
    expect(stub.calls.map((call) => call.operation)).toEqual([
      ...['ReadOrder', 'ReadFulfillmentOrderLines'],
      ...['ReadOrder', 'ReadFulfillmentOrderLines'],
    ]);
  });

  it.each([
    ['and with it the order changed', '2026-11-21T08:00:05Z', []],
    ['which leaves the time of the order', '2026-11-21T08:00:00Z', ['ReadFulfillmentOrderTimes']],
  ])('whose goods are moved between two pages of its fulfilment orders, %s, is read anew', async (...row) => {
    const [, updatedAt, seenLater] = row;
    const place = (id: number, line = id) => stubFulfillmentOrder(`${id}`, [stubLine(`${line}`)]);
    const before = stubOrder([1, 2, 3, 4].map((id) => place(id)));
    // The goods of the first have left for a new one, which the second page shows beside those that stayed.
    const after = stubOrder([place(2), place(3), place(4), place(5, 1)], { updatedAt });
    stub.root = { order: () => (stub.calls.length === 1 ? before : after), fulfillmentOrder: () => null };
    const { fulfillmentOrders } = await read();
    expect(fulfillmentOrders.flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual(['2', '3', '4', '1']);
    expect(stub.calls.map((call) => call.operation)).toEqual([
      ...['ReadOrder', 'ReadOrderFulfillmentOrders', ...seenLater],
      ...['ReadOrder', 'ReadOrderFulfillmentOrders', 'ReadFulfillmentOrderTimes'],
    ]);
  });

  it('of more fulfilment orders than are compared comes whole', async () => {
    const places = Array.from({ length: 202 }, (_, place) => stubFulfillmentOrder(`${place + 1}`, [stubLine('1')]));
    serve(stubOrder(places), places);
    expect((await read()).fulfillmentOrders).toHaveLength(202);
  });

  describe('of more pages than Shopify lets through at once', () => {
    const lines = Array.from({ length: 60 }, (_, line) => stubLine(String(line + 1)));
    const places = [1, 2, 3, 4, 5, 6, 7].map((place) => stubFulfillmentOrder(String(place), lines));

    /** Reads it through a bucket of points: each call takes one, and each second of waiting brings one back. */
    async function readBy(held: number, waitedFor = 1_000) {
      let points = held;
      serve(stubOrder(places), places);
      const call = callWithToken({ library: stubLibrary(stub.origin), tokens: fixedTokens() });
      const waits: number[] = [];
      const sparing: CallShop = async (...asked) => {
        if (points < 1) throw throttled(waitedFor);
        points -= 1;
        return call(...asked);
      };
      const sleep = async (ms: number) => {
        waits.push(ms);
        points += ms / 1_000;
      };
      return { order: await readOrder(sparing, shop, orderId, metafields, sleep), waits };
    }

    it('waits for the rest instead of beginning anew', async () => {
      const { order, waits } = await readBy(2);
      expect(order?.fulfillmentOrders.map((place) => place.lines.length)).toEqual(places.map(() => 60));
      expect(waits).toEqual(stub.calls.slice(2).map(() => 1_000));
    });

    it('leaves a wait before its first page, and a long one, to the run that comes later', async () => {
      await expect(readBy(0)).rejects.toMatchObject({ code: 'shopify_throttled' });
      await expect(readBy(1, 120_000)).rejects.toMatchObject({ code: 'shopify_throttled', retryAfterMs: 120_000 });
    });
  });

  it('that never stands still is left for later, not read for ever', async () => {
    let reads = 0;
    const changing = () => {
      reads += 1;
      return `2026-11-21T08:00:${10 + reads}Z`;
    };
    const lines = Array.from({ length: 12 }, (_, line) => stubLine(String(line + 1)));
    const place = stubFulfillmentOrder('1', lines, { updatedAt: changing });
    serve(stubOrder([place]), [place]);
    await expect(read()).rejects.toMatchObject({ code: 'shopify_unavailable', retryable: true });
    expect(stub.calls).toHaveLength(6);
  });
});

describe('redacted customer data', () => {
  it('leaves the rest of the order, and names what is missing, with a code or without', async () => {
    const order = stubOrder(onePlace());
    const address = { ...(order['shippingAddress'] as object), phone: redactedField('phone') };
    const customer = { ...(order['customer'] as object), firstName: redactedField('firstName', {}) };
    serve({ ...order, shippingAddress: address, customer });
    const result = await read();
    expect(result.redacted.sort()).toEqual(['customer.firstName', 'shippingAddress.phone']);
    expect(result.shippingAddress).toMatchObject({ phone: null, address1: '375 Albert Rd' });
    expect(result.customer).toMatchObject({ id: '9007199254740995', firstName: null, displayName: 'Nkosi' });
    expect(stub.calls).toHaveLength(1);
  });

  it.each(['customer', 'shippingAddress', 'note', 'phone'])('a redacted %s is null and named', async (field) => {
    serve(stubOrder(onePlace(), { [field]: redactedField(field) }));
    const result = await read();
    expect(result[field as 'note']).toBeNull();
    expect(result.redacted).toEqual([field]);
  });

  it('of a product that the app may not see leaves the line', async () => {
    const lineItem = { ...(stubLine('1')['lineItem'] as object), product: redactedField('product') };
    serve(stubOrder([stubFulfillmentOrder('1', [stubLine('1', { lineItem, variant: null })])]));
    const result = await read();
    expect(result.fulfillmentOrders[0]?.lines[0]).toMatchObject({ title: 'Line 1', productTags: [], fragile: null });
    expect(result.redacted).toEqual(['fulfillmentOrders.nodes.0.lineItems.nodes.0.lineItem.product']);
  });
});

describe('an order that is not there', () => {
  it('is null where the shop does not know it', async () => {
    serve(null);
    expect(await admin.readOrder(shop, orderId, metafields)).toBeNull();
  });

  it('is a missing access, not a missing order, where Shopify denies it', async () => {
    stub.root = { order: redactedField('order') };
    await expect(read()).rejects.toMatchObject({ code: 'shopify_access_denied', retryable: false });
  });

  it('is a missing access where Shopify denies its fulfilment orders', async () => {
    serve(stubOrder([], { fulfillmentOrders: redactedField('fulfillmentOrders') }));
    await expect(read()).rejects.toMatchObject({ code: 'shopify_access_denied' });
  });
});
