import { expect, test } from 'vitest';
import { emptyOverview } from '../../testing/sample-overview.ts';
import { isDone, isSetUp, stepsOf } from './setup-steps.ts';

const { setup } = emptyOverview();
const done = {
  ...setup,
  ...{ keySet: true, testKeySet: true, keyAccepted: true, testKeyAccepted: true, testOrderPlaced: true },
  ...{ locationsComplete: true, firstPlaced: true },
};

test.each([
  ['an address that is confirmed', true, true, 6],
  ['none yet', false, false, 6],
  ['an app without a mail server, which asks for none', null, true, 5],
] as const)('mail is a step of the guide: %s', (_case, mailConfirmed, isOver, count) => {
  const shown = { ...done, mailConfirmed };
  expect([isSetUp(shown), stepsOf(shown).length]).toEqual([isOver, count]);
  expect(isDone(shown, 'mailConfirmed')).toBe(mailConfirmed === true);
});

test('a key that the service has not accepted leaves its step open', () => {
  expect(isDone({ ...done, keyAccepted: false }, 'keySet')).toBe(false);
});
