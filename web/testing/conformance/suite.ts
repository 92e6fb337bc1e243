import type { Check } from './check.ts';
import { authenticationChecks } from './checks-authentication.ts';
import { placementChecks } from './checks-placement.ts';
import { referenceChecks } from './checks-reference.ts';

/** The interface's contract, tried from outside: it knows a base URL, a key and a profile, and nothing of the service. */
export const suite: readonly Check[] = [...authenticationChecks, ...placementChecks, ...referenceChecks];
