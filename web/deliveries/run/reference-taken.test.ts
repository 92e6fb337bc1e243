import { expect, test } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import type { OrderReference } from '#placement/ids.ts';
import { exampleAddress } from '#placement/testing/example-order.ts';
import { driverState } from '#testing/deliveries/example-delivery.ts';
import { nothing, paidAt, read, shopIn, snapshotOf } from '#testing/deliveries/read-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { afterChange } from '../order.ts';
import { transition } from '../transitions.ts';
import { applyReferenceTaken } from './apply-snapshot.ts';

const hold: DriftItem = { about: 'on_hold', field: 'hold', placed: 'to be delivered', now: 'awaiting stock' };
const taken = { orderReference: '1001-2' as OrderReference, sameShop: false };

/** A driver is booked, and the next reading wants goods sent under a reference that another order holds. */
function leftBy(
  drift: DriftItem[],
  changes: Parameters<typeof snapshotOf>[0],
  webhooks: object[] = [],
  more: Partial<DeliveryRecord> = {},
) {
  const made = read(nothing, {}, false);
  const booked = made.deliveries.map((one) => ({
    ...transition(transition(one, 'placing', null, paidAt), 'placed', null, paidAt),
    ...{ placedAt: paidAt, drift, ...more },
  }));
  const known = { ...made, deliveries: booked };
  const courier = { timeZone: 'Africa/Johannesburg', canLookup: true, freeze: JSON.stringify, driverState };
  const told = { webhooks, loadedAt: known.now, before: known.order };
  const context = { shop: shopIn(false), courier, ...told, person: null, wake: false };
  const updatedAt = new Date(paidAt + 60_000).toISOString();
  const { change } = applyReferenceTaken(known, snapshotOf({ updatedAt, ...changes }), context as never, taken);
  if (!change) throw new Error('no change');
  return afterChange(known, change);
}

test.each<[name: string, before: DriftItem[], changes: Parameters<typeof snapshotOf>[0], fields: string[]]>([
  [
    'an address that the driver does not know',
    [],
    { shippingAddress: exampleAddress({ address1: '9 New Rd' }) },
    ['dropoff_address'],
  ],
  ['no hold any more once the goods were released', [hold], {}, []],
])(
  'a reference that is taken leaves it told of what the driver does not know: %s',
  (_name, before, changes, fields) => {
    const after = leftBy(before, changes);
    expect(after.order).toMatchObject({ state: 'needs_attention', reason: { code: 'reference_reserved_elsewhere' } });
    expect(after.deliveries).toMatchObject([{ state: 'placed' }]);
    expect(after.deliveries[0]?.drift.map(({ field }) => field)).toEqual(fields);
  },
);

test('the order is read again for the goods of an edit that Shopify may not show yet', () => {
  const edited = { id: '7', topic: 'orders/edited', receivedAt: paidAt };
  const { order } = leftBy([], {}, [edited]);
  expect(order).toMatchObject({ state: 'needs_attention', dueAt: paidAt + 60_000 });
});

test('what the service has denied, and was to go later, is left to a person too', () => {
  const until = { kind: 'time' as const, at: paidAt + 30_000 };
  const denied = { state: 'held' as const, waitsFor: until, dueAt: until.at, everUnknown: true, landedBy: paidAt };
  const { deliveries } = leftBy([], {}, [], denied);
  expect(deliveries).toMatchObject([{ state: 'needs_attention', reason: { code: 'changed_in_doubt' }, dueAt: null }]);
});
