import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { parseProfile } from '#courier-client/profile.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '../courier-control.ts';
import type { LocalWorld } from '../local-world.ts';
import { type LoopbackServer, listenOnLoopback } from '../loopback-server.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

let world: LocalWorld | null = null;
let service: LoopbackServer | null = null;
afterEach(async () => {
  await world?.close();
  await service?.close();
});

/** A service that is not ours: another path for the id, another form of the slot, no look-up. */
async function foreignService(slot: unknown): Promise<string> {
  const server = createServer((request, response) => {
    void json(request).then(() => {
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ result: { number: 8831 }, when: slot, weather: 'fine' }));
    });
  });
  service = await listenOnLoopback(server);
  return service.url;
}

describe('slots of a service that is not ours, by profile', () => {
  it.each([
    ['a local time without a zone', { from: '2026-11-23 14:00', till: '2026-11-23 16:00' }, '14:00–16:00'],
    ['epoch seconds as digits', { from: '1795435200', till: '1795442400' }, '14:00–16:00'],
    ['an instant without an end', { from: '2026-11-23T12:00:00Z', till: null }, '14:00'],
  ])('%s', async (_name, slot, text) => {
    const baseUrl = await foreignService(slot);
    const loaded = parseProfile({
      slot: { start: '/when/from', end: '/when/till' },
      deliveryId: '/result/number',
      lookup: null,
      cancel: null,
    });
    if (!loaded.ok) throw new Error(loaded.problems.join());
    world = await startTestWorld({
      env: { COURIER_BASE_URL: baseUrl },
      config: (config) => ({ ...config, courier: { ...config.courier, profile: loaded.profile } }),
    });
    const { view, stored } = await paidOrder(world, orderKinds.unpaid());
    expect(view.deliveries[0]).toMatchObject({ deliveryId: '8831', state: 'placed' });
    expect(new Date(view.deliveries[0]?.slot?.start ?? '').toISOString()).toBe('2026-11-23T12:00:00.000Z');
    expect(stored.note).toBe(`Same-day delivery ${stored.number}: Mon 23 Nov 2026, ${text} (8831)`);
  });
});

describe('an answer with an id and no slot', () => {
  const spoil = (courier: LocalWorld['courier'], path: string, kind: string) =>
    courierControl(courier.url).fails({ match: { path }, fault: { kind } });

  it('is looked up by the id, and the slot stands in the note', async () => {
    world = await startTestWorld();
    await spoil(world.courier, '/v1/same-day-asap', 'no_slot');
    const { view, stored } = await paidOrder(world, orderKinds.unpaid());
    expect(view).toMatchObject({ state: 'placed', reason: null });
    expect(view.deliveries[0]?.slot?.text).toMatch(/\d\d:\d\d–\d\d:\d\d/);
    expect(stored.note).toContain(view.deliveries[0]?.slot?.text);
  });

  it.each(['not_found', 'status', 'no_slot'])('stays booked without a time where that answers %s', async (kind) => {
    world = await startTestWorld();
    await spoil(world.courier, '/v1/same-day-asap', 'no_slot');
    await spoil(world.courier, '/v1/deliveries/', kind);
    const { view, stored, sent } = await paidOrder(world, orderKinds.unpaid());
    expect(view).toMatchObject({ state: 'placed', reason: { code: 'slot_not_recognised' } });
    expect(stored.note).toContain('booked, time not given');
    expect(sent).toHaveLength(1);
  });
});
