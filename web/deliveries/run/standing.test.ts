import { expect, test } from 'vitest';
import { placementReason } from '#placement/placement-reasons.ts';
import { exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import { reason } from '../reasons.ts';
import { standingBy } from './standing.ts';

const inDoubt = exampleDelivery({
  ...{ state: 'cancelled', everUnknown: true },
  reason: reason('order_ended_in_doubt', { reference: '1001' }),
});
const paused = placementReason('paused', {});

test.each([
  ['what is held goes on saying what it waits for', { verdict: 'held', waitsFor: { kind: 'settings' } }, 'paused'],
  ['what a person is asked about says that a driver may come', { verdict: 'needs_attention' }, 'order_ended_in_doubt'],
] as const)('beside a driver in doubt %s', (_name, rest, code) => {
  const decision = { ...rest, reason: paused, rules: [], failed: [] };
  expect(standingBy(decision, [inDoubt])).toMatchObject({ state: rest.verdict, reason: { code } });
});
