import { expect, test } from 'vitest';
import { portFaults, tryFault } from './port-faults.ts';

test.each(portFaults)(
  'the simulation catches: %s',
  async (fault) => {
    const { seed, violation } = await tryFault(fault);
    expect(seed, violation).not.toBeNull();
  },
  300_000,
);

test('it knows of more than fifty faults', () => {
  expect(portFaults.length).toBeGreaterThan(50);
});
