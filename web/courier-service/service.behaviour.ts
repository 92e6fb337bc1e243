import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CourierService, startCourierService } from './start.ts';
import { type AnswerBody, type Client, courierClient, placementBody } from './testing/client.ts';

/** Friday 2026-11-20, 14:10 in Johannesburg: the slots 15–17 of today, then Saturday's, then Monday's. */
const NOW = '2026-11-20T14:10:00+02:00';

/** What holds on whichever engine. `open` gives the database's options. */
export function serviceBehaviour(engine: string, open: () => Promise<{ url?: string; dataDir?: string }>): void {
  describe(`the service on ${engine}`, () => {
    let service: CourierService;
    let client: Client;
    const control = (path: string, body?: unknown) =>
      client.call(body === undefined ? 'GET' : 'POST', `/_control/${path}`, body);

    beforeAll(async () => {
      service = await startCourierService({
        apiKeys: ['key', 'other'],
        config: { capacityPerSlot: 2, daysAhead: 3 },
        database: await open(),
        control: true,
      });
      client = courierClient(service.url, 'key');
    });
    afterAll(() => service.close());
    beforeEach(async () => {
      await control('reset', {});
      await control('clock', { now: NOW });
    });

    const starts = async (count: number) => {
      const placed: string[] = [];
      for (let index = 0; index < count; index += 1) {
        placed.push((await client.place()).body.scheduled_slot.start);
      }
      return placed;
    };
    const balance = async () => {
      const { body } = await control('slots');
      return (body.slots as unknown as { taken: number; live: number; capacity: number }[]).filter(
        ({ taken, live, capacity }) => taken !== live || taken > capacity,
      );
    };

    test('fills the nearest slot, then the next, then the next working day', async () => {
      expect(await starts(5)).toEqual([
        '2026-11-20T15:00:00+02:00',
        '2026-11-20T15:00:00+02:00',
        '2026-11-21T07:00:00+02:00',
        '2026-11-21T07:00:00+02:00',
        '2026-11-21T09:00:00+02:00',
      ]);
      expect(await balance()).toEqual([]);
    });

    test('says in the answer when it is not today', async () => {
      await starts(1);
      expect((await client.place()).body.message).toBe('Scheduled for today, Friday 20 November 2026, 15:00 to 17:00.');
      const later = 'Scheduled for a later day: Saturday 21 November 2026, 07:00 to 09:00.';
      expect((await client.place()).body.message).toBe(later);
    });

    test('skips Sunday', async () => {
      await control('clock', { now: '2026-11-21T16:00:00+02:00' });
      expect(await starts(1)).toEqual(['2026-11-23T07:00:00+02:00']);
    });

    test('a slot can be taken until the lead time before it', async () => {
      await control('clock', { now: '2026-11-20T14:29:30+02:00' });
      expect(await starts(1)).toEqual(['2026-11-20T15:00:00+02:00']);
      await control('clock', { now: '2026-11-20T14:30:01+02:00' });
      expect(await starts(1)).toEqual(['2026-11-21T07:00:00+02:00']);
    });

    test('a cancellation gives its room back, once', async () => {
      const first = await client.place();
      await starts(2);
      for (let times = 0; times < 3; times += 1) {
        const cancelled = await client.call('DELETE', `/v1/deliveries/${first.body.id}`);
        expect([cancelled.status, cancelled.body.state]).toEqual([200, 'CANCELLED']);
      }
      expect(await balance()).toEqual([]);
      expect(await starts(2)).toEqual(['2026-11-20T15:00:00+02:00', '2026-11-21T07:00:00+02:00']);
    });

    test('a cancellation that is taken back takes its room again', async () => {
      const { body } = await client.place();
      await client.call('DELETE', `/v1/deliveries/${body.id}`);
      expect((await control(`deliveries/${body.id}/state`, { to: 'PENDING PICKUP' })).status).toBe(200);
      expect((await client.get(`/v1/deliveries/${body.id}`)).body.state).toBe('PENDING PICKUP');
      expect(await balance()).toEqual([]);
    });

    test('a cancellation that is taken back takes its room again, also where the slot is full by then', async () => {
      const { body } = await client.place();
      await client.call('DELETE', `/v1/deliveries/${body.id}`);
      await starts(2);
      expect((await control(`deliveries/${body.id}/state`, { to: 'PENDING PICKUP' })).status).toBe(200);
      expect(await balance()).toEqual([]);
      expect(await starts(1), 'nobody else fits in').toEqual(['2026-11-21T07:00:00+02:00']);
    });

    test('no room in any slot is 409 no_slot and uses no reference up', async () => {
      const { body } = await client.get('/v1/slots?area=cape-town');
      await Promise.all(Array.from({ length: body.slots.length * 2 }, () => client.place()));
      const order_reference = 'no-room';
      const refused = await client.place({ order_reference });
      expect([refused.status, refused.body.code]).toEqual([409, 'no_slot']);
      expect((await client.get('/v1/slots?area=cape-town')).body.slots.every(({ available }) => available === 0)).toBe(
        true,
      );
      await control('clock', { advanceMs: 86_400_000 });
      expect((await client.place({ order_reference })).status).toBe(201);
      expect(await balance()).toEqual([]);
    });

    test('a repeat is told apart from a lack of room', async () => {
      const { body } = await client.get('/v1/slots?area=durban');
      const durban = { pickup_coordinates: '-29.85, 31.0', dropoff_coordinates: '-29.8, 31.03' };
      await Promise.all(Array.from({ length: body.slots.length * 2 - 1 }, () => client.place(durban)));
      const last = placementBody({ ...durban, order_reference: 'the-last' });
      expect((await client.call('POST', '/v1/same-day-asap', last)).status).toBe(201);
      const repeat = await client.call('POST', '/v1/same-day-asap', last);
      expect([repeat.status, repeat.body.code]).toEqual([409, 'duplicate_reference']);
    });

    test('a chosen slot that is full is 409 slot_full', async () => {
      const scheduled_slot = { start: '2026-11-21T09:00:00+02:00' };
      const statuses: number[] = [];
      for (let times = 0; times < 3; times += 1) {
        statuses.push((await client.call('POST', '/v1/deliveries', placementBody({ scheduled_slot }))).status);
      }
      expect(statuses).toEqual([201, 201, 409]);
      const full = await client.call('POST', '/v1/deliveries', placementBody({ scheduled_slot }));
      expect(full.body.code).toBe('slot_full');
      const between = { start: '2026-11-21T09:30:00+02:00' };
      const none = await client.call('POST', '/v1/deliveries', placementBody({ scheduled_slot: between }));
      expect([none.status, none.body.code]).toEqual([422, 'slot_not_offered']);
    });

    test('placements that arrive together each get a place, and a repeat among them is refused', async () => {
      const bodies = Array.from({ length: 12 }, (_, index) =>
        placementBody({ order_reference: `together-${index % 10}` }),
      );
      const answers = await Promise.all(bodies.map((body) => client.call('POST', '/v1/same-day-asap', body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
      expect(await balance()).toEqual([]);
    });

    test('lists are newest first, 50 a page, and hold still while others are placed', async () => {
      const body = placementBody({ customer_identifier: 'many', order_reference: undefined });
      const { body: slots } = await client.get('/v1/slots');
      expect(slots.slots.length).toBeGreaterThan(0);
      await control('clock', { now: '2026-11-23T06:00:00+02:00' });
      const ids: string[] = [];
      for (const point of ['-33.92, 18.42', '-26.1, 28.05', '-29.85, 31.0']) {
        const ends = { pickup_coordinates: point, dropoff_coordinates: point };
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => client.call('POST', '/v1/same-day-asap', { ...body, ...ends })),
        );
        ids.push(...answers.map((answer) => answer.body.id));
      }
      const first = (await client.get('/v1/deliveries/customer/many')).body;
      expect(first.deliveries).toHaveLength(50);
      await client.place({ customer_identifier: 'many' });
      const second = (await client.get(new URL(first.next_page ?? '').href.slice(service.url.length))).body;
      expect(second.next_page).toBeNull();
      const listed = [...first.deliveries, ...second.deliveries].map(({ id }) => id);
      const number = (id: string) => Number(id.slice(2));
      expect(listed).toEqual(ids.toSorted((left, right) => number(right) - number(left)));
      expect((await courierClient(service.url, 'other').get('/v1/deliveries')).body.deliveries).toEqual([]);
    });

    test('a page of a list ends behind 512 kB, so that long records can be read too', async () => {
      const item = { weight: 1, height: 0.1, width: 0.1, length: 0.1, quantity: 1, name: 'x'.repeat(200) };
      const fields = { customer_identifier: 'long', items: Array(800).fill(item) };
      const ids: string[] = [];
      for (let nth = 0; nth < 6; nth += 1) {
        ids.unshift((await client.place({ ...fields, order_reference: `long-${nth}` })).body.id);
      }
      const pages: string[][] = [];
      let path: string | undefined = '/v1/deliveries/customer/long';
      while (path !== undefined) {
        const { deliveries, next_page: next }: AnswerBody = (await client.get(path)).body;
        expect(JSON.stringify(deliveries).length).toBeLessThan(1024 * 1024);
        pages.push(deliveries.map(({ id }) => id));
        path = next?.slice(service.url.length);
      }
      expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
      expect(pages.flat()).toEqual(ids);
    });

    test('drivers collect and deliver along the clock when asked; a parcel under way cannot be cancelled', async () => {
      const { body } = await client.place();
      const path = `/v1/deliveries/${body.id}`;
      await control('simulation', { running: true });
      expect((await client.get(path)).body.state).toBe('PENDING PICKUP');
      await control('clock', { now: '2026-11-20T15:01:00+02:00' });
      expect((await client.get(path)).body.state).toBe('PENDING DROPOFF');
      const late = await client.call('DELETE', path);
      expect([late.status, late.body.code]).toEqual([409, 'not_cancellable']);
      await control('clock', { advanceMs: 7_200_000 });
      expect((await client.get(path)).body.state).toBe('DELIVERED');
      expect(await balance()).toEqual([]);
    });

    test('only the transitions of the table are possible', async () => {
      const { body } = await client.place();
      const path = `deliveries/${body.id}/state`;
      expect((await control(path, { to: 'DELIVERED' })).status).toBe(409);
      expect((await control(path, { to: 'PENDING DROPOFF' })).status).toBe(200);
      expect((await control(path, { to: 'CANCELLED' })).status).toBe(409);
      expect((await control(path, { to: 'DELIVERED' })).status).toBe(200);
      expect((await control(path, { to: 'PENDING PICKUP' })).status).toBe(409);
    });

    test('keeps every number and text of a request exactly', async () => {
      const items = [
        { weight: 0.30000000000000004, height: 1e-7, width: 12345.678901, length: 1, quantity: 3, price: 1e12 },
      ];
      const fields = {
        items,
        pickup_remarks: 'line\nline\t"quoted" \\ \u007f \u2028 🚚',
        customer_identifier: "'; drop table x --",
      };
      const placed = await client.place(fields);
      const read = await client.get(`/v1/deliveries/${placed.body.id}`);
      expect(read.body).toEqual(placed.body);
      expect(JSON.stringify(read.body)).toBe(JSON.stringify(placed.body));
      expect(read.body).toMatchObject(fields);
    });

    test('a webhook is registered once for an endpoint and belongs to its client', async () => {
      const register = (key: string) =>
        courierClient(service.url, key).call('POST', '/v1/webhooks', { endpoint_url: 'http://127.0.0.1:9/hook' });
      const [first, again, foreign] = [await register('key'), await register('key'), await register('other')];
      expect([first.status, again.status, foreign.status]).toEqual([201, 200, 201]);
      expect(again.body.secret).toBe(first.body.secret);
      expect(foreign.body.secret).not.toBe(first.body.secret);
      expect((await client.call('DELETE', `/v1/webhooks/${foreign.body.id}`)).status).toBe(404);
      expect((await client.call('DELETE', `/v1/webhooks/${first.body.id}`)).status).toBe(200);
      expect((await client.get('/v1/webhooks')).body['webhooks']).toEqual([]);
    });
  });
}
