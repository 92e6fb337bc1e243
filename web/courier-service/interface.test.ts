import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CourierService, startCourierService } from './start.ts';
import { basic, type Client, courierClient, placementBody } from './testing/client.ts';

/** Each row of the interface's sections 2.1, 2.2, 4.1, 5, 7 and 8, through HTTP. `docs/courier-api.md` links here. */
let service: CourierService;
let client: Client;
let other: Client;

beforeAll(async () => {
  service = await startCourierService({
    apiKeys: ['first-key', 'second-key'],
    config: { capacityPerSlot: 10_000 },
    database: { dataDir: 'memory://' },
  });
  client = courierClient(service.url, 'first-key');
  other = courierClient(service.url, 'second-key');
});
afterAll(() => service.close());

const problemOf = (answer: Awaited<ReturnType<Client['place']>>) => answer.body.errors[0]?.field;

describe('2.1 the fields of a delivery', () => {
  const required = [
    'pickup_address',
    'pickup_contact_name',
    'pickup_contact_phone',
    'dropoff_address',
    'dropoff_contact_name',
    'dropoff_contact_phone',
  ];
  test.each(required)('%s is required', async (field) => {
    for (const value of [undefined, null, '', ' ', 7, ['x'], true]) {
      const answer = await client.place({ [field]: value });
      expect([answer.status, problemOf(answer)]).toEqual([422, field]);
    }
  });

  test.each(required)('%s is kept as sent', async (field) => {
    const value = field.endsWith('phone') ? '0123456789' : `Ünïcode 🚚 ${field}`;
    const placed = await client.place({ [field]: value });
    expect(placed.body[field]).toBe(value);
    expect((await client.get(`/v1/deliveries/${placed.body.id}`)).body[field]).toBe(value);
  });

  test.each(['pickup_contact_phone', 'dropoff_contact_phone'])('%s is exactly 10 digits', async (field) => {
    const bad = [
      '012345678',
      '01234567890',
      '012 345 678',
      '+27215550',
      '０２１５５５０１０１',
      '021555010a',
      '0215550101\n',
    ];
    for (const value of [...bad, 215550101, 2155501010]) {
      const answer = await client.place({ [field]: value });
      expect([value, answer.status, problemOf(answer)]).toEqual([value, 422, field]);
    }
  });

  test.each(['pickup_remarks', 'dropoff_remarks'])('%s is optional, up to 2,000 characters', async (field) => {
    expect((await client.place({ [field]: 'é'.repeat(2000) })).body[field]).toHaveLength(2000);
    expect((await client.place({ [field]: '🚚'.repeat(2000) })).status).toBe(201);
    expect(problemOf(await client.place({ [field]: 'x'.repeat(2001) }))).toBe(field);
    expect(problemOf(await client.place({ [field]: '🚚'.repeat(2001) }))).toBe(field);
  });

  test.each(['pickup_coordinates', 'dropoff_coordinates'])('%s is "<latitude>, <longitude>"', async (field) => {
    for (const value of ['-33.9, 18.4', '-33.924900, 18.424100', '-34, 18.4']) {
      expect([value, (await client.place({ [field]: value })).body[field]]).toEqual([value, value]);
    }
    const bad = [
      '',
      ' ',
      '-33.9',
      '-33.9,18.4',
      '-33.9;18.4',
      '-33.9 18.4',
      'a, b',
      '-91, 18.4',
      '-33.9, 181',
      '-33.9, 18.4, 0',
    ];
    for (const value of [...bad, '-33.9, 18.4 ', 'NaN, NaN', '1e1, 18.4', 5, [-33.9, 18.4], { lat: -33.9 }]) {
      const answer = await client.place({ [field]: value });
      expect([value, answer.status, problemOf(answer)]).toEqual([value, 422, field]);
    }
  });

  test('swapped coordinates are refused and named as such', async () => {
    const answer = await client.place({ dropoff_coordinates: '18.3830, -33.9180' });
    expect([answer.status, answer.body.code, problemOf(answer)]).toEqual([422, 'outside_area', 'dropoff_coordinates']);
    expect(answer.body.message).toContain('swapped');
  });

  test('customer_identifier groups deliveries, which are then listed by it', async () => {
    const group = 'Customer / 7 ?#%&é';
    const placed = [
      await client.place({ customer_identifier: group }),
      await client.place({ customer_identifier: group }),
    ];
    await client.place({ customer_identifier: group.toLowerCase() });
    const list = await client.get(`/v1/deliveries/customer/${encodeURIComponent(group)}`);
    expect(list.body.deliveries.map(({ id }: { id: string }) => id)).toEqual(
      placed.map(({ body }) => body.id).reverse(),
    );
  });

  test('order_reference finds the delivery without its id', async () => {
    const reference = 'Bestellung №1/ä b%2F?#';
    const placed = await client.place({ order_reference: reference });
    expect((await client.get(`/v1/deliveries/ext/${encodeURIComponent(reference)}`)).body).toEqual(placed.body);
  });

  test.each(['customer_identifier', 'order_reference'])(
    '%s is 1 to 255 characters and can stand in a path',
    async (field) => {
      expect((await client.place({ [field]: `${'é'.repeat(250)}${field.slice(0, 5)}` })).status).toBe(201);
      for (const value of ['', '.', '..', 'x'.repeat(256), 7, {}, ['a'], true]) {
        const answer = await client.place({ [field]: value });
        expect([value, answer.status, problemOf(answer)]).toEqual([value, 422, field]);
      }
    },
  );

  test('items is an array of at most 1,000 items', async () => {
    const item = { weight: 1, height: 1, width: 1, length: 1, quantity: 1 };
    expect((await client.place({ items: [] })).body.items).toEqual([]);
    expect((await client.place({ items: Array(1000).fill(item) })).status).toBe(201);
    for (const items of [Array(1001).fill(item), item, 'x', [null], ['x'], [[]]]) {
      expect((await client.place({ items })).status).toBe(422);
    }
  });

  test('the store fields and the further field are optional strings', async () => {
    const fields = { store_id: '7', store_name: 'Long Street', store_region: 'Western Cape', further_field: 'x' };
    expect((await client.place(fields)).body).toMatchObject(fields);
    for (const field of Object.keys(fields)) {
      expect(problemOf(await client.place({ [field]: 7 }))).toBe(field);
    }
  });

  const optional = [
    'pickup_remarks',
    'dropoff_remarks',
    'pickup_coordinates',
    'dropoff_coordinates',
    'customer_identifier',
    'order_reference',
    'items',
    'store_id',
    'store_name',
    'store_region',
    'further_field',
  ];
  test.each(optional)('%s may be left out or null', async (field) => {
    for (const value of [undefined, null]) {
      const answer = await client.place({ [field]: value });
      expect([answer.status, answer.body[field]]).toEqual([201, null]);
    }
  });

  test('NUL and half of a surrogate pair are refused in every text', async () => {
    const texts = [...required, ...optional].filter((field) => !/phone|coordinates|items/.test(field));
    for (const field of texts) {
      for (const bad of ['a\u0000b', 'a\ud800b', '\udc00']) {
        const body = JSON.stringify(placementBody({ [field]: bad }));
        const answer = await client.call('POST', '/v1/same-day-asap', body);
        expect([field, answer.status, problemOf(answer)]).toEqual([field, 422, field]);
      }
    }
  });
});

