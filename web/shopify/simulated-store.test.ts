import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { startStoreSimulator } from '#store-simulator/start.ts';
import type { AdminCall, StoreSimulator } from '#store-simulator/store-simulator.ts';
import { type LoopbackServer, listenOnLoopback } from '#testing/loopback-server.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { createShopifyAdmin, type ShopifyAdminClient } from './admin-api.ts';
import { createSessionTokenVerifier } from './session-token.ts';
import { createShopifyLibrary } from './shopify-library.ts';
import { shopOfSignedQuery } from './signed-query.ts';
import { createMemoryTokens } from './testing/memory-tokens.ts';
import { parseWebhook } from './testing/parse-webhook.ts';
import { createTokenGrants } from './token-grants.ts';
import { isSignedByShopify, signingKeys } from './webhook-signature.ts';

const shop = 'demo-shop.myshopify.com' as ShopDomain;
const clock = { now: () => Date.now() };
const secret = 'client-secret';

let store: StoreSimulator;
let app: LoopbackServer;
let admin: ShopifyAdminClient;
let tokens: AccessTokens;
/** How far the store's clock is ahead: its times are whole seconds. */
let aheadMs = 0;
/** What is done after a call of this operation, once. */
let between: { operation: string; change: () => void } | null = null;
const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(200).end();
  });
  app = await listenOnLoopback(server);
  const afterCall = ({ operationName }: AdminCall) => {
    if (between?.operation !== operationName) return;
    const { change } = between;
    between = null;
    change();
  };
  const now = () => Date.now() + aheadMs;
  const credentials = { clientId: 'client-id', clientSecret: secret };
  store = await startStoreSimulator({ ...credentials, appUrl: app.url, throttle: null, now, afterCall });
  const library = createShopifyLibrary({
    ...{ apiKey: 'client-id', apiSecret: secret, previousApiSecret: null },
    ...{ appUrl: 'https://app.example.com', adminOrigin: store.url },
  });
  const grants = createTokenGrants(library, clock);
  tokens = createAccessTokens({
    tokens: createMemoryTokens(clock),
    rowOf: async (of) => of,
    grants,
    clock,
    sleep: (ms) => sleep(ms),
  });
  admin = createShopifyAdmin({ library, tokens });
  expect(await tokens.exchange(shop, store.sessionToken(shop))).toBe('ready');
});

afterAll(async () => {
  await store.close();
  await app.close();
});

