import { describe, expect, test } from 'vitest';
import { booked, exampleDelivery, exampleRequest } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord, ServiceDelivery } from '../delivery.ts';
import { type Owner, ownerOf, sentOf } from './matches-request.ts';

const hidden = { customerIdentifier: null, pickupAddress: null, dropoffAddress: null, dropoffContactPhone: null };
const rewritten = { pickupAddress: '1 MAIN ROAD, RSA', dropoffAddress: '71 WALE STREET, RSA' };
const otherPhone = { dropoffContactPhone: '0839999999' };

/** outcomes.md, row 10: on a first attempt nothing is ours without proof. */
const firstAttempt: [string, Partial<ServiceDelivery>, Owner][] = [
  ['everything shown, everything ours', {}, 'ours'],
  ['letter case and spaces differ', { dropoffAddress: '71  WALE st, cape town, 8001 ' }, 'ours'],
  ['the phone in the international form', { dropoffContactPhone: '+27 82 123 4567' }, 'ours'],
  ['the phone is not shown', { dropoffContactPhone: null }, 'ours'],
  ['the reference is not shown', { orderReference: null }, 'ours'],
  ['another reference is shown', { orderReference: '1002' }, 'in_doubt'],
  ['another customer', { customerIdentifier: '999' }, 'somebody_else'],
  ['our customer, another drop-off', { dropoffAddress: '9 Long St' }, 'in_doubt'],
  ['our customer, another pickup', { pickupAddress: '9 Long St' }, 'in_doubt'],
  ['our customer, another phone', otherPhone, 'in_doubt'],
  ['our customer, no drop-off shown', { dropoffAddress: null }, 'in_doubt'],
  ['our customer, no pickup shown', { pickupAddress: null }, 'in_doubt'],
  ['no customer shown, our drop-off', { customerIdentifier: null }, 'in_doubt'],
  ['no customer shown, only our phone', { ...hidden, dropoffContactPhone: '0821234567' }, 'in_doubt'],
  ['no customer shown, another drop-off', { ...hidden, dropoffAddress: '9 Long St' }, 'somebody_else'],
  ['nothing shown', hidden, 'somebody_else'],
];

/** After a lost answer of ours only another customer disproves it. */
const afterLostAnswer: [string, Partial<ServiceDelivery>, Owner][] = [
  ['everything ours', {}, 'ours'],
  ['our customer, addresses in the words of the service', rewritten, 'ours'],
  ['our customer, all else hidden', { ...hidden, customerIdentifier: '501' }, 'ours'],
  ['no customer shown, our drop-off', { customerIdentifier: null, pickupAddress: null }, 'ours'],
  ['no customer shown, our phone', { ...hidden, ...rewritten, dropoffContactPhone: '27821234567' }, 'ours'],
  ['no customer shown, nothing that speaks against it', hidden, 'ours'],
  ['no customer shown, addresses in other words', { ...hidden, ...rewritten }, 'in_doubt'],
  ['no customer shown, another phone', { ...hidden, ...otherPhone }, 'in_doubt'],
  ['another customer at our address', { customerIdentifier: '999' }, 'somebody_else'],
  ['another reference', { orderReference: '1001-2' }, 'in_doubt'],
];

const earlier: DeliveryRecord['earlier'] = {
  request: { ...exampleRequest, dropoff_address: '9 Long St', customer_identifier: '500' },
  body: 'the earlier body',
};

describe('whose delivery stands under our reference', () => {
  test.each(firstAttempt)('first attempt, %s', (_name, shown, owner) => {
    expect(ownerOf(exampleDelivery(), booked(shown))).toBe(owner);
  });

  test.each(afterLostAnswer)('after a lost answer, %s', (_name, shown, owner) => {
    expect(ownerOf(exampleDelivery({ everUnknown: true }), booked(shown))).toBe(owner);
  });

  test('what went out before a correction is ours, too', () => {
    const ours = exampleDelivery({ everUnknown: true, earlier });
    expect(ownerOf(ours, booked({ customerIdentifier: '500' }))).toBe('ours');
    const onlyAddress = { ...hidden, dropoffAddress: '9 Long St', ...otherPhone };
    expect(ownerOf(ours, booked(onlyAddress))).toBe('ours');
    const first = exampleDelivery({ earlier });
    expect(ownerOf(first, booked({ ...hidden, dropoffAddress: '9 Long St' }))).toBe('in_doubt');
  });
});

describe('which request was booked', () => {
  const corrected = exampleDelivery({ everUnknown: true, earlier });
  test.each([
    ['the only one there is', exampleDelivery(), {}, 'present'],
    ['the only one, whatever the service shows', exampleDelivery(), { dropoffAddress: '9 Long St' }, 'present'],
    ['the corrected one where the service shows its address', corrected, {}, 'present'],
    ['the earlier one where the service shows another', corrected, { dropoffAddress: '9 Long St' }, 'earlier'],
    ['the earlier one where the service shows none, so that the correction shows', corrected, hidden, 'earlier'],
  ])('%s', (_name, ours, shown, which) => {
    const { body } = sentOf(ours, booked(shown));
    expect(body).toBe(which === 'earlier' ? 'the earlier body' : ours.body);
  });
});