describe('2.2 the fields of an item', () => {
  const item = { weight: 2, height: 0.2, width: 0.3, length: 0.4, quantity: 1 };
  const place = (fields: object) => client.place({ items: [item, { ...item, ...fields }] });

  test.each(['weight', 'height', 'width', 'length'])('%s is a positive number, never text', async (field) => {
    expect((await place({ [field]: 0.0001 })).body.items[1]?.[field]).toBe(0.0001);
    expect((await place({ [field]: 3 })).status).toBe(201);
    for (const value of [undefined, null, 0, -1, '2', '', true, [2], 1e7]) {
      const answer = await place({ [field]: value });
      expect([value, answer.status, problemOf(answer)]).toEqual([value, 422, `items[1].${field}`]);
    }
    const infinite = JSON.stringify(placementBody({ items: [{ ...item, [field]: 'HERE' }] })).replace(
      '"HERE"',
      '1e999',
    );
    expect((await client.call('POST', '/v1/same-day-asap', infinite)).status).toBe(422);
  });

  test('quantity is a positive integer', async () => {
    expect((await place({ quantity: 3 })).body.items[1]?.['quantity']).toBe(3);
    for (const value of [undefined, null, 0, -1, 1.5, '1', 1e300, true]) {
      const answer = await place({ quantity: value });
      expect([value, answer.status, problemOf(answer)]).toEqual([value, 422, 'items[1].quantity']);
    }
  });

  test.each([
    ['name', 'A box', 7],
    ['is_fragile', true, 'yes'],
    ['price', 99.95, '99.95'],
  ])('%s is optional', async (field, good, bad) => {
    expect((await place({ [field]: good })).body.items[1]?.[field]).toBe(good);
    expect((await place({ [field]: null })).body.items[1]?.[field]).toBeNull();
    expect(problemOf(await place({ [field]: bad }))).toBe(`items[1].${field}`);
  });
});

