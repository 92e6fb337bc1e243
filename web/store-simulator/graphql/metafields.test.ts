import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';

let running: RunningStore;
beforeAll(async () => {
  running = await runStore({ throttle: null });
});
afterAll(() => running.close());

interface SetResult {
  metafields: { namespace: string; value: string; compareDigest: string }[] | null;
  userErrors: { code: string; elementIndex: number }[];
}

async function set(metafields: Record<string, unknown>[]): Promise<SetResult> {
  const { data, errors } = await running.graphql(
    `mutation ($m: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $m) {
       metafields { namespace value compareDigest } userErrors { code elementIndex } } }`,
    { m: metafields },
  );
  expect(errors).toEqual([]);
  return data?.['metafieldsSet'] as SetResult;
}

const newOrder = () => running.store.addOrder(shop, orderKinds.unpaid());

describe('metafieldsSet', () => {
  it('writes into the namespace reserved for the app when none is given', async () => {
    const ownerId = newOrder().gid;
    const { metafields } = await set([{ ownerId, key: 'slot', type: 'json', value: '{"a":1}' }]);
    expect(metafields?.[0]?.namespace).toMatch(/^app--\d+$/);
    const { data } = await running.graphql(
      `query ($id: ID!) { order(id: $id) { metafield(namespace: "$app", key: "slot") { jsonValue }
         metafields(first: 5, namespace: "$app") { nodes { key } } } }`,
      { id: ownerId },
    );
    expect(data).toEqual({
      order: { metafield: { jsonValue: { a: 1 } }, metafields: { nodes: [{ key: 'slot' }] } },
    });
  });

  it('writes all or nothing', async () => {
    const order = newOrder();
    const result = await set([
      { ownerId: order.gid, key: 'good', type: 'json', value: '{}' },
      { ownerId: order.gid, key: 'bad', type: 'json', value: '{' },
    ]);
    expect(result).toEqual({ metafields: null, userErrors: [{ code: 'INVALID_VALUE', elementIndex: 1 }] });
    expect(running.store.order(shop, order.id).metafields).toEqual([]);
  });

  it('refuses a write by an old digest, and one that expects nothing where something is', async () => {
    const ownerId = newOrder().gid;
    const entry = { ownerId, key: 'slot', type: 'json' };
    const first = await set([{ ...entry, value: '1', compareDigest: null }]);
    const digest = first.metafields?.[0]?.compareDigest;
    await set([{ ...entry, value: '2', compareDigest: digest }]);
    const stale = { metafields: null, userErrors: [{ code: 'STALE_OBJECT', elementIndex: 0 }] };
    expect(await set([{ ...entry, value: '3', compareDigest: digest }])).toEqual(stale);
    expect(await set([{ ...entry, value: '3', compareDigest: null }])).toEqual(stale);
  });

  it.each([
    ['an unknown owner', { ownerId: 'gid://shopify/Order/1', key: 'slot', type: 'json', value: '1' }, 'INVALID'],
    ['a new metafield without a type', { key: 'slot', value: '1' }, 'BLANK'],
    ['a type that is not modelled', { key: 'slot', type: 'color', value: '#fff' }, 'INVALID_TYPE'],
    ['an empty value', { key: 'slot', type: 'json', value: '' }, 'BLANK'],
  ])('refuses %s', async (_name, entry, code) => {
    const result = await set([{ ownerId: newOrder().gid, ...entry }]);
    expect(result.userErrors).toEqual([{ code, elementIndex: 0 }]);
  });
});
