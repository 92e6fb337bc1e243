import { expect, test } from 'vitest';
import { exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import { type Change, inOneWrite } from './order.ts';

const delivery = (orderReference: string, state: 'queued' | 'placing') =>
  ({ ...exampleDelivery(), orderReference, state }) as NonNullable<Change['deliveries']>[number];

test('two changes in one write: the second’s records replace the first’s, and nothing else of the first is lost', () => {
  const decided: Change = {
    deliveries: [delivery('1001', 'queued'), delivery('1001-2', 'queued')],
    wakes: [{ at: 5 }],
    webhooksDone: ['7'],
    foundBy: ['word'],
    paidAtShopify: true,
  };
  const claimed: Change = { deliveries: [delivery('1001', 'placing')], wakes: [], attempts: [] };
  expect(inOneWrite(decided, claimed)).toEqual({
    ...decided,
    deliveries: [delivery('1001', 'placing'), delivery('1001-2', 'queued')],
    attempts: [],
  });
});
