import { randomUUID } from 'node:crypto';
import { type Answer, type Connection, send } from './connection.ts';
import { must, mustEqual, object } from './expectation.ts';

/** Marks the deliveries of one run, so that runs never meet. */
export const RUN = randomUUID().slice(0, 8);
let counter = 0;

export function freshReference(): string {
  counter += 1;
  return `conformance-${RUN}-${counter}`;
}

/** A request with every field of the interface's section 2.1 whose name is published. */
export function fullRequest(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    pickup_address: '12 Loop Street, Cape Town City Centre, Cape Town, 8001',
    pickup_contact_name: 'Conformance depot',
    pickup_contact_phone: '0215550101',
    pickup_remarks: 'Ring at the side door.\nAsk for “Zoë”.',
    pickup_coordinates: '-33.9205, 18.4180',
    dropoff_address: '3 Kloof Road, Sea Point, Cape Town, 8005',
    dropoff_contact_name: 'T. Naidoo & Söhne',
    dropoff_contact_phone: '0825550102',
    dropoff_remarks: 'Gate code 4#',
    dropoff_coordinates: '-33.9180, 18.3830',
    customer_identifier: `group-${RUN}`,
    order_reference: freshReference(),
    items: [
      { weight: 2, height: 0.2, width: 0.35, length: 0.4, quantity: 2, name: 'Box', is_fragile: true, price: 129.5 },
    ],
    ...changes,
  };
}

/** The least that the interface asks for, with coordinates so that no geocoder is asked. */
export function leastRequest(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { pickup_address, pickup_contact_name, pickup_contact_phone, dropoff_address, ...rest } = fullRequest();
  const { dropoff_contact_name, dropoff_contact_phone, pickup_coordinates, dropoff_coordinates } = rest;
  const ends = { pickup_coordinates, dropoff_coordinates };
  const pickup = { pickup_address, pickup_contact_name, pickup_contact_phone };
  return { ...pickup, dropoff_address, dropoff_contact_name, dropoff_contact_phone, ...ends, ...changes };
}

export function sendPlacement(connection: Connection, body: unknown): Promise<Answer> {
  return send(connection, { method: 'POST', path: '/v1/same-day-asap', body });
}

/** Places and checks that it was. */
export async function placed(connection: Connection, body: unknown): Promise<Record<string, unknown>> {
  const answer = await sendPlacement(connection, body);
  must(answer.status === 200 || answer.status === 201, 'a valid placement is answered 200 or 201', [
    answer.status,
    answer.json,
  ]);
  must(/^application\/json\b/.test(answer.contentType), 'the answer is JSON', answer.contentType);
  return object(answer.json, 'the answer is one JSON object');
}

/** The id as text: it may be a number. */
export function idOf(record: Record<string, unknown>): string {
  const { id } = record;
  must((typeof id === 'string' && id !== '') || typeof id === 'number', 'the answer has an id', record['id']);
  return String(id);
}

/** Refused with 4xx, however the service says so. */
export async function negative(connection: Connection, body: Record<string, unknown>, why: string): Promise<Answer> {
  const answer = await sendPlacement(connection, body);
  must(answer.status >= 400 && answer.status < 500, `${why} is refused with 4xx`, answer.status);
  return answer;
}

/** Refused with 4xx and an explanation, and with nothing created. */
export async function refused(connection: Connection, body: Record<string, unknown>, why: string): Promise<Answer> {
  const answer = await negative(connection, body, why);
  const error = object(answer.json, `${why}: the error is a JSON object`);
  mustEqual(error['status'], 'error', `${why}: the error says so`);
  must(typeof error['message'] === 'string' && error['message'] !== '', `${why}: the error has a message`, error);
  return answer;
}

export async function lookup(connection: Connection, orderReference: unknown): Promise<Answer> {
  const { byReference } = connection.profile.lookup;
  return send(connection, { path: pathOf(byReference, 'order_reference', String(orderReference)) });
}

/** A path of the profile, filled. */
export function pathOf(template: string | null, variable: string, value: string): string {
  must(template !== null, `the profile names no path with {${variable}}`);
  return template.replace(`{${variable}}`, () => encodeURIComponent(value));
}
