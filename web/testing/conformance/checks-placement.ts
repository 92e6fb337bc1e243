import { readPointer } from '#courier-client/json-pointer.ts';
import { parseSlot } from '#courier-client/slot.ts';
import type { Check } from './check.ts';
import { send } from './connection.ts';
import { must, mustEqual, object } from './expectation.ts';
import {
  freshReference,
  fullRequest,
  idOf,
  leastRequest,
  lookup,
  negative,
  pathOf,
  placed,
  refused,
} from './placement.ts';

const REQUIRED = [
  'pickup_address',
  'pickup_contact_name',
  'pickup_contact_phone',
  'dropoff_address',
  'dropoff_contact_name',
  'dropoff_contact_phone',
];
const OPTIONAL = ['pickup_remarks', 'dropoff_remarks', 'customer_identifier', 'order_reference', 'items'];
const A_MONTH_MS = 31 * 86_400_000;

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
      const { slot: at } = connection.profile;
      const record = await placed(connection, fullRequest());
      const slot = parseSlot(readPointer(record, at.start), null, at.timeZone);
      must(slot !== null, `the scheduled time stands at ${at.start}: a profile says where else`, record);
      const from = Date.parse(slot.start);
      must(from > Date.now() - 60_000 && from < Date.now() + A_MONTH_MS, 'the slot lies ahead, within weeks', slot);
    },
  },
  {
    name: '4.1 rule 2: the scheduled time is two instants with their offset',
    beyond: true,
    run: async (connection) => {
      const { slot: at } = connection.profile;
      const record = await placed(connection, fullRequest());
      must(at.end !== null, 'the profile names no end of a slot');
      const [start, end] = [String(readPointer(record, at.start)), String(readPointer(record, at.end))];
      must(/(Z|[+-]\d\d:\d\d)$/.test(start), 'the start is an instant with its offset', start);
      must(Date.parse(start) < Date.parse(end), 'the slot ends after it starts', [start, end]);
    },
  },
  {
    name: '2.1 every field is stored and read back unchanged',
    beyond: true,
    run: async (connection) => {
      const request = fullRequest();
      const id = idOf(await placed(connection, request));
      const answer = await send(connection, { path: pathOf(connection.profile.lookup.byId, 'id', id) });
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
    name: '2.1 each required field is required',
    run: async (connection) => {
      for (const field of REQUIRED) {
        await negative(connection, leastRequest({ [field]: undefined }), `a request without ${field}`);
      }
    },
  },
  {
    name: '2.1 each required field is text, and what is refused says so in JSON',
    beyond: true,
    run: async (connection) => {
      for (const field of REQUIRED) {
        await refused(connection, leastRequest({ [field]: undefined }), `a request without ${field}`);
        await refused(connection, leastRequest({ [field]: 7 }), `a number as ${field}`);
      }
      await refused(connection, leastRequest({ dropoff_contact_phone: '1' }), 'a phone of one digit');
    },
  },
  {
    name: '2.1 null for an optional field is the same as leaving it out',
    beyond: true,
    run: async (connection) => {
      await placed(connection, leastRequest(Object.fromEntries(OPTIONAL.map((field) => [field, null]))));
    },
  },
  {
    name: '2.1 and 8: phones are text of exactly ten digits',
    run: async (connection) => {
      for (const phone of ['021555010', '02155501011', '+27215550101', '021555010x', '']) {
        await negative(
          connection,
          leastRequest({ dropoff_contact_phone: phone }),
          `the phone ${JSON.stringify(phone)}`,
        );
      }
      await negative(connection, leastRequest({ pickup_contact_phone: 2155501010 }), 'a phone that is a number');
    },
  },
  {
    name: '2.1 coordinates are "<latitude>, <longitude>" in range',
    beyond: true,
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
    beyond: true,
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
    beyond: true,
    run: async (connection) =>
      void idOf(await placed(connection, leastRequest({ a_field_of_tomorrow: { nested: [1] } }))),
  },
  {
    name: '4.1 a body that is no JSON object is refused with 4xx and leaves nothing',
    beyond: true,
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
    beyond: true,
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
      await negative(connection, fullRequest({ order_reference, pickup_contact_phone: '1' }), 'a phone of one digit');
      if (connection.profile.lookup.byReference !== null)
        mustEqual((await lookup(connection, order_reference)).status, 404, 'nothing is found under its reference');
      await placed(connection, fullRequest({ order_reference }));
    },
  },
];
