import { expect, test } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryRecord, Refusal } from '#deliveries/delivery.ts';
import { reason } from '#deliveries/reasons.ts';
import { exampleDelivery, exampleRecord } from '#testing/deliveries/example-delivery.ts';
import { Cipher } from './encryption.ts';
import { type DeliveryJson, deliveryFromRow, deliveryToRow, orderFromRow, orderToRow } from './order-rows.ts';
import { testKeys } from './testing/engines.ts';

const cipher = new Cipher(testKeys);
/** A delivery as it is read again. */
const stored = (changes: Partial<DeliveryRecord>): DeliveryRecord => {
  const row = JSON.stringify(deliveryToRow(exampleDelivery(changes), null, cipher));
  return deliveryFromRow(JSON.parse(row) as DeliveryJson, cipher);
};

test.each([null, 'unanswered', 'duplicate', 'refused'] as const)('what is in doubt is read as it was: %s', (doubt) => {
  expect(stored({ doubt })).toMatchObject({ doubt });
});

test('what the service objected to is read as it said it, and as nothing of a row of a version before', () => {
  const objection = { field: 'dropoff_address', serviceMessage: 'No such street' };
  expect(stored({ doubt: 'refused', objection })).toMatchObject({ doubt: 'refused', objection });
  expect(stored({ doubt: 'refused' })).toMatchObject({ doubt: 'refused', objection: null });
});

test.each([
  ['kept', { address: '0821234567', order: '' }],
  ['none of, as a version before left it,', null],
])('an order is read again with the phone numbers that it %s', (_what, firstPhones) => {
  const row = orderToRow(exampleRecord({ firstPhones }), null, cipher);
  expect(orderFromRow(row as never, cipher)).toMatchObject({ firstPhones });
});

test('the word for an order is read with its end, and of a version before, which kept none, as good for a day', () => {
  const wordUntil = 1_795_244_400_000;
  const row = orderToRow(exampleRecord({ wordUntil }), null, cipher);
  expect(row).toMatchObject({ sent_by_person: true });
  expect(orderFromRow(row as never, cipher)).toMatchObject({ wordUntil });
  expect(orderFromRow({ ...row, sent_by_person: false } as never, cipher)).toMatchObject({ wordUntil: null });
  const before = orderToRow(exampleRecord({ wordUntil: null }), null, cipher);
  expect(orderFromRow({ ...before, sent_by_person: true } as never, cipher)).toMatchObject({
    wordUntil: (before.updated_at as Date).getTime() + 86_400_000,
  });
});

test('a refusal says what was refused', () => {
  const refusals: Refusal[] = [{ ...reason('details_refused', {}), of: 'details' }];
  expect(stored({ refusals }).refusals).toEqual(refusals);
});

test.each([
  ['note_refused', 'note'],
  ['details_refused', 'details'],
  ['tag_refused', 'tag'],
  ['fulfilment_refused', 'fulfilment'],
  ['event_refused', 'event'],
  ['order_gone', 'note'],
] as const)('that of a version before, which kept only %s, is of the %s', (code, of) => {
  const refusals = [reason(code, {})] as Refusal[];
  expect(stored({ refusals }).refusals).toEqual([{ ...refusals[0], of }]);
});

test.each([
  ['order', 'order_ended'],
  ['delivery', 'not_delivered'],
  ['goods: Mug', 'goods_without_driver'],
  ['items: Mug', 'goods_gone'],
  ['dropoff_address', 'request'],
] as const)('a difference that a version before named %s is about %s', (field, about) => {
  const drift = [{ field, placed: 'a', now: 'b' }] as DriftItem[];
  expect(stored({ drift }).drift).toEqual([{ about, ...drift[0] }]);
});

test.each([
  ['placed', 'goods_without_driver', true],
  ['placed', 'request', true],
  ['needs_attention', 'goods_without_driver', true],
  ['needs_attention', 'request', false],
] as const)('a delivery that is %s and differs in %s counts as changed: %s', (state, about, drifted) => {
  const drift: DriftItem[] = [{ about, field: 'goods: Mug', placed: '0', now: '1' }];
  expect(deliveryToRow(exampleDelivery({ state, drift }), null, cipher)).toMatchObject({ drifted });
});
