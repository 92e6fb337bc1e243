import { expect, test } from 'vitest';
import { reason } from './reasons.ts';

/** Reasons that stand only where surely nothing of this delivery is at the service. */
const sureNo = ['too_late', 'attempts_used_up', 'refused_by_service', 'not_placed_again'];

test('no reason denies a driver where one may exist', () => {
  const denying = Object.entries(reason.catalogue).filter(([, { message }]) => /no driver|not booked/i.test(message));
  expect(denying.map(([code]) => code).sort()).toEqual(sureNo.sort());
});

test('what leaves a driver in doubt names the reference that a person can ask the service about', () => {
  const doubtful = Object.entries(reason.catalogue).filter(([code]) => /_in_doubt$|^probably_placed$/.test(code));
  for (const [code, { message, nextStep }] of doubtful) expect(`${message} ${nextStep}`, code).toContain('{reference}');
});
