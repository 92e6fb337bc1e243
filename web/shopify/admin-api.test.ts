import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShopifyAdminClient } from './admin-api.ts';
import { orderId, shop, startAdmin } from './testing/admin-under-test.ts';
import { connection, redactedField, type StubShopify } from './testing/stub-shopify.ts';

let admin: ShopifyAdminClient;
let stub: StubShopify;
/** Arguments that the stub's mutations were called with. */
let sent: unknown[];

beforeEach(async () => {
  ({ admin, stub } = await startAdmin());
  sent = [];
});
afterEach(() => stub.close());

const gid = `gid://shopify/Order/${orderId}`;
const mutation = (name: string, payload: Record<string, unknown>) => {
  stub.root = {
    [name]: (args: unknown) => {
      sent.push(JSON.parse(JSON.stringify(args)));
      return { userErrors: [], ...payload };
    },
  };
};
const refusal = { userErrors: [{ field: ['note'], message: 'Note is too long' }] };

describe('the note', () => {
  it.each<[string, object | null, string | null]>([
    ['where there is one', { compareDigest: 'digest' }, 'digest'],
    ['where there is none', null, null],
  ])("is read with the instant of the order and its metafield's digest %s", async (_name, metafield, detailsDigest) => {
    const order = { note: 'a\r\n😀', updatedAt: '2026-11-21T08:00:00Z' };
    stub.root = { order: { ...order, metafield } };
    expect(await admin.readNote(shop, orderId)).toEqual({ ...order, detailsDigest });
  });

  it('of an unknown order is null', async () => {
    stub.root = { order: null };
    expect(await admin.readNote(shop, orderId)).toBeNull();
  });

  it('that Shopify hides never passes for an empty one', async () => {
    stub.root = { order: { note: redactedField('note'), updatedAt: '2026-11-21T08:00:00Z' } };
    await expect(admin.readNote(shop, orderId)).rejects.toMatchObject({ code: 'shopify_access_denied' });
  });

  it('is written as it stands, and comes back as Shopify has it', async () => {
    mutation('orderUpdate', { order: { note: 'a\r\n😀', updatedAt: '2026-11-21T08:00:01Z' } });
    const written = await admin.writeNote(shop, orderId, 'a\r\n😀');
    expect(written).toEqual({ note: 'a\r\n😀', updatedAt: '2026-11-21T08:00:01Z' });
    expect(sent).toEqual([{ input: { id: gid, note: 'a\r\n😀' } }]);
    expect(stub.calls).toHaveLength(1);
  });
});

describe('writes', () => {
  it.each<[string, string | null | undefined, object]>([
    ['over what was read', 'digest', { compareDigest: 'digest' }],
    ['where none was', null, { compareDigest: null }],
    ['whatever is there, where nothing could be read', undefined, {}],
  ])("sets the metafield in the app's own namespace %s", async (_name, over, expected) => {
    mutation('metafieldsSet', {});
    await admin.writeDetails(shop, orderId, '[]', over);
    const metafield = { ownerId: gid, namespace: '$app', key: 'deliveries', type: 'json', value: '[]' };
    expect(sent).toEqual([{ metafields: [{ ...metafield, ...expected }] }]);
  });

  it('a metafield that was written since it was read is written again later', async () => {
    mutation('metafieldsSet', { userErrors: [{ message: 'was updated', code: 'STALE_OBJECT' }] });
    const outdated = { code: 'shopify_details_outdated', retryable: true };
    await expect(admin.writeDetails(shop, orderId, '[]', 'digest')).rejects.toMatchObject(outdated);
  });

  it('a metafield that Shopify failed to write is written again later', async () => {
    const failed = { message: 'An internal error occurred', code: 'INTERNAL_ERROR' };
    mutation('metafieldsSet', { userErrors: [failed] });
    const later = { code: 'shopify_unavailable', retryable: true };
    await expect(admin.writeDetails(shop, orderId, '[]', 'digest')).rejects.toMatchObject(later);
  });

  it('adds tags without touching others', async () => {
    mutation('tagsAdd', {});
    await admin.addTags(shop, orderId, ['same-day']);
    expect(sent).toEqual([{ id: gid, tags: ['same-day'] }]);
  });

  it('fulfils the given lines, grouped by fulfilment order, with the delivery id to track', async () => {
    mutation('fulfillmentCreate', { fulfillment: { id: 'gid://shopify/Fulfillment/99' } });
    const line = (fulfillmentOrderId: string, lineId: string) => ({ fulfillmentOrderId, lineId, quantity: 2 });
    const input = {
      lines: [line('1', '11'), line('2', '21'), line('1', '12')],
      trackingNumber: 'D-1',
      trackingUrl: 'https://courier.example/D-1',
      company: 'Same-day',
    };
    expect(await admin.fulfil(shop, input)).toEqual({ fulfillmentId: '99' });
    const lines = (...ids: string[]) =>
      ids.map((id) => ({ id: `gid://shopify/FulfillmentOrderLineItem/${id}`, quantity: 2 }));
    expect(sent).toEqual([
      {
        fulfillment: {
          lineItemsByFulfillmentOrder: [
            { fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/1', fulfillmentOrderLineItems: lines('11', '12') },
            { fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/2', fulfillmentOrderLineItems: lines('21') },
          ],
          notifyCustomer: true,
          trackingInfo: { company: 'Same-day', number: 'D-1', url: 'https://courier.example/D-1' },
        },
      },
    ]);
  });

  it('finds the fulfilment that has the delivery id to track', async () => {
    const made = (id: string, number: string | null) => ({
      id: `gid://shopify/Fulfillment/${id}`,
      trackingInfo: [{ number }],
    });
    stub.root = {
      fulfillmentOrder: { fulfillments: { nodes: [made('97', null), made('98', 'D-0'), made('99', 'D-1')] } },
    };
    expect(await admin.findFulfillment(shop, '1', 'D-1')).toBe('99');
    expect(await admin.findFulfillment(shop, '1', 'D-2')).toBeNull();
    stub.root = { fulfillmentOrder: null };
    expect(await admin.findFulfillment(shop, '1', 'D-1')).toBeNull();
  });

  it('notes what became of a fulfilment, and not again what stands there', async () => {
    const at = (second: number) => `2026-11-21T12:00:0${second}Z`;
    const events = { nodes: [{ status: 'OUT_FOR_DELIVERY', happenedAt: at(1) }] };
    stub.root = {
      fulfillment: { events },
      fulfillmentEventCreate: (args: unknown) => {
        sent.push(JSON.parse(JSON.stringify(args)));
        return { userErrors: [] };
      },
    };
    await admin.addFulfillmentEvents(shop, '99', [
      { status: 'OUT_FOR_DELIVERY', happenedAt: at(1) },
      { status: 'DELIVERED', happenedAt: at(2) },
    ]);
    const fulfillmentId = 'gid://shopify/Fulfillment/99';
    expect(sent).toMatchObject([{ fulfillmentEvent: { fulfillmentId, status: 'DELIVERED' } }]);
  });

  const writes: [string, () => Promise<unknown>][] = [
    ['orderUpdate', () => admin.writeNote(shop, orderId, 'x')],
    ['metafieldsSet', () => admin.writeDetails(shop, orderId, '[]', null)],
    ['tagsAdd', () => admin.addTags(shop, orderId, ['x'])],
    [
      'fulfillmentCreate',
      () => admin.fulfil(shop, { lines: [], trackingNumber: 'D-1', trackingUrl: null, company: 'x' }),
    ],
  ];

  it.each(writes)("%s: a refusal is final and carries Shopify's words", async (name, write) => {
    mutation(name, refusal);
    const error: unknown = await write().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'shopify_user_error', retryable: false });
    expect(error).toMatchObject({ merchantMessage: 'Shopify says: Note is too long' });
  });

  it.each(writes)('%s: a denied write is no success', async (name, write) => {
    stub.root = { [name]: redactedField(name) };
    await expect(write()).rejects.toMatchObject({ code: 'shopify_access_denied' });
  });
});

