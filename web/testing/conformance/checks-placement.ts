import type { Check } from './check.ts';
import { send } from './connection.ts';
import { must, mustEqual, object } from './expectation.ts';
import { freshReference, fullRequest, idOf, leastRequest, lookup, placed, refused } from './placement.ts';

const REQUIRED = [
  'pickup_address',
  'pickup_contact_name',
  'pickup_contact_phone',
  'dropoff_address',
  'dropoff_contact_name',
  'dropoff_contact_phone',
];
const OPTIONAL = ['pickup_remarks', 'dropoff_remarks', 'customer_identifier', 'order_reference', 'items'];
const TWO_WEEKS_MS = 31 * 86_400_000;

/** Sections 2 and 4: what is sent, kept and answered. */
export const placementChecks: Check[] = [
  {
    name: '4.1 a request with the required fields alone is placed',
    run: async (connection) => void idOf(await placed(connection, leastRequest())),
  },
  {
    name: '2.3 the answer has id, distance_estimate in metres and time_estimate in seconds',
    run: async (connection) => {
      const record = await placed(connection, fullRequest());
      idOf(record);
      const { distance_estimate: distance, time_estimate: time } = record;
      must(
        typeof distance === 'number' && distance > 2_000 && distance < 20_000,
        'a delivery over 3.3 km has some thousand metres',
        distance,
      );
      must(typeof time === 'number' && time > 60 && time < 14_400, 'it takes minutes to hours, in seconds', time);
    },
  },
  {
    name: '4.1 rule 2: the answer carries the scheduled time, which lies ahead',
    run: async (connection) => {
      const { scheduled_slot } = await placed(connection, fullRequest());
      const { start, end } = object(scheduled_slot, 'scheduled_slot is an object');
      const [from, until] = [Date.parse(String(start)), Date.parse(String(end))];
      must(/(Z|[+-]\d\d:\d\d)$/.test(String(start)), 'the start is an instant with its offset', start);
      must(from < until, 'the slot ends after it starts', scheduled_slot);
      must(from > Date.now() - 60_000 && from < Date.now() + TWO_WEEKS_MS, 'the slot lies ahead, within weeks', start);
    },
  },
  {
    name: '2.1 every field is stored and read back unchanged',
    run: async (connection) => {
      const request = fullRequest();
      const id = idOf(await placed(connection, request));
      const answer = await send(connection, { path: `/v1/deliveries/${encodeURIComponent(id)}` });
      mustEqual(answer.status, 200, 'the delivery is read by its id');
      const record = object(answer.json, 'the record is an object');
      mustEqual(String(record['id']), id, 'it is that delivery');
      for (const [field, value] of Object.entries(request).filter(([name]) => name !== 'items')) {
        mustEqual(record[field], value, `${field} is kept`);
      }
      const [item] = Array.isArray(record['items']) ? record['items'] : [];
      const sent = (request['items'] as object[])[0] ?? {};
      for (const [field, value] of Object.entries(sent)) {
        mustEqual(object(item, 'items are kept')[field], value, `items[0].${field} is kept`);
      }
    },
  },
  {
    name: '2.1 each required field is required, and is text',
    run: async (connection) => {
      for (const field of REQUIRED) {
        await refused(connection, leastRequest({ [field]: undefined }), `a request without ${field}`);
        await refused(connection, leastRequest({ [field]: 7 }), `a number as ${field}`);
      }
    },
  },
  {
    name: '2.1 null for an optional field is the same as leaving it out',
    run: async (connection) => {
      await placed(connection, leastRequest(Object.fromEntries(OPTIONAL.map((field) => [field, null]))));
    },
  },
  {
    name: '2.1 and 8: phones are text of exactly ten digits',
    run: async (connection) => {
      for (const phone of ['021555010', '02155501011', '+27215550101', '021555010x', '']) {
        await refused(connection, leastRequest({ dropoff_contact_phone: phone }), `the phone ${JSON.stringify(phone)}`);
      }
      await refused(connection, leastRequest({ pickup_contact_phone: 2155501010 }), 'a phone that is a number');
    },
  },
  {
    name: '2.1 coordinates are "<latitude>, <longitude>" in range',
    run: async (connection) => {
      for (const coordinates of ['-33.9', 'a, b', '-91, 18.4', '-33.9, 181']) {
        await refused(
          connection,
          leastRequest({ dropoff_coordinates: coordinates }),
          `coordinates ${JSON.stringify(coordinates)}`,
        );
      }
    },
  },
  {
    name: '2.2 items have positive measures and an integer quantity; none of them is text',
    run: async (connection) => {
      const item = { weight: 1, height: 1, width: 1, length: 1, quantity: 1 };
      const wrong = [
        { weight: undefined },
        { weight: '1' },
        { height: 0 },
        { width: -1 },
        { length: null },
        { quantity: 1.5 },
        { quantity: 0 },
      ];
      for (const change of wrong) {
        await refused(
          connection,
          leastRequest({ items: [{ ...item, ...change }] }),
          `an item with ${JSON.stringify(change)}`,
        );
      }
      await placed(connection, leastRequest({ items: [item] }));
    },
  },
  {
    name: '4.1 unknown fields are tolerated',
    run: async (connection) =>
      void idOf(await placed(connection, leastRequest({ a_field_of_tomorrow: { nested: [1] } }))),
  },
  {
    name: '4.1 a body that is no JSON object is refused with 4xx and leaves nothing',
    run: async (connection) => {
      for (const body of ['{', '[]', 'null', '']) {
        const answer = await send(connection, { method: 'POST', path: '/v1/same-day-asap', body });
        must(
          answer.status >= 400 && answer.status < 500,
          `the body ${JSON.stringify(body)} is refused with 4xx`,
          answer.status,
        );
      }
      const contentType = 'application/x-www-form-urlencoded';
      const form = await send(connection, { method: 'POST', path: '/v1/same-day-asap', body: 'a=b', contentType });
      must(form.status >= 400 && form.status < 500, 'a form is refused with 4xx', form.status);
    },
  },
  {
    name: '2.1 texts that no store can keep are refused, not answered with 5xx',
    run: async (connection) => {
      for (const text of ['a\u0000b', 'a\ud800b']) {
        await refused(connection, leastRequest({ dropoff_address: text }), 'NUL or half of a surrogate pair');
        await refused(
          connection,
          leastRequest({ order_reference: `${freshReference()}${text}` }),
          'NUL or half of a surrogate pair',
        );
      }
    },
  },
  {
    name: '4.1 a request that was refused left no delivery behind',
    run: async (connection) => {
      const order_reference = freshReference();
      await refused(connection, fullRequest({ order_reference, pickup_contact_phone: '1' }), 'a phone of one digit');
      mustEqual((await lookup(connection, order_reference)).status, 404, 'nothing is found under its reference');
      await placed(connection, fullRequest({ order_reference }));
    },
  },
];
