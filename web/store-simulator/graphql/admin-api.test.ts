import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore();
});
afterAll(() => running.close());

const readOrder = `query ($id: ID!) { order(id: $id) {
  id number name note updatedAt displayFinancialStatus currentTotalWeight
  currentTotalPriceSet { shopMoney { amount currencyCode } }
  shippingAddress { name address2 latitude countryCodeV2 }
  shippingLines(first: 5) { nodes { title code phone } }
  transactions(first: 5) { kind status processedAt }
  fulfillmentOrders(first: 3) { nodes {
    status deliveryMethod { methodType }
    assignedLocation { name location { id address { latitude longitude } } }
    lineItems(first: 3) { nodes {
      remainingQuantity weight { value unit }
      lineItem { title isGiftCard originalUnitPriceSet { shopMoney { amount } } }
      variant { product { tags metafield(namespace: "$app", key: "parcel") { value } } }
    } }
  } }
} }`;

describe('an order through the Admin API', () => {
  it('is computed from the state of the shop', async () => {
    const order = running.store.addOrder(shop, orderKinds.giftCardBesideGoods({ note: 'hello' }));
    running.store.payOrder(shop, order.number);
    const { data, errors } = await running.graphql(readOrder, { id: order.gid });
    expect(errors).toEqual([]);
    expect(data?.['order']).toMatchObject({
      id: order.gid,
      number: order.number,
      note: 'hello',
      displayFinancialStatus: 'PAID',
      currentTotalWeight: '720',
      currentTotalPriceSet: { shopMoney: { amount: '1060.0', currencyCode: 'ZAR' } },
      shippingAddress: { name: 'Thandi Mokoena', address2: 'Tamboerskloof', countryCodeV2: 'ZA' },
      transactions: [{ kind: 'SALE', status: 'SUCCESS' }],
      fulfillmentOrders: {
        nodes: [
          { deliveryMethod: { methodType: 'SHIPPING' }, lineItems: { nodes: [{ lineItem: { isGiftCard: false } }] } },
          { deliveryMethod: { methodType: 'NONE' }, lineItems: { nodes: [{ lineItem: { isGiftCard: true } }] } },
        ],
      },
    });
  });

  it('keeps the digits of an id above 2^53', async () => {
    const order = running.store.addOrder(shop, orderKinds.hugeId());
    const { data } = await running.graphql('query ($id: ID!) { order(id: $id) { id legacyResourceId } }', {
      id: order.gid,
    });
    expect(data).toEqual({
      order: { id: 'gid://shopify/Order/820982911946154508', legacyResourceId: '820982911946154508' },
    });
  });

  it('is null where the shop has none', async () => {
    const { data, errors } = await running.graphql('{ order(id: "gid://shopify/Order/1") { id } }');
    expect({ data, errors }).toEqual({ data: { order: null }, errors: [] });
  });

  it('takes the note over what stood there, stamps the order and tells the app', async () => {
    const order = running.store.addOrder(shop, orderKinds.emojiNote());
    const { data } = await running.graphql(
      'mutation ($input: OrderInput!) { orderUpdate(input: $input) { order { note } userErrors { message } } }',
      { input: { id: order.gid, note: 'new\r\n🔔' } },
    );
    expect(data).toEqual({ orderUpdate: { order: { note: 'new\r\n🔔' }, userErrors: [] } });
    expect(running.store.order(shop, order.id).note).toBe('new\r\n🔔');
    await running.store.webhooksSettled();
    const topics = running.store.webhookLog(shop).filter(({ body }) => body.includes(order.id));
    expect(topics.at(-1)?.topic).toBe('orders/updated');
  });

  it('refuses a note of more than 5,000 characters and keeps the old one', async () => {
    const order = running.store.addOrder(shop, orderKinds.unpaid({ note: 'old' }));
    const { data } = await running.graphql(
      'mutation ($input: OrderInput!) { orderUpdate(input: $input) { userErrors { field } } }',
      { input: { id: order.gid, note: 'x'.repeat(5001) } },
    );
    expect(data).toEqual({ orderUpdate: { userErrors: [{ field: ['note'] }] } });
    expect(running.store.order(shop, order.id).note).toBe('old');
  });

  it('adds tags once, whatever their case', async () => {
    const order = running.store.addOrder(shop, orderKinds.unpaid({ tags: ['VIP'] }));
    await running.graphql(
      'mutation ($id: ID!) { tagsAdd(id: $id, tags: ["vip", "same-day", "same-day"]) { userErrors { message } } }',
      { id: order.gid },
    );
    expect(running.store.order(shop, order.id).tags).toEqual(['same-day', 'VIP']);
  });
});

