import type { Overview } from '#api-contract/panel.ts';

type Setup = Overview['setup'];

/** The set-up guide's steps, in order. */
export const steps = ['testKeySet', 'testOrderPlaced', 'locationsComplete', 'keySet', 'firstPlaced'] as const;

/** True where the guide has nothing more to say. */
export function isSetUp(setup: Setup): boolean {
  return setup.dismissed || steps.every((step) => isDone(setup, step));
}

/** A key counts once the service has accepted it: a wrong one leaves its step open. */
export function isDone(setup: Setup, step: (typeof steps)[number]): boolean {
  if (step === 'keySet') return setup.keySet && setup.keyAccepted;
  if (step === 'testKeySet') return setup.testKeySet && setup.testKeyAccepted;
  return setup[step];
}