describe('lists', () => {
  const summary = (id: number) => ({
    ...{ id: `gid://shopify/Order/${id}`, number: id, name: `#${id}` },
    ...{ updatedAt: '2026-11-21T08:00:00Z', processedAt: '2026-11-21T07:00:00Z' },
    ...{ displayFinancialStatus: 'PAID', cancelledAt: null },
  });

  it('gives every order updated since an instant, oldest first, page by page', async () => {
    const all = Array.from({ length: 250 }, (_, index) => summary(index + 1));
    const asked: Record<string, unknown>[] = [];
    stub.root = {
      orders: (args: { first: number; after: string | null }) => {
        asked.push(args);
        return connection(all)(args);
      },
    };
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await admin.listUpdatedOrders(shop, { updatedSince: '2026-11-21T10:00:00+02:00', cursor });
      found.push(...page.orders.map((order) => order.id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(all.map((_, index) => String(index + 1)));
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({ query: "updated_at:>='2026-11-21T08:00:00.000Z'", sortKey: 'UPDATED_AT' });
  });

  it.each([
    [50, 50],
    [1000, 250],
    [0, 1],
  ])('asks for the newest orders: %i → %i', async (limit, first) => {
    const asked: Record<string, unknown>[] = [];
    stub.root = {
      orders: (args: { first: number }) => {
        asked.push(args);
        return connection([summary(1)])(args);
      },
    };
    expect(await admin.listRecentOrders(shop, limit)).toMatchObject([{ id: '1', financialStatus: 'PAID' }]);
    expect(asked).toMatchObject([{ first, reverse: true, sortKey: 'PROCESSED_AT' }]);
  });

  it('gives every location, inactive ones too', async () => {
    const location = (id: number) => ({
      ...{ id: `gid://shopify/Location/${id}`, name: `L${id}`, isActive: id !== 2, isFulfillmentService: false },
      address: { address1: 'x', city: 'Cape Town', latitude: null, longitude: null },
    });
    stub.root = { locations: connection(Array.from({ length: 120 }, (_, index) => location(index + 1))) };
    const locations = await admin.listLocations(shop);
    expect(locations).toHaveLength(120);
    expect(locations[1]).toMatchObject({ id: '2', isActive: false, address1: 'x', phone: null });
    expect(stub.calls).toHaveLength(3);
  });

  it('finds the order of a fulfilment order', async () => {
    stub.root = { fulfillmentOrder: { orderId: gid } };
    expect(await admin.findOrderOfFulfillmentOrder(shop, '5')).toBe(orderId);
    stub.root = { fulfillmentOrder: null };
    expect(await admin.findOrderOfFulfillmentOrder(shop, '5')).toBeNull();
  });
});
