import type { Overview } from '#api-contract/overview.ts';

type Setup = Overview['setup'];

const steps = ['testKeySet', 'testOrderPlaced', 'locationsComplete', 'keySet', 'mailConfirmed', 'firstPlaced'] as const;
export type SetupStep = (typeof steps)[number];

/** The set-up guide's steps, in order; an app without a mail server asks for no address. */
export function stepsOf({ mailConfirmed }: Setup): SetupStep[] {
  return steps.filter((step) => step !== 'mailConfirmed' || mailConfirmed !== null);
}

/** True where the guide has nothing more to say. */
export function isSetUp(setup: Setup): boolean {
  return setup.dismissed || stepsOf(setup).every((step) => isDone(setup, step));
}

/** A key counts once the service has accepted it: a wrong one leaves its step open. */
export function isDone(setup: Setup, step: SetupStep): boolean {
  if (step === 'keySet') return setup.keySet && setup.keyAccepted;
  if (step === 'testKeySet') return setup.testKeySet && setup.testKeyAccepted;
  return setup[step] === true;
}
