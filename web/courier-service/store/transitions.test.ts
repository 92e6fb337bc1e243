import { expect, test } from 'vitest';
import { STATES, type State } from '../schemas/record.ts';
import { statesBefore, TRANSITIONS } from './transitions.ts';

test('every state can be reached from the first, and every one ends', () => {
  const reached = new Set<State>(['PENDING PICKUP']);
  for (const state of reached) {
    for (const next of TRANSITIONS[state]) {
      reached.add(next);
    }
  }
  expect([...reached].sort()).toEqual([...STATES].sort());
  expect(STATES.filter((state) => TRANSITIONS[state].length === 0)).toEqual(['DELIVERED', 'RETURNED']);
});

test('what comes before is the table read backwards', () => {
  expect(STATES.map(statesBefore)).toEqual([
    ['CANCELLED'],
    ['PENDING PICKUP', 'FAILED'],
    ['PENDING DROPOFF'],
    ['PENDING DROPOFF'],
    ['FAILED'],
    ['PENDING PICKUP'],
  ]);
});
