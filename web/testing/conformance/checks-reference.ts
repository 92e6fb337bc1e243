import type { Check } from './check.ts';
import { send } from './connection.ts';
import { must, mustEqual, object } from './expectation.ts';
import {
  freshReference,
  fullRequest,
  idOf,
  lookup,
  negative,
  pathOf,
  placed,
  RUN,
  refused,
  sendPlacement,
} from './placement.ts';

/** Sections 7 and 8, and the ways back to a delivery. */
export const referenceChecks: Check[] = [
  {
    name: '7 a second delivery with a reference already used is refused, even when identical',
    run: async (connection) => {
      const request = fullRequest();
      await placed(connection, request);
      await negative(connection, request, 'an identical repeat');
      const { order_reference } = request;
      await negative(connection, fullRequest({ order_reference }), 'another delivery under the reference');
    },
  },
  {
    name: '7 a second delivery is refused in words, and the first is still found',
    beyond: true,
    run: async (connection) => {
      const request = fullRequest();
      const id = idOf(await placed(connection, request));
      await refused(connection, request, 'an identical repeat');
      await refused(
        connection,
        fullRequest({ order_reference: request['order_reference'] }),
        'another delivery under the reference',
      );
      const found = object((await lookup(connection, request['order_reference'])).json, 'the first is still found');
      mustEqual(String(found['id']), id, 'the first is the one found');
    },
  },
  {
    name: '7 of ten sent at the same time with one reference, one is created',
    run: async (connection) => {
      const request = fullRequest();
      const answers = await Promise.all(Array.from({ length: 10 }, () => sendPlacement(connection, request)));
      const statuses = answers.map(({ status }) => status);
      mustEqual(statuses.filter((status) => status === 200 || status === 201).length, 1, 'one is created');
      must(
        statuses.every((status) => status < 500),
        'none is answered 5xx',
        statuses,
      );
    },
  },
  {
    name: '2.1 a delivery is found by its reference, whatever characters it has',
    beyond: true,
    run: async (connection) => {
      for (const ending of ['', ' / ?#%&+', 'é№🚚', '%2F']) {
        const order_reference = `${freshReference()}${ending}`;
        const id = idOf(await placed(connection, fullRequest({ order_reference })));
        const answer = await lookup(connection, order_reference);
        mustEqual(answer.status, 200, `${JSON.stringify(ending)} at the end of a reference is found`);
        const record = object(answer.json, 'the record is an object');
        mustEqual([String(record['id']), record['order_reference']], [id, order_reference], 'it is that delivery');
      }
    },
  },
  {
    name: '8 references are compared byte for byte',
    beyond: true,
    run: async (connection) => {
      const reference = freshReference();
      const kinds = [reference, reference.toUpperCase(), `${reference} `, `${reference}e\u0301`, `${reference}\u00e9`];
      const ids: string[] = [];
      for (const order_reference of kinds) {
        ids.push(idOf(await placed(connection, fullRequest({ order_reference }))));
      }
      mustEqual(new Set(ids).size, kinds.length, 'each is a delivery of its own');
    },
  },
  {
    name: '8 a reference of 255 characters is kept, one of 256 refused',
    beyond: true,
    run: async (connection) => {
      const reference = freshReference().padEnd(255, 'x');
      await placed(connection, fullRequest({ order_reference: reference }));
      mustEqual((await lookup(connection, reference)).status, 200, 'it is found');
      await refused(connection, fullRequest({ order_reference: `${reference}x` }), 'a reference of 256 characters');
    },
  },
  {
    name: 'a cancelled delivery says so and keeps its reference',
    beyond: true,
    run: async (connection) => {
      const request = fullRequest();
      const id = idOf(await placed(connection, request));
      const { cancel } = connection.profile;
      must(cancel !== null, 'the profile names no way to cancel');
      const cancelled = await send(connection, { method: cancel.method, path: pathOf(cancel.path, 'id', id) });
      mustEqual(cancelled.status, 200, 'it is cancelled');
      const found = object((await lookup(connection, request['order_reference'])).json, 'it is still found');
      mustEqual(found['state'], 'CANCELLED', 'its state says so');
      await refused(connection, request, 'the reference of a cancelled delivery');
    },
  },
  {
    name: '2.1 deliveries are listed by customer_identifier, newest first, and no others',
    beyond: true,
    run: async (connection) => {
      const customer_identifier = `list ${RUN}/${freshReference()}`;
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        ids.unshift(idOf(await placed(connection, fullRequest({ customer_identifier }))));
        await placed(connection, fullRequest());
      }
      const answer = await send(connection, {
        path: pathOf(connection.profile.lookup.byCustomer, 'customer_identifier', customer_identifier),
      });
      mustEqual(answer.status, 200, 'the group is listed');
      const { deliveries } = object(answer.json, 'the list is an object');
      must(Array.isArray(deliveries), 'it has deliveries', deliveries);
      mustEqual(
        deliveries.map((record) => idOf(object(record, 'an entry is an object'))),
        ids,
        'they are the group, newest first',
      );
    },
  },
  {
    name: 'what is not there is 404, and no path is answered 5xx',
    beyond: true,
    run: async (connection) => {
      mustEqual((await lookup(connection, freshReference())).status, 404, 'an unknown reference');
      mustEqual(
        (await send(connection, { path: pathOf(connection.profile.lookup.byId, 'id', 'no-such-id') })).status,
        404,
        'an unknown id',
      );
      for (const path of ['/v1/deliveries/ext/%00', '/v1/deliveries/ext/%ff', '/v1/deliveries/%zz']) {
        const { status } = await send(connection, { path });
        must(status >= 400 && status < 500, `${path} is refused with 4xx`, status);
      }
    },
  },
];