describe('2.3 the fields of an answer', () => {
  test('id, distance in whole metres, time in whole seconds and the slot with its offset', async () => {
    const { status, body } = await client.place();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^D-\d+$/),
      state: 'PENDING PICKUP',
      service_level: 'SAME_DAY',
    });
    expect([Number.isInteger(body.distance_estimate), Number.isInteger(body.time_estimate)]).toEqual([true, true]);
    expect(body.distance_estimate).toBeGreaterThan(3000);
    expect(body.distance_estimate).toBeLessThan(6000);
    const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+02:00$/;
    expect(body.scheduled_slot).toEqual({ start: expect.stringMatching(instant), end: expect.stringMatching(instant) });
    expect(Date.parse(body.scheduled_slot.end) - Date.parse(body.scheduled_slot.start)).toBe(7_200_000);
  });
});

describe('4.1 placing for the nearest slot', () => {
  test('only POST, with Allow', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await client.call(method, '/v1/same-day-asap');
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  test.each([
    ['application/json', 201],
    ['application/json; charset=utf-8', 201],
    ['Application/JSON;charset="UTF-8"', 201],
    ['application/json; charset=latin1', 415],
    ['application/x-www-form-urlencoded', 415],
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['', 415],
  ])('content type %j is answered %i', async (type, status) => {
    const answer = await client.call('POST', '/v1/same-day-asap', placementBody(), { 'content-type': type });
    expect(answer.status).toBe(status);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a BOM', '\ufeff{}'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ])('a body that is %s is answered 400', async (_name, body) => {
    const answer = await client.call('POST', '/v1/same-day-asap', body);
    expect([answer.status, answer.body.status]).toEqual([400, 'error']);
  });

  test('a body over the limit is answered 413, a compressed one 415', async () => {
    expect((await client.place({ further_field: 'x'.repeat(300_000) })).status).toBe(413);
    const answer = await client.call('POST', '/v1/same-day-asap', placementBody(), { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(415);
  });

  test('unknown fields are tolerated', async () => {
    expect((await client.place({ pickup_slot: 'x', __proto__: { a: 1 }, constructor: 1, deep: [[{}]] })).status).toBe(
      201,
    );
  });

  test('rule 1: a same-day delivery is created in the nearest slot', async () => {
    const { body: list } = await client.get('/v1/slots?area=cape-town');
    expect((await client.place()).body.scheduled_slot.start).toBe(list.slots[0]?.start);
  });

  test('rule 4: it is the same record as one placed with POST /deliveries', async () => {
    const { body: list } = await client.get('/v1/slots?area=cape-town');
    const chosen = { start: list.slots[2]?.start };
    const placed = await client.call('POST', '/v1/deliveries', placementBody({ scheduled_slot: chosen }));
    expect([placed.status, placed.body.scheduled_slot.start]).toEqual([201, chosen.start]);
    expect(placed.body.message).not.toContain('no earlier slot');
    expect(Object.keys(placed.body)).toEqual(Object.keys((await client.place()).body));
    expect((await client.get(`/v1/deliveries/${placed.body.id}`)).body).toEqual(placed.body);
    expect((await client.call('DELETE', `/v1/deliveries/${placed.body.id}`)).body.state).toBe('CANCELLED');
  });

  test('a slot that is not offered is refused', async () => {
    for (const start of ['2020-01-01T09:00:00+02:00', new Date().toISOString(), '2999-01-01T09:00:00Z']) {
      const answer = await client.call('POST', '/v1/deliveries', placementBody({ scheduled_slot: { start } }));
      expect([answer.status, problemOf(answer)]).toEqual([422, 'scheduled_slot.start']);
    }
    expect(problemOf(await client.call('POST', '/v1/deliveries', placementBody()))).toBe('scheduled_slot');
  });

  test('a place is found by its suburb where no coordinates are sent', async () => {
    const fields = { dropoff_address: '9 Main Road, Observatory, Cape Town, 7925', dropoff_coordinates: null };
    expect((await client.place(fields)).body.resolved_dropoff.place).toBe('Observatory, Cape Town');
  });

  test('an address that may be several places is refused with the candidates', async () => {
    const answer = await client.place({ dropoff_address: '9 Main Road, Claremont', dropoff_coordinates: null });
    expect([answer.status, answer.body.code]).toEqual([422, 'ambiguous_address']);
    expect(answer.body.errors[0]?.candidates).toContain('Claremont, Cape Town');
  });

  test('an address that is nowhere known asks for coordinates', async () => {
    const answer = await client.place({ dropoff_address: '1 Nowhere', dropoff_coordinates: null });
    expect([answer.status, answer.body.code]).toEqual([422, 'place_not_found']);
    expect(answer.body.message).toContain('dropoff_coordinates');
  });

  test('coordinates win over the address', async () => {
    const answer = await client.place({ dropoff_address: '9 Main Road, Claremont, Pretoria' });
    expect([answer.status, answer.body.resolved_dropoff.coordinates]).toEqual([201, '-33.918, 18.383']);
  });

  test('both ends lie in one served area', async () => {
    expect((await client.place({ dropoff_coordinates: '-29.85, 31.0' })).body.code).toBe('outside_area');
    expect((await client.place({ dropoff_coordinates: '0, 0' })).body.code).toBe('outside_area');
  });
});

describe('5 authentication', () => {
  const ways: [string, string | undefined, number][] = [
    ['the key and an empty password', basic('first-key'), 200],
    ['a scheme in other letters', basic('first-key').replace('Basic', 'bAsIc'), 200],
    ['no header', undefined, 401],
    ['another key', basic('third-key'), 401],
    ['a password', basic('first-key', 'x'), 401],
    ['the key as password', basic('', 'first-key'), 401],
    ['no colon', `Basic ${Buffer.from('first-key').toString('base64')}`, 401],
    ['the bare key', 'first-key', 401],
    ['Bearer', basic('first-key').replace('Basic', 'Bearer'), 401],
    ['nothing after Basic', 'Basic', 401],
    ['no base64', 'Basic ::::', 401],
    ['the key in other letters', basic('FIRST-KEY'), 401],
  ];
  test.each(ways)('%s', async (_name, authorization, status) => {
    const response = await fetch(`${service.url}/v1/test`, authorization ? { headers: { authorization } } : {});
    expect(response.status).toBe(status);
    const body = (await response.json()) as { message: string; status: string };
    expect(body).toMatchObject(
      status === 200 ? { message: expect.any(String) } : { status: 'error', message: expect.any(String) },
    );
    expect(response.headers.get('www-authenticate') === null).toBe(status === 200);
  });

  test('every path under /v1 asks for the key before it looks at anything else', async () => {
    for (const path of [
      '/v1/same-day-asap',
      '/v1/deliveries',
      '/v1/deliveries/x',
      '/v1/slots',
      '/v1/webhooks',
      '/v1/nothing',
    ]) {
      const answer = await client.call('POST', path, '{', { authorization: basic('wrong') });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  test('the key is in no answer', async () => {
    const answers = [await client.place(), await client.get('/v1/test'), await client.get('/v1/deliveries')];
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('first-key');
  });
});

describe('7 and 8: one reference, one delivery', () => {
  test('a second delivery with a reference already used is refused, even when identical, and names the first', async () => {
    const body = placementBody();
    const first = await client.call('POST', '/v1/same-day-asap', body);
    const second = await client.call('POST', '/v1/same-day-asap', body);
    expect([second.status, second.body.code, second.body.id]).toEqual([409, 'duplicate_reference', first.body.id]);
    expect(problemOf(second)).toBe('order_reference');
  });

  test('the reference is unique over all clients, and another client is told nothing of the first', async () => {
    const order_reference = 'shared-reference';
    const first = await client.place({ order_reference });
    const second = await other.place({ order_reference });
    expect([second.status, second.body.code]).toEqual([409, 'duplicate_reference']);
    expect(JSON.stringify(second.body)).not.toContain(first.body.id);
    expect((await other.get(`/v1/deliveries/ext/${order_reference}`)).status).toBe(404);
    expect((await other.get(`/v1/deliveries/${first.body.id}`)).status).toBe(404);
    expect((await other.call('DELETE', `/v1/deliveries/${first.body.id}`)).status).toBe(404);
  });

  test('references are compared byte for byte', async () => {
    for (const order_reference of ['Byte', 'byte', 'Byte ', ' Byte', 'B\u1e8fte', 'By\u0307te', 'ß', 'ss']) {
      expect([order_reference, (await client.place({ order_reference })).status]).toEqual([order_reference, 201]);
    }
  });

  test('a cancelled delivery keeps its reference', async () => {
    const first = await client.place({ order_reference: 'cancelled-one' });
    await client.call('DELETE', `/v1/deliveries/${first.body.id}`);
    expect((await client.place({ order_reference: 'cancelled-one' })).status).toBe(409);
    expect((await client.get('/v1/deliveries/ext/cancelled-one')).body.state).toBe('CANCELLED');
  });

  test('a refused request uses no reference up', async () => {
    const order_reference = 'refused-first';
    expect((await client.place({ order_reference, pickup_contact_phone: '1' })).status).toBe(422);
    expect((await client.place({ order_reference, dropoff_coordinates: '0, 0' })).status).toBe(422);
    expect((await client.place({ order_reference })).status).toBe(201);
  });

  test('deliveries without a reference are as many as are sent', async () => {
    const ids = [await client.place({ order_reference: null }), await client.place({ order_reference: null })];
    expect(new Set(ids.map(({ body }) => body.id)).size).toBe(2);
  });
});

describe('errors', () => {
  test('are problem details for a client that asks for them', async () => {
    const accept = { accept: 'application/problem+json' };
    const answer = await client.call('POST', '/v1/same-day-asap', { pickup_address: 1 }, accept);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({
      status: 422,
      title: 'Unprocessable Entity',
      code: 'invalid_field',
      detail: expect.any(String),
    });
  });

  test('a path with NUL or bytes that are no UTF-8 is 400, an unknown one 404', async () => {
    for (const path of ['ext/%00', 'ext/a%00b', 'customer/%00', '%00', 'ext/%ff', 'ext/%ED%A0%80', '%zz']) {
      expect([path, (await client.get(`/v1/deliveries/${path}`)).status]).toEqual([path, 400]);
    }
    for (const path of ['D-1', 'D-99999999999999999999', 'd-100001', 'ext/none', 'x/y/z']) {
      expect([path, (await client.get(`/v1/deliveries/${path}`)).status]).toEqual([path, 404]);
    }
    expect((await client.get('/v1/deliveries/customer/nobody')).body).toEqual({ deliveries: [], next_page: null });
    expect((await client.get('/v1/deliveries?p=x')).status).toBe(400);
  });
});
