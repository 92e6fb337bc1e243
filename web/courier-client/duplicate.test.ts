import { describe, expect, test } from 'vitest';
import { isDuplicate, mayBeTaken } from './duplicate.ts';
import { readStatements } from './statements.ts';

const read = (body: unknown) => readStatements(typeof body === 'string' ? body : JSON.stringify(body));
const says = (status: number, body: unknown) => isDuplicate(status, read(body));

describe('the reference is taken', () => {
  test.each<[number, unknown]>([
    [409, ''],
    [409, '<html>Conflict</html>'],
    [409, { message: 'Conflict', status: 'error' }],
    [409, { code: 'conflict' }],
    [409, { message: 'Conflict. Contact our support.' }],
    [409, { message: 'Diese Bestellung gibt es schon' }],
    [409, { message: 'order_reference 1001 was placed in slot 4 before' }],
    [400, { message: 'Duplicate order_reference', status: 'error' }],
    [400, { message: "Duplicate entry '1001' for key 'order_reference'" }],
    [400, { message: 'A delivery with this order reference already exists' }],
    [400, { code: 'duplicate_delivery' }],
    [400, { error: 'duplicateOrderReference' }],
    [400, { error: { code: 'ORDER_REFERENCE_TAKEN', message: 'x' } }],
    [400, 'Order reference already used'],
    [422, { errors: [{ field: 'order_reference', message: 'has already been taken' }] }],
    [422, { errors: { order_reference: ['must be unique'] } }],
    [422, { errors: [{ field: 'order_reference', message: 'ist bereits vergeben' }] }],
    [422, { errors: [{ source: { pointer: '/order_reference' }, detail: 'is not unique' }] }],
    [422, { title: 'Reference in use', detail: 'The reference 1001 is in use.', status: 422 }],
    [422, { detail: [{ loc: ['body', 'order_reference'], msg: 'already exists', type: 'value_error' }] }],
    [410, { message: 'This order_reference has been used before and is already used' }],
    [409, { message: 'This order_reference is already booked in slot 15:00' }],
    [409, { message: 'Delivery already booked in slot 15:00' }],
    [409, { message: 'Already booked with driver Sipho' }],
    [409, { message: 'A driver is already booked for this order' }],
    [409, { message: 'The delivery in slot 15:00 is already booked' }],
    [409, { message: 'Delivery D-8831 (slot 15:00): already exists' }],
    [409, { message: 'All slots are already booked. This order already exists.' }],
    [409, { code: 'slot_conflict', message: 'The delivery already exists' }],
    [409, { code: 'duplicate_delivery', message: 'All slots are already booked' }],
    [400, { message: 'No slot for order number 1001: it is already booked' }],
    [422, { errors: [{ field: 'area', message: 'This delivery is already booked there' }] }],
    ...[
      'There is already a delivery with this order_reference.',
      'We already have a delivery for order_reference 1001',
      'There is already a delivery under reference 1001',
      'order_reference in use',
      'Order number 1001 is in use',
      'Order reference already processed',
      'This order was already processed',
      'Order reference already assigned to another delivery',
      'Another delivery uses this order_reference',
      'A delivery with order_reference 1001 exists',
      'order_reference must have a unique value',
      'A unique order_reference is required',
      'order_reference is non-unique',
      'order_reference cannot be reused',
      'Invalid order_reference: it has been claimed already',
      'Repeated order reference',
      'There is already a delivery with this order_reference, in slot 15:00',
      'Another delivery uses this order_reference. Please contact support.',
      'Sorry, this order reference belongs to another delivery',
    ].map((message): [number, unknown] => [400, { status: 'error', message }]),
  ])('%i %j', (status, body) => {
    expect(says(status, body)).toBe(true);
  });
});

describe('the reference is named, and may be taken', () => {
  test.each([
    'No customer with this reference exists',
    'No pickup location with that reference exists.',
    'Order reference not available',
    'Order reference refused',
    'We have received order reference 1001 before',
    'Order reference 1001: there is already a driver on the way',
    'Order reference 1001: the suburb is not served.',
    'Order reference 1001 cannot be delivered today.',
    'The delivery for order reference 1001 lies outside our service radius.',
    'Same-day cut-off has already passed for reference 1001.',
    'Your account is already suspended. Reference: 8f2c.',
    'Your account already has a delivery limit. Reference: 8f2c.',
    'Order reference 1001: dangerous goods are not carried.',
  ])('%s', (message) => {
    expect(says(422, { status: 'error', message })).toBe(false);
    expect(mayBeTaken(read({ status: 'error', message }))).toBe(true);
  });
});

describe('something else is wrong', () => {
  test.each<[number, unknown]>([
    [409, { code: 'no_slot' }],
    [409, { message: 'No slot left today' }],
    [409, { code: 'out_of_area', message: 'Outside the area of operation' }],
    [409, { message: 'Insufficient balance' }],
    [409, { errors: [{ field: 'dropoff_address', message: 'conflicts with the pickup' }] }],
    [400, ''],
    [400, { message: 'Bad request' }],
    [400, { message: 'The address does not exist' }],
    [400, { message: 'order_reference is required' }],
    [422, { errors: [{ field: 'order_reference', message: 'is too long (at most 20 characters)' }] }],
    [422, { errors: [{ field: 'order_reference', code: 'invalid_format', message: '' }] }],
    [422, { errors: [{ field: 'dropoff_contact_phone', message: 'is a duplicate of the pickup phone' }] }],
    [422, { message: 'Pickup and drop-off address are duplicates' }],
    [422, { code: 'no_slot', message: 'No slot left' }],
    [422, { message: 'No slot available: all slots are already booked' }],
    [409, { error: 'no_slot', message: 'All slots for today are already taken' }],
    [409, { code: 'no_slot', message: 'Already taken' }],
    [400, { message: 'Same-day capacity for this area is already used' }],
    [409, { message: 'All drivers are already booked' }],
    [409, { message: 'Delivery could not be made: all delivery slots are already taken' }],
    [422, { message: 'All slots for same-day delivery are already booked' }],
    [422, { errors: { slot: ['is already booked'] } }],
    [413, 'Payload too large'],
    ...[
      'order_reference is too long',
      'order_reference may hold letters and digits',
      'order_reference exceeds 20',
      'order_reference is not valid',
      'dropoff_address is invalid',
      'Order reference 1001: the drop-off address was not found',
      'No slot left for order reference 1001',
      'Something went wrong. Reference 8f3a',
      'A unique name is required',
    ].map((message): [number, unknown] => [400, { status: 'error', message }]),
    [400, { status: 'error', field: 'items', message: 'None of this order reference can be carried' }],
    [400, '<html>duplicate order_reference</html>'],
  ])('%i %j', (status, body) => {
    expect(says(status, body)).toBe(false);
    expect(mayBeTaken(read(body))).toBe(false);
  });
});
