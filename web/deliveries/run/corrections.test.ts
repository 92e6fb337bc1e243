import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { LocationId } from '#placement/ids.ts';
import { type MappedDelivery, mapOrder } from '#placement/map-order.ts';
import type { OrderWords } from '#placement/order-says.ts';
import {
  exampleAddress,
  exampleFulfillmentOrder,
  exampleLocation,
  exampleOrder,
} from '#placement/testing/example-order.ts';
import { correctedLocation } from './corrected-in.ts';
import { saidOf, saidOfRepeated, withCorrections } from './corrections.ts';
import type { MethodWords } from './other-method.ts';

const second = exampleFulfillmentOrder({
  id: '502',
  location: exampleLocation({ id: '9002' as LocationId, address1: '1 Rivonia Rd' }),
});
const mappedWith = (phone: string): MappedDelivery[] =>
  mapOrder(
    exampleOrder({
      shippingAddress: exampleAddress({ phone }),
      fulfillmentOrders: [exampleFulfillmentOrder(), second],
    }),
    defaultSettings,
    { correctionsFor: () => undefined },
  ).deliveries;
const [collected, elsewhere] = mappedWith('082 123 4567') as [MappedDelivery, MappedDelivery];
const there = elsewhere.locationKey;
const none = { corrections: {}, saidWhenCorrected: {} };
const own = { delivery_method: 'Today', delivery_method_type: 'LOCAL' };
const withoutMethod = ({ delivery_method: _, delivery_method_type: __, ...others }: OrderWords): OrderWords => others;

describe('withCorrections', () => {
  it('keeps what the order said of each corrected field, the drop-off for the whole order', () => {
    const typed = { dropoff_contact_phone: '0839876543', pickup_address: '2 Main Rd' };
    const corrected = withCorrections(none, typed, { locationKey: there, said: elsewhere.said });
    expect(corrected.corrections).toEqual({
      '*': { dropoff_contact_phone: '0839876543' },
      [there]: { pickup_address: '2 Main Rd' },
    });
    expect(corrected.saidWhenCorrected).toEqual({
      '*': { dropoff_contact_phone: '0821234567' },
      [there]: { pickup_address: expect.stringMatching(/^1 Rivonia Rd/) },
    });
  });

  it('is what the request says it was made from, whatever the order says by now', () => {
    const { locationKey, said } = collected;
    const corrected = withCorrections(none, { dropoff_contact_phone: '1' }, { locationKey, said });
    const [later] = mappedWith('083 111 2222') as [MappedDelivery];
    expect(saidOf(corrected, later)).toEqual({ ...later.said, dropoff_contact_phone: '0821234567' });
    const again = withCorrections(corrected, { dropoff_contact_phone: '2' }, { locationKey, said: later.said });
    expect(saidOf(again, later)).toEqual(later.said);
  });

  it('keeps where a repeated request collects, and takes over whom the order goes to by now', () => {
    const moved = { ...elsewhere.said, dropoff_contact_phone: '0839999999' };
    const { pickup_address } = collected.said;
    expect(saidOfRepeated(none, { ...elsewhere, said: moved }, { said: collected.said }, null)).toEqual({
      ...{ ...moved, pickup_address },
    });
    expect(saidOfRepeated(none, elsewhere, { said: null }, null)).toEqual(withoutMethod(elsewhere.said));
  });

  it('keeps no method of other goods, where a person sent these in spite of theirs', () => {
    const inSpite = withoutMethod(collected.said);
    const keysOf = (method: MethodWords | null) =>
      Object.keys(saidOfRepeated(none, elsewhere, { said: inSpite }, method)).sort();
    expect(elsewhere.said).toHaveProperty('delivery_method');
    for (const method of [null, {}, own]) expect(keysOf(method)).toEqual(Object.keys(inSpite).sort());
  });

  it('keeps how its own goods travel, whatever lies beside them', () => {
    const beside = { ...elsewhere, said: withoutMethod(elsewhere.said) };
    const methodOf = (method: MethodWords | null) =>
      saidOfRepeated(none, beside, { said: collected.said }, method).delivery_method;
    expect([methodOf(own), methodOf(null), methodOf({})]).toEqual(['Today', collected.said.delivery_method, undefined]);
  });

  it('knows nothing of an order that names no place', () => {
    const corrected = withCorrections(none, { dropoff_contact_phone: '1' }, { locationKey: '*', said: null });
    expect(corrected.saidWhenCorrected).toEqual({ '*': {} });
    expect(correctedLocation([], [], '1001')).toBe('*');
  });
});
