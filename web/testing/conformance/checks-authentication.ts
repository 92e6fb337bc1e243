import type { Check } from './check.ts';
import { basic, type Connection, send } from './connection.ts';
import { must, mustEqual, object } from './expectation.ts';
import { fullRequest, lookup, placed } from './placement.ts';

function wrongWays({ key }: Connection): [string, string | null][] {
  return [
    ['no Authorization header', null],
    ['another key', basic(`${key}x`)],
    ['the right key with a password', basic(key, 'password')],
    ['the key as password', basic('', key)],
    ['the key without a colon', `Basic ${Buffer.from(key).toString('base64')}`],
    ['the key as Bearer', `Bearer ${key}`],
  ];
}

/** Section 5. */
export const authenticationChecks: Check[] = [
  {
    name: '5 the key as user with an empty password is accepted',
    run: async (connection) => void (await placed(connection, fullRequest())),
  },
  {
    name: '5 anything else is refused, and places nothing',
    run: async (connection) => {
      for (const [way, authorization] of wrongWays(connection)) {
        const body = fullRequest();
        const { status } = await send(connection, { method: 'POST', path: '/v1/same-day-asap', body, authorization });
        must(status >= 400 && status < 500, `placing with ${way} is refused with 4xx`, status);
        await placed(connection, body);
      }
    },
  },
  {
    name: '5 the key is checked without placing',
    beyond: true,
    run: async (connection) => {
      const { test: path } = connection.profile;
      must(path !== null, 'the profile names no path that checks a key');
      mustEqual((await send(connection, { path })).status, 200, 'the key is accepted');
      for (const [way, authorization] of wrongWays(connection)) {
        mustEqual((await send(connection, { path, authorization })).status, 401, `${path} with ${way}`);
      }
    },
  },
  {
    name: '5 anything else is refused with 401 on every path, and places nothing',
    beyond: true,
    run: async (connection) => {
      for (const [way, authorization] of wrongWays(connection)) {
        const body = fullRequest();
        const answer = await send(connection, { method: 'POST', path: '/v1/same-day-asap', body, authorization });
        mustEqual(answer.status, 401, `placing with ${way}`);
        const error = object(answer.json, 'the error is JSON');
        must(error['status'] === 'error' && typeof error['message'] === 'string', 'the error says so', error);
        mustEqual((await lookup(connection, body['order_reference'])).status, 404, `${way} placed nothing`);
        for (const path of ['/v1/deliveries', `/v1/deliveries/ext/${String(body['order_reference'])}`]) {
          mustEqual((await send(connection, { path, authorization })).status, 401, `${path} with ${way}`);
        }
      }
    },
  },
];
