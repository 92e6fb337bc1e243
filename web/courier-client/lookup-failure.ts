import type { LookupOutcome } from '#deliveries/ports/courier.ts';
import type { AccountSession } from './account-session.ts';
import { parseRetryAfter } from './retry-after.ts';
import { serviceWords } from './service-words.ts';
import { readStatements } from './statements.ts';
import type { Attempt } from './transport.ts';

export type LookupFailure = Extract<LookupOutcome, { kind: 'failed' }>;

/** No verdict, in our words. */
export function failed(message: string, account: LookupFailure['account'] = null): LookupFailure {
  return { kind: 'failed', message, retryAfterMs: null, account };
}

/** Why an attempt gives no verdict; null for a 2xx and a 404, which do. */
export function lookupFailure(attempt: Attempt, session: AccountSession): LookupFailure | null {
  if (attempt.kind === 'unsent') {
    if (attempt.why === 'forbidden_address') return failed('The service address is not a public one.', 'address');
    return failed('The delivery service could not be reached.');
  }
  if (attempt.kind === 'broken') return failed('The delivery service did not answer.');
  const { status } = attempt;
  if ((status >= 200 && status < 300) || status === 404) return null;
  if (status < 400) return failed('The service address redirects elsewhere.', 'address');
  const words = serviceWords(readStatements(attempt.text), session.apiKey);
  return {
    kind: 'failed',
    message: words || `The delivery service answered ${status}.`,
    retryAfterMs: parseRetryAfter(attempt.headers['retry-after'], session.nowMs()),
    account: status === 401 || status === 403 ? 'key' : null,
  };
}