describe('what the Admin API refuses', () => {
  it.each([
    ['a field that Shopify does not have', '{ order(id: "gid://shopify/Order/1") { nonsense } }', 'nonsense'],
    ['a deprecated field', '{ order(id: "gid://shopify/Order/1") { totalPrice } }', 'totalPriceSet'],
    ['a field that is not modelled, by name', '{ order(id: "gid://shopify/Order/1") { poNumber } }', 'Order.poNumber'],
    [
      'an argument that is not modelled, by name',
      '{ orders(first: 1, savedSearchId: "gid://shopify/SavedSearch/1") { nodes { id } } }',
      'argument savedSearchId of QueryRoot.orders',
    ],
    [
      'a search by a field that is not indexed',
      '{ orders(first: 1, query: "po_number:1") { nodes { id } } }',
      'po_number',
    ],
    ['a page without a size', '{ orders { nodes { id } } }', 'first or last'],
    ['a page above 250', '{ orders(first: 251) { nodes { id } } }', '250'],
    ['a malformed id', '{ order(id: "17") { id } }', 'Invalid global id'],
    ['an id of another type', '{ order(id: "gid://shopify/Product/1") { id } }', 'not of type Order'],
    [
      'an instant that is none',
      'mutation { fulfillmentEventCreate(fulfillmentEvent: {fulfillmentId: "gid://shopify/Fulfillment/1", status: DELIVERED, happenedAt: "soon"}) { userErrors { message } } }',
      'DateTime',
    ],
  ])('%s', async (_name, query, words) => {
    const { errors } = await running.graphql(query);
    expect(errors.map((error) => error.message).join()).toContain(words);
  });

  it('a token that it did not issue, with 401', async () => {
    const response = await running.post(
      '/admin/api/2026-10/graphql.json',
      { 'x-shopify-access-token': 'shpat_0' },
      { query: '{ shop { name } }' },
    );
    expect(response.status).toBe(401);
  });

  it.each([
    ['another API version', '/admin/api/2025-01/graphql.json', shop],
    ['a shop that it does not have', '/admin/api/2026-10/graphql.json', 'other.myshopify.com'],
  ])('%s, with 404', async (_name, path, domain) => {
    const token = String((await running.exchange()).body['access_token']);
    const headers = { 'x-shopify-access-token': token, 'x-shopify-shop-domain': domain };
    expect((await running.post(path, headers, { query: '{ shop { name } }' })).status).toBe(404);
  });
});

describe('calls', () => {
  it('are kept with their name, variables, cost and outcome', async () => {
    await running.graphql('query ReadShop($n: Int) { shop { name ianaTimezone currencyCode } }', { n: 1 });
    expect(running.store.calls(shop).at(-1)).toMatchObject({
      operationName: 'ReadShop',
      variables: { n: 1 },
      errors: [expect.stringContaining('never used')],
    });
    await running.graphql('query ReadShop { shop { name ianaTimezone currencyCode } }');
    expect(running.store.calls(shop).at(-1)).toMatchObject({ status: 200, errors: [], cost: { actualQueryCost: 1 } });
  });
});
