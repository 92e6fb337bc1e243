import { expect, test } from 'vitest';
import { deliveryStates } from '#api-contract/order.ts';
import type { Doubt, Refusal } from '#deliveries/delivery.ts';
import { transitions } from '#deliveries/transitions.ts';
import type { WaitsFor } from '#placement/waiting.ts';

/** See "A release that reads what the next one writes" in the contributors' page before anything is added here. */
const known = {
  states: ['cancelled', 'confirming', 'held', 'needs_attention', 'placed', 'placing', 'queued', 'skipped'],
  waitsFor: {
    ...{ time: 1, opening: 1, release: 1, packing: 1, settings: 1, service: 1 },
    ...{ order: 1, lacking: 1, rules: 1, reference: 1, person: 1 },
  } satisfies Record<WaitsFor['kind'], 1>,
  doubts: { unanswered: 1, duplicate: 1, refused: 1 } satisfies Record<Doubt, 1>,
  refusals: { note: 1, details: 1, tag: 1, fulfilment: 1, event: 1 } satisfies Record<Refusal['of'], 1>,
};

test('rows have no state that the release before does not know', () => {
  expect(deliveryStates.toSorted()).toEqual(known.states);
  expect(Object.keys(transitions).toSorted()).toEqual(expect.arrayContaining(known.states));
});

test.each([
  ['kind of what is waited for', known.waitsFor, 11],
  ['doubt', known.doubts, 3],
  ['refusal', known.refusals, 5],
])('rows have no %s that the release before does not know', (_what, values, count) => {
  expect(Object.keys(values)).toHaveLength(count);
});
