import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderKinds, thirdParty } from '../catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';

let running: RunningStore;
beforeEach(async () => {
  running = await runStore({ throttle: null });
});
afterEach(() => running.close());

const only = (...scopes: string[]) => running.store.updateScopes(shop, scopes);

describe('access scopes', () => {
  it.each([
    ['an order without read_orders', ['read_products'], '{ orders(first: 1) { nodes { id } } }', 'orders'],
    [
      'a customer without read_customers',
      ['read_orders'],
      '{ orders(first: 1) { nodes { customer { id } } } }',
      'customer',
    ],
    [
      'a location without read_locations',
      ['read_orders'],
      '{ locations(first: 1) { nodes { address { city } } } }',
      'locations',
    ],
  ])('deny %s, naming what is needed', async (_name, scopes, query, fieldName) => {
    running.store.addOrder(shop, orderKinds.unpaid());
    only(...scopes);
    const { errors } = await running.graphql(query);
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining(`Access denied for ${fieldName} field. Required access:`),
      extensions: { code: 'ACCESS_DENIED' },
    });
  });

  it('let write imply read', async () => {
    only('write_orders');
    expect((await running.graphql('{ orders(first: 1) { nodes { id } } }')).errors).toEqual([]);
  });

  it('deny a write to an owner without its write scope', async () => {
    const order = running.store.addOrder(shop, orderKinds.unpaid());
    only('read_orders');
    const { errors } = await running.graphql(
      'mutation ($id: ID!) { tagsAdd(id: $id, tags: ["x"]) { userErrors { message } } }',
      { id: order.gid },
    );
    expect(errors[0]?.extensions?.code).toBe('ACCESS_DENIED');
    expect(running.store.order(shop, order.id).tags).toEqual([]);
  });

  it('leave third-party fulfilment orders out of the list without their scope', async () => {
    running.store.addLocation(shop, thirdParty);
    const order = running.store.addOrder(shop, orderKinds.thirdPartyLocation());
    const query = 'query ($id: ID!) { order(id: $id) { fulfillmentOrders(first: 5) { nodes { id } } } }';
    const nodes = async () =>
      ((await running.graphql(query, { id: order.gid })).data as { order: { fulfillmentOrders: { nodes: unknown[] } } })
        .order.fulfillmentOrders.nodes.length;
    only('read_orders', 'read_third_party_fulfillment_orders');
    expect(await nodes()).toBe(1);
    only('read_orders', 'read_merchant_managed_fulfillment_orders');
    expect(await nodes()).toBe(0);
  });
});

const address = `query ($id: ID!) { order(id: $id) { name shippingAddress { phone address1 provinceCode }
  customer { id firstName displayName } } }`;

describe('protected customer data', () => {
  it('is null with an error at its path, the rest stays', async () => {
    const order = running.store.addOrder(shop, orderKinds.redactedPhone());
    const { data, errors } = await running.graphql(address, { id: order.gid });
    expect(data).toMatchObject({ order: { shippingAddress: { phone: null, address1: '14 Kloof Nek Road' } } });
    expect(errors).toMatchObject([
      { path: ['order', 'shippingAddress', 'phone'], extensions: { code: 'ACCESS_DENIED' } },
    ]);
  });

  it('is told of some fields in words alone', async () => {
    const order = running.store.addOrder(shop, orderKinds.redacted());
    const { errors } = await running.graphql(address, { id: order.gid });
    const told = errors.find(({ path }) => path?.at(-1) === 'address1');
    expect(told?.message).toContain('This app is not approved to use the address1 field.');
    expect(told?.extensions?.code).toBeUndefined();
  });

  it('takes a whole object along where the field cannot be null', async () => {
    const order = running.store.addOrder(shop, orderKinds.redacted());
    const { data } = await running.graphql(address, { id: order.gid });
    expect(data).toEqual({
      order: { name: order.name, shippingAddress: { phone: null, address1: null, provinceCode: 'WC' }, customer: null },
    });
  });

  it('can be switched off for the whole shop', async () => {
    const order = running.store.addOrder(shop, orderKinds.unpaid());
    running.store.faults.redact(['MailingAddress.address1']);
    const { data, errors } = await running.graphql(address, { id: order.gid });
    expect(data).toMatchObject({ order: { shippingAddress: { address1: null, phone: '+27 82 555 0142' } } });
    expect(errors).toHaveLength(1);
  });

  it('is left out of webhooks too', async () => {
    const order = running.store.addOrder(shop, orderKinds.redacted());
    await running.store.webhooksSettled();
    const sent = running.store
      .webhookLog(shop)
      .find(({ topic, body }) => topic === 'orders/create' && body.includes(order.id));
    const body = JSON.parse(sent?.body ?? '{}') as { shipping_address: object; customer: object };
    expect(Object.keys(body.shipping_address).sort()).toEqual(['country', 'country_code', 'province', 'province_code']);
    expect(body).not.toHaveProperty('email');
    expect(JSON.stringify(body)).not.toContain('Mokoena');
  });
});

describe('faults', () => {
  it.each([
    [{ kind: 'status', status: 502 } as const, 502],
    [{ kind: 'throttled' } as const, 200],
    [{ kind: 'error', message: 'oops', code: 'INTERNAL_SERVER_ERROR' } as const, 200],
  ])('%j meets the next call and no other', async (effect, status) => {
    await running.graphql('{ shop { name } }');
    running.store.faults.next({ call: 'graphql', effect });
    const failed = await running.graphql('{ shop { name } }');
    expect([failed.status, failed.data]).toEqual([status, undefined]);
    expect((await running.graphql('{ shop { name } }')).data).toEqual({ shop: { name: 'Kettle & Crumb' } });
  });

  it('a lost answer leaves the mutation done', async () => {
    const order = running.store.addOrder(shop, orderKinds.unpaid());
    await running.graphql('{ shop { name } }');
    running.store.faults.next({ call: 'graphql', operationName: 'Write', effect: { kind: 'reset', executed: true } });
    await expect(
      running.graphql('mutation Write($id: ID!) { orderUpdate(input: {id: $id, note: "done"}) { order { id } } }', {
        id: order.gid,
      }),
    ).rejects.toThrow();
    expect(running.store.order(shop, order.id).note).toBe('done');
  });
});
