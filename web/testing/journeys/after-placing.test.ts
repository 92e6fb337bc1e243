import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditPage } from '#api-contract/audit.ts';
import type { OrderView } from '#api-contract/order.ts';
import { overview } from '#api-contract/overview.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { people } from '#store-simulator/catalogue/people.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ engine: 'embedded', store: { throttle: null } });
});
afterAll(() => world.close());

const alarms = async () => overview.parse((await world.api('GET', '/api/overview')).body).driftAlarms;
const post = async (id: string, call: string, body: unknown) => {
  const answer = await world.api('POST', `/api/orders/${id}/${call}`, body);
  return { status: answer.status, view: answer.body as OrderView };
};
const refreshed = async (id: string) => (await post(id, 'refresh', {})).view.deliveries[0];

describe('what changed after the driver was booked', () => {
  it('is no alarm where Shopify only found the point of the same address later', async () => {
    const { stored } = await paidOrder(
      world,
      orderKinds.paid({ shippingAddress: { ...people.thandi.address, latitude: null, longitude: null } }),
    );
    world.store.geocodeOrder(demoShop, stored.id, { latitude: -33.9352, longitude: 18.4137 });
    expect(await refreshed(stored.id)).toMatchObject({ state: 'placed', drift: [], alarm: null });
  });

  it('is closed with Done, by whom and when, and opened again by a newer difference only', async () => {
    const before = await alarms();
    const { stored } = await paidOrder(world, orderKinds.paid());
    const orderReference = String(stored.number);
    world.store.updateOrder(demoShop, stored.id, { shippingAddress: { address1: '99 Long Street' } });
    const seen = await refreshed(stored.id);
    expect(seen?.drift).toMatchObject([{ field: 'dropoff_address', closed: null }, {}]);
    const { changed, day } = overview.parse((await world.api('GET', '/api/overview')).body);
    expect(changed.find(({ orderId }) => orderId === stored.id)).toMatchObject({
      ...{ orderReference, what: 'address', slot: { text: expect.any(String) } },
    });
    expect(JSON.stringify(changed)).not.toContain('Long Street');
    expect(day.every(({ booked, late }) => booked > 0 && late === 0)).toBe(true);
    expect(await alarms()).toBe(before + 1);

    const alarm = seen?.alarm;
    expect(await post(stored.id, 'acknowledge', { orderReference, alarm: 'another' })).toMatchObject({ status: 409 });
    expect(await post(stored.id, 'acknowledge', { orderReference: '0', alarm })).toMatchObject({ status: 404 });
    const done = await post(stored.id, 'acknowledge', { orderReference, alarm });
    expect(done.view.deliveries[0]).toMatchObject({
      alarm: null,
      drift: [{ closed: { by: expect.stringMatching(/^staff/) } }, {}],
    });
    expect(await post(stored.id, 'acknowledge', { orderReference, alarm })).toMatchObject({ status: 200 });
    expect(await alarms()).toBe(before);

    const { entries } = auditPage.parse((await world.api('GET', `/api/audit?orderId=${stored.id}`)).body);
    const closings = entries.filter(({ action }) => action === 'acknowledge');
    expect(closings).toMatchObject([
      { actor: expect.stringMatching(/^staff/), detail: expect.stringContaining('dropoff_address') },
    ]);
    expect(await refreshed(stored.id)).toMatchObject({ alarm: null, drift: [{}, {}] });

    world.store.updateOrder(demoShop, stored.id, { shippingAddress: { address1: '100 Long Street' } });
    const newer = await refreshed(stored.id);
    expect(newer?.alarm).toEqual(expect.stringMatching(/./));
    expect(newer?.alarm).not.toBe(alarm);
    expect(await alarms()).toBe(before + 1);
    expect(await post(stored.id, 'acknowledge', { orderReference, alarm })).toMatchObject({ status: 409 });

    world.store.updateOrder(demoShop, stored.id, { shippingAddress: { address1: '99 Long Street' } });
    expect(await refreshed(stored.id), 'what went and came back is news').toMatchObject({
      alarm: expect.stringMatching(/./),
    });
    expect(await alarms()).toBe(before + 1);
  });

  it('is an alarm also where the app fulfilled the goods as soon as they were booked', async () => {
    await world.api('PUT', '/api/settings', { writeBack: { fulfil: 'placed' } });
    const { stored } = await paidOrder(world, orderKinds.paid());
    const fulfillments = () => world.store.order(demoShop, stored.id).fulfillments;
    await expect.poll(fulfillments).toHaveLength(1);
    await world.api('PUT', '/api/settings', { writeBack: { fulfil: 'never' } });
    expect(await refreshed(stored.id)).toMatchObject({ drift: [], alarm: null });
    world.store.updateOrder(demoShop, stored.id, { shippingAddress: { phone: '0839876543', address1: '9 New Rd' } });
    const seen = await refreshed(stored.id);
    expect(seen?.drift).toContainEqual(
      expect.objectContaining({ field: 'dropoff_address', now: expect.stringMatching(/^9 New Rd/) }),
    );
    expect(seen?.drift).toContainEqual(expect.objectContaining({ field: 'dropoff_contact_phone', now: '0839876543' }));
    expect(seen?.alarm).toEqual(expect.stringMatching(/./));
  });

  it('is an alarm also where a person had corrected the field before', async () => {
    const { view, stored } = await paidOrder(world, orderKinds.noPhone({ paid: true }));
    expect(view.state).toBe('needs_attention');
    const corrections = { dropoff_contact_phone: '0821234567', dropoff_address: '1 Corrected Rd, Cape Town' };
    expect((await post(stored.id, 'send', { mode: 'again', corrections })).status).toBe(202);
    await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    expect(await refreshed(stored.id)).toMatchObject({ drift: [] });

    world.store.updateOrder(demoShop, stored.id, { shippingAddress: { phone: '0839876543', address1: '9 New Rd' } });
    expect((await refreshed(stored.id))?.drift).toMatchObject([
      {
        about: 'request',
        field: 'dropoff_address',
        placed: '1 Corrected Rd, Cape Town',
        now: expect.stringMatching(/^9 New Rd/),
      },
      { about: 'request', field: 'dropoff_contact_phone', placed: '0821234567', now: '0839876543' },
    ]);
    world.store.updateOrder(demoShop, stored.id, { shippingAddress: { phone: '+27 82 123 4567' } });
    expect((await refreshed(stored.id))?.drift.map(({ field }) => field)).not.toContain('dropoff_contact_phone');
  });

  it('is an alarm where the corrected field changed while the corrected delivery still waited', async () => {
    const { stored } = await paidOrder(world, orderKinds.noPhone({ paid: true }));
    await world.api('PUT', '/api/settings', { paused: true });
    const corrections = { dropoff_contact_phone: '0821234567' };
    expect((await post(stored.id, 'send', { mode: 'again', corrections })).status).toBe(202);
    world.store.updateOrder(demoShop, stored.id, { shippingAddress: { phone: '0839876543' } });
    expect((await post(stored.id, 'refresh', {})).view.state).toBe('held');
    await world.api('PUT', '/api/settings', { paused: false });
    const placed = await world.orderUntil(stored.id, ({ state }) => state === 'placed');
    const drift = [
      { about: 'request', field: 'dropoff_contact_phone', placed: '0821234567', now: '0839876543', closed: null },
    ];
    expect(placed.deliveries).toMatchObject([{ drift, alarm: expect.stringMatching(/./) }]);
    expect(await refreshed(stored.id)).toMatchObject({ drift });
  });
});
