import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocationsView } from '#api-contract/locations.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ store: { throttle: null } });
});
afterAll(() => world.close());

const parcelOf = (sent: Record<string, unknown>[]) => (sent[0]?.['items'] as object[] | undefined)?.[0];
const shown = async () => ((await world.api('GET', '/api/locations')).body as LocationsView).metafields;

describe('measures and the fragile mark', () => {
  it('come from the metafields that a merchant can fill in', async () => {
    await world.api('PUT', '/api/settings', { parcel: { metafield: null, fragileMetafield: null } });
    const { sent } = await paidOrder(world, orderKinds.unpaid());
    expect(parcelOf(sent)).toMatchObject({ height: 0.28, width: 0.22, length: 0.24, is_fragile: false });
    expect(await shown()).toEqual({
      parcel: { name: 'custom.parcel', on: ['product'], type: 'json' },
      fragile: { name: 'custom.fragile', on: [], type: null },
    });
  });

  it('come from those that the settings name, the variant before the product', async () => {
    const parcel = { metafield: 'packing.box', fragileMetafield: 'packing.fragile' };
    expect((await world.api('PUT', '/api/settings', { parcel })).status).toBe(200);
    const ownerType = 'PRODUCTVARIANT';
    const box = { namespace: 'packing', key: 'box', type: 'single_line_text_field' };
    const fragile = { namespace: 'packing', key: 'fragile', type: 'boolean' };
    world.store.defineMetafield(demoShop, { ...box, ownerType, name: 'Box' });
    const variant = world.store.variant(demoShop, 'KET-BLK');
    world.store.setMetafield(demoShop, variant, { ...box, value: '12 x 15 x 20 cm' });
    world.store.setMetafield(demoShop, variant, { ...fragile, value: 'true' });
    const { sent } = await paidOrder(world, orderKinds.unpaid());
    expect(parcelOf(sent)).toMatchObject({ height: 0.12, width: 0.15, length: 0.2, is_fragile: true });
    expect(await shown()).toMatchObject({ parcel: { name: 'packing.box', on: ['variant'] } });
  });

  it.each(['$app.parcel', 'parcel', 'custom.', 'custom.a.b'])('cannot be read from %s', async (metafield) => {
    const answer = await world.api('PUT', '/api/settings', { parcel: { metafield } });
    expect(answer.status).toBe(400);
  });

  it('cannot be written by a merchant into the app’s own namespace', () => {
    const variant = world.store.variant(demoShop, 'KET-BLK');
    const entry = { namespace: '$app', key: 'parcel', type: 'json', value: '{}' };
    expect(() => world.store.setMetafield(demoShop, variant, entry)).toThrow(/only the app/);
  });
});