const newShop = (domain: string): ShopDomain => {
  store.addShop({ domain, name: 'Another shop', ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' });
  return domain as ShopDomain;
};

const { parcel: metafields } = defaultSettings;
const kinds = Object.entries(orderKinds)
  .filter(([name]) => !['thirdPartyLocation', 'manyLines'].includes(name))
  .map(([name, kind]) => [name, kind as () => Parameters<StoreSimulator['addOrder']>[1]] as const);

describe('a store that we did not write the client against', () => {
  it.each(kinds)('an order of the kind %s is read in one call, as the store has it', async (_name, kind) => {
    const view = store.addOrder(shop, kind());
    const before = store.calls(shop).length;
    const order = await admin.readOrder(shop, view.id as OrderId, metafields);
    expect(store.calls(shop)).toHaveLength(before + 1);
    expect(order).toMatchObject({ id: view.id, number: view.number, name: view.name });
    expect(order?.fulfillmentOrders.map((one) => one.id)).toEqual(view.fulfillmentOrders.map((one) => one.id));
    const lines = order?.fulfillmentOrders.flatMap((one) => one.lines.map((line) => line.id));
    expect(lines).toEqual(view.fulfillmentOrders.flatMap((one) => one.lines.map((line) => line.id)));
  });

  it('an order of 300 lines in 12 fulfilment orders comes whole', async () => {
    const view = store.addOrder(shop, orderKinds.manyLines({ lines: 300, fulfillmentOrders: 12 }));
    const order = await admin.readOrder(shop, view.id as OrderId, metafields);
    expect(order?.fulfillmentOrders).toHaveLength(12);
    expect(new Set(order?.fulfillmentOrders.flatMap((one) => one.lines.map((line) => line.id))).size).toBe(300);
  });

  it('goods that are split off while the pages of their order are read are read once', async () => {
    const view = store.addOrder(shop, orderKinds.manyLines({ lines: 8, fulfillmentOrders: 4 }));
    const change = () => {
      aheadMs = 1_000;
      store.changeFulfillmentOrder(shop, view.id, { action: 'split', lines: [{ line: 0 }] });
      aheadMs = 0;
    };
    between = { operation: 'ReadOrder', change };
    const order = await admin.readOrder(shop, view.id as OrderId, metafields);
    expect(between).toBeNull();
    expect(store.order(shop, view.id).updatedAt).toBe(view.updatedAt);
    const open = order?.fulfillmentOrders.flatMap(({ lines }) => lines.filter((line) => line.remainingQuantity > 0));
    expect(open?.map(({ lineItemId }) => lineItemId).sort()).toEqual(view.lines.map(({ id }) => id).sort());
  });

  it('what checkout asks at Local Delivery comes with its goods, and the order line stays through a move', async () => {
    const promised = { minDeliveryDateTime: '2099-11-25T06:00:00Z', maxDeliveryDateTime: '2099-11-25T10:00:00Z' };
    const asked = { phone: '072 555 0119', instructions: 'Gate code 1234' };
    const view = store.addOrder(
      shop,
      orderKinds.localDeliveryInstructions({ deliveryMethod: { ...asked, ...promised } }),
    );
    const expected = {
      ...{ methodType: 'LOCAL', presentedName: 'Local Delivery', serviceCode: 'Local Delivery', ...promised },
      ...{ contactPhone: asked.phone, instructions: asked.instructions, destinationPhone: null },
    };
    expect((await admin.readOrder(shop, view.id as OrderId, metafields))?.fulfillmentOrders).toMatchObject([expected]);
    const [, elsewhere] = store.locations(shop);
    store.changeFulfillmentOrder(shop, view.number, { action: 'move', location: elsewhere?.id ?? '' });
    store.editOrder(shop, view.number, { increase: [{ line: 0 }] });
    store.changeFulfillmentOrder(shop, view.number, { action: 'split', lines: [{ line: 0, quantity: 1 }] });
    const [before, after] = (await admin.readOrder(shop, view.id as OrderId, metafields))?.fulfillmentOrders ?? [];
    expect([before, after]).toMatchObject([expected, expected]);
    expect(after?.location.id).toBe(elsewhere?.id);
    expect(after?.lines[0]?.id).not.toBe(before?.lines[0]?.id);
    expect(after?.lines[0]?.lineItemId).toBe(view.lines[0]?.id);
    expect(before?.lines[0]?.lineItemId).toBe(view.lines[0]?.id);
  });

  it('redacted customer data are named, the order is read', async () => {
    const view = store.addOrder(shop, orderKinds.redacted());
    const order = await admin.readOrder(shop, view.id as OrderId, metafields);
    expect(order?.redacted).toContain('shippingAddress.address1');
    expect(order?.shippingAddress?.address1 ?? null).toBeNull();
  });

  it('no query asks for more than half of what one may cost', async () => {
    const view = store.addOrder(shop, orderKinds.manyLines({ lines: 300, fulfillmentOrders: 12 }));
    await admin.readOrder(shop, view.id as OrderId, metafields);
    const costs = store.calls(shop).map((call) => call.cost?.requestedQueryCost ?? 0);
    expect(Math.max(...costs)).toBeLessThan(500);
  });

  it('note, metafield and tags are written', async () => {
    const view = store.addOrder(shop, orderKinds.emojiNote());
    const id = view.id as OrderId;
    const { note, detailsDigest } = (await admin.readNote(shop, id)) ?? {};
    expect(detailsDigest).toBeNull();
    const written = await admin.writeNote(shop, id, `${note}\r\n\r\nSame-day delivery 1: …`);
    expect(written.note).toBe(`${note}\r\n\r\nSame-day delivery 1: …`);
    await admin.writeDetails(shop, id, '[]', null);
    const seen = (await admin.readNote(shop, id))?.detailsDigest;
    await admin.writeDetails(shop, id, '[{"slot":null}]', seen);
    await expect(admin.writeDetails(shop, id, '[]', seen)).rejects.toMatchObject({ retryable: true });
    await admin.addTags(shop, id, ['same-day']);
    const after = store.order(shop, id);
    expect(after.note).toBe(written.note);
    expect(after.tags).toContain('same-day');
    expect(after.metafields).toMatchObject([{ key: 'deliveries', type: 'json', value: '[{"slot":null}]' }]);
  });

  it('a metafield that the store fails to write is worth another attempt', async () => {
    const id = store.addOrder(shop, orderKinds.paid()).id as OrderId;
    const effect = { kind: 'refused', message: 'An internal error occurred', code: 'INTERNAL_ERROR' } as const;
    store.faults.next({ call: 'graphql', operationName: 'WriteMetafields', effect });
    await expect(admin.writeDetails(shop, id, '[]', null)).rejects.toMatchObject({ retryable: true });
    await admin.writeDetails(shop, id, '[]', null);
    expect(store.order(shop, id).metafields).toMatchObject([{ key: 'deliveries', value: '[]' }]);
  });

  it('an order is fulfilled, with the delivery id to track', async () => {
    const view = store.addOrder(shop, orderKinds.paid());
    const lines = view.fulfillmentOrders.flatMap((one) =>
      one.lines.map((line) => ({ fulfillmentOrderId: one.id, lineId: line.id, quantity: line.remainingQuantity })),
    );
    await admin.fulfil(shop, { lines, trackingNumber: 'D-8831', trackingUrl: null, company: 'Same-day' });
    expect(store.order(shop, view.id).fulfillments[0]?.tracking[0]).toMatchObject({ number: 'D-8831' });
  });

  it('orders, locations and the shop are listed', async () => {
    store.addOrder(shop, orderKinds.paid());
    expect((await admin.readShop(shop)).currency).toBe('ZAR');
    expect((await admin.listLocations(shop)).length).toBeGreaterThan(0);
    expect((await admin.listRecentOrders(shop, 1)).length).toBe(1);
    const page = await admin.listUpdatedOrders(shop, { updatedSince: '2020-01-01T00:00:00Z', cursor: null });
    expect(page.orders.length).toBeGreaterThan(0);
    const [place] = store.orders(shop).flatMap((order) => order.fulfillmentOrders.map((one) => [order.id, one.id]));
    expect(await admin.findOrderOfFulfillmentOrder(shop, place?.[1] ?? '')).toBe(place?.[0]);
  });

  it('one page of an edge that does not know the shop closes nothing', async () => {
    const effect = { kind: 'status', status: 404, body: '<html><title>Not found</title></html>' } as const;
    store.faults.next({ call: 'graphql', effect });
    await expect(admin.readShop(shop)).rejects.toMatchObject({ code: 'shopify_unavailable', retryAfterMs: null });
    expect((await admin.readShop(shop)).name).not.toBe('');
  });

  it('access tokens that were voided are renewed without a person', async () => {
    store.expireAccessTokens(shop);
    expect((await admin.readShop(shop)).name).not.toBe('');
  });

  it('a renewed token that is not honoured at once is asked with again, and kept', async () => {
    onTestFinished(() => store.faults.clear());
    store.expireAccessTokens(shop);
    store.faults.tokenLag(60_000);
    await expect(admin.readShop(shop)).rejects.toMatchObject({ code: 'shopify_unavailable', retryable: true });
    const asked = store.tokenRequests(shop).length;
    store.faults.tokenLag(0);
    expect((await admin.readShop(shop)).name).not.toBe('');
    expect(store.tokenRequests(shop)).toHaveLength(asked);
  });

  it('its session token and its signed query name the shop', async () => {
    const verify = createSessionTokenVerifier({
      apiKey: 'client-id',
      apiSecret: secret,
      previousApiSecret: null,
      clock,
    });
    expect(await verify(store.sessionToken(shop))).toMatchObject({ ok: true, identity: { shop } });
    expect(shopOfSignedQuery(new URLSearchParams(store.launchQuery(shop)), [secret])).toBe(shop);
  });

  it('its webhooks are signed, understood, and exact in an id beyond 2^53', async () => {
    const huge = newShop('huge.myshopify.com');
    const view = store.addOrder(huge, orderKinds.hugeId({ paid: false }));
    store.payOrder(huge, view.id);
    await store.webhooksSettled();
    const ofShop = received.filter((webhook) => webhook.headers['x-shopify-shop-domain'] === huge);
    const paid = ofShop.find((webhook) => webhook.headers['x-shopify-topic'] === 'orders/paid');
    if (!paid) throw new Error('no orders/paid arrived');
    expect(isSignedByShopify(paid.body, paid.headers['x-shopify-hmac-sha256'], signingKeys([secret]))).toBe(true);
    expect(parseWebhook(paid.headers, paid.body)).toMatchObject({
      ...{ usable: true, headers: { shop: huge, topic: 'orders/paid' }, body: { kind: 'order', orderId: view.id } },
    });
    expect(ofShop.map((one) => parseWebhook(one.headers, one.body).usable)).not.toContain(false);
  });

  it('our own note write comes back as an echo: same fingerprint, our note', async () => {
    const view = store.addOrder(shop, orderKinds.paid());
    store.updateOrder(shop, view.id, { tags: ['a', 'b'] });
    await store.webhooksSettled();
    const { updatedAt } = await admin.writeNote(shop, view.id as OrderId, 'ours');
    await store.webhooksSettled();
    const updates = received
      .map((one) => parseWebhook(one.headers, one.body))
      .flatMap((one) => (one.usable && one.headers.topic === 'orders/updated' ? [one.body] : []))
      .flatMap((one) => (one.kind === 'order' && one.orderId === view.id ? [one] : []));
    expect(updates).toHaveLength(2);
    expect(updates[1]?.fingerprint).toBe(updates[0]?.fingerprint);
    expect(updates[1]).toMatchObject({ note: 'ours', updatedAt });
  });

  it('an uninstalled shop ends in reconnect', async () => {
    const leaving = newShop('leaving.myshopify.com');
    await tokens.exchange(leaving, store.sessionToken(leaving));
    store.uninstall(leaving);
    await store.webhooksSettled();
    await expect(admin.readShop(leaving)).rejects.toMatchObject({ code: 'shopify_token_refused', retryable: false });
  });
});
