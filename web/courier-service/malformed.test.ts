import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { basic, courierClient, placementBody } from './testing/client.ts';
import { startServiceProcess } from './testing/service-process.ts';

const REQUESTS = 20_000;
const WARM = 5_000;
const AT_ONCE = 16;
/** Some 15 s on an idle machine; more only for a busy one. */
const LIMIT_MS = 300_000;

/** The same numbers on every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const VALUES: unknown[] = [
  null,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  '.',
  '..',
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [[]],
  { a: { b: [] } },
  'x'.repeat(3000),
  '0'.repeat(11),
  '-33.9',
  '0, 0',
  '18.4, -33.9',
  '__proto__',
  "'; drop table courier_delivery; --",
  '\u202e',
  '{}',
];
const PATHS = [
  '/v1/deliveries/ext/%00',
  '/v1/deliveries/ext/%ff',
  '/v1/deliveries/%zz',
  '/v1/deliveries/D-0',
  '/v1/deliveries/D-99999999999999999999',
  '/v1/deliveries/customer/%F0%9F',
  '/v1/deliveries?p=%00',
  '/v1/slots?area=%00',
  '/v1//deliveries',
  '/v1/webhooks/x',
  '/x',
  '/v1',
];
const TYPES = [
  'application/json',
  'text/plain',
  '',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
];

interface Malformed {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** One request with something wrong, made from a valid one. */
function malformed(random: () => number): Malformed {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const valid = placementBody({ items: [{ weight: 1, height: 1, width: 1, length: 1, quantity: 1 }] });
  const headers: Record<string, string> = { authorization: basic('key'), 'content-type': 'application/json' };
  const placing: Malformed = { method: 'POST', path: '/v1/same-day-asap', headers, body: JSON.stringify(valid) };
  const required = ['pickup_address', 'dropoff_contact_name', 'pickup_contact_phone', 'dropoff_address'];
  switch (Math.floor(random() * 8)) {
    case 0:
      return {
        ...placing,
        body: JSON.stringify({
          ...valid,
          [pick(required)]: pick(VALUES.filter((value) => value !== 'x')),
          pickup_contact_phone: 'x',
        }),
      };
    case 1:
      return {
        ...placing,
        body: JSON.stringify({ ...valid, items: [{ weight: pick(VALUES), quantity: pick(VALUES) }] }),
      };
    case 2:
      return { ...placing, body: placing.body.slice(0, Math.floor(random() * (placing.body.length - 1))) };
    case 3:
      return { ...placing, body: Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256))) };
    case 4:
      return { ...placing, method: pick(['GET', 'PUT', 'DELETE', 'PATCH']), path: pick(PATHS), body: '' };
    case 5:
      return { ...placing, headers: { ...headers, 'content-type': pick(TYPES.slice(1)) } };
    case 6:
      return {
        ...placing,
        headers: {
          ...headers,
          authorization: pick(['', 'Basic', 'Basic x', basic('no'), basic('key', 'p'), 'x'.repeat(2000)]),
        },
      };
    default:
      return { ...placing, path: pick(['/v1/webhooks', '/v1/deliveries']), body: JSON.stringify(pick(VALUES)) };
  }
}

function send(url: string, agent: Agent, { method, path, headers, body }: Malformed): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}`, { agent, method, path, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });
}

test(
  '20,000 malformed requests: none is answered 5xx or 2xx, nothing crashes, memory stays',
  async () => {
    const service = await startServiceProcess({
      COURIER_API_KEYS: 'key',
      COURIER_DATA_DIR: join(temporaryFolder(), 'data'),
    });
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    try {
      const random = seeded(20_261_121);
      const statuses = new Map<number, number>();
      let sent = 0;
      const sendUntil = async (limit: number) => {
        const worker = async () => {
          while (sent < limit) {
            sent += 1;
            const status = await send(service.url, agent, malformed(random));
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
      };
      await sendUntil(WARM);
      const warm = service.residentKb();
      await sendUntil(REQUESTS);
      expect([...statuses.keys()].filter((status) => status >= 500 || status < 400)).toEqual([]);
      expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(REQUESTS);
      expect(service.residentKb()).toBeLessThanOrEqual(1.1 * warm);
      expect((await courierClient(service.url, 'key').place()).status).toBe(201);
      expect(service.said.stderr).toBe('');
    } finally {
      agent.destroy();
      await service.end('SIGTERM');
    }
  },
  LIMIT_MS,
);
