import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshServerDatabase } from '#testing/databases.ts';
import { type CourierService, startCourierService } from './start.ts';
import { type Client, courierClient, placementBody } from './testing/client.ts';

/** Two service processes' worth of service on one PostgreSQL server, where statements really interleave. */
let url: string;
let services: CourierService[];
let clients: Client[];

beforeAll(async () => {
  url = await freshServerDatabase();
  const start = () =>
    startCourierService({
      apiKeys: ['key'],
      config: { capacityPerSlot: 7, daysAhead: 9 },
      database: { url },
      control: true,
    });
  services = await Promise.all([start(), start()]);
  clients = services.map((service) => courierClient(service.url, 'key'));
});
afterAll(() => Promise.all(services.map((service) => service.close())));

const either = (index: number) => clients[index % clients.length] as Client;

test('200 concurrent placements with one reference make one delivery', async () => {
  const order_reference = 'one-of-200';
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => either(index).place({ order_reference })),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  expect(answers.filter(({ status, body }) => status === 409 && body.id === made[0]?.body.id)).toHaveLength(199);
});

test('no slot goes over its capacity, and room taken is live deliveries, while others cancel', async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const placed = await either(index).place();
      return index % 3 === 0 && placed.status === 201
        ? either(index + 1).call('DELETE', `/v1/deliveries/${placed.body.id}`)
        : placed;
    }),
  );
  expect(
    answers
      .map(({ status, body: { code } }) => `${status} ${code}`)
      .filter((answer) => !/^20[01] |^409 no_slot/.test(answer)),
  ).toEqual([]);
  const { body } = await either(0).get('/_control/slots');
  const slots = body.slots as unknown as { capacity: number; taken: number; live: number }[];
  expect(slots.filter(({ taken, live, capacity }) => taken !== live || taken > capacity)).toEqual([]);
});

test('of ten that cancel one delivery at once, the room comes back once', async () => {
  const { body } = await either(0).place();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => either(index).call('DELETE', `/v1/deliveries/${body.id}`)),
  );
  expect(answers.every(({ status, body: { state } }) => status === 200 && state === 'CANCELLED')).toBe(true);
  const slots = (await either(0).get('/_control/slots')).body.slots as unknown as { taken: number; live: number }[];
  expect(slots.filter(({ taken, live }) => taken !== live)).toEqual([]);
});

test('a lock that nobody gives back is waited for a bounded time, then answered 503; nothing is used up', async () => {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  const durban = { pickup_coordinates: '-29.85, 31.0', dropoff_coordinates: '-29.8, 31.03' };
  const body = placementBody(durban);
  try {
    await holder.query('begin');
    await holder.query("select from courier_slot where area = 'durban' for update");
    const answer = await either(0).call('POST', '/v1/same-day-asap', body);
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    // The database gave it up before the answer was due: given up together, it could still be made afterwards.
    const { rows } = await holder.query("select clock_timestamp() < now() + interval '8 seconds' as before");
    expect(rows).toEqual([{ before: true }]);
    expect((await either(0).place()).status).not.toBe(503);
  } finally {
    await holder.end();
  }
  expect((await either(1).call('POST', '/v1/same-day-asap', body)).status).toBe(201);
});

test('a database whose connections are cut answers 503 or the truth, and the service recovers', async () => {
  const killer = new pg.Client({ connectionString: url });
  await killer.connect();
  const cut =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  const placing = Promise.all(
    Array.from({ length: 100 }, (_, index) => either(index).get(`/v1/deliveries/D-${100001 + index}`)),
  );
  await killer.query(cut);
  const statuses = (await placing).map(({ status }) => status);
  await killer.end();
  expect(statuses.every((status) => [200, 404, 503].includes(status))).toBe(true);
  expect((await either(0).get('/readyz')).status).toBe(200);
  expect([201, 409]).toContain((await either(1).place()).status);
});
