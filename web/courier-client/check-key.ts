import type { KeyCheck } from '#deliveries/ports/courier.ts';
import type { AccountSession } from './account-session.ts';
import { fillPath } from './fill-path.ts';
import { parseJson } from './parse-json.ts';
import { saysError } from './read-delivery.ts';
import { serviceWords } from './service-words.ts';
import { readStatements } from './statements.ts';
import type { Attempt } from './transport.ts';

/** A reference no order has: where the service has no test call, looking it up tells whether the key is let in. */
const NOBODYS_REFERENCE = 'key-check';

/** Checks the key by the profile's test call, else by a look-up of nobody's reference. Places nothing. */
export async function checkKey(session: AccountSession): Promise<KeyCheck> {
  const { test, lookup } = session.profile;
  const probe = lookup.byReference && fillPath(lookup.byReference, 'order_reference', NOBODYS_REFERENCE);
  const path = test ?? probe;
  if (!path) return { ok: false, kind: 'unreachable', message: 'The service offers no call that checks a key.' };
  const attempt = await session.send({ method: 'GET', path });
  return judgeKey(attempt, session.apiKey, test === null);
}

function judgeKey(attempt: Attempt, apiKey: string, isProbe: boolean): KeyCheck {
  if (attempt.kind !== 'answered') {
    const isForbidden = attempt.kind === 'unsent' && attempt.why === 'forbidden_address';
    return isForbidden
      ? verdict('address', 'The service address is not a public one.')
      : verdict('unreachable', 'The delivery service could not be reached.');
  }
  const { status, text } = attempt;
  const json = parseJson(text);
  const words = serviceWords(readStatements(text), apiKey);
  const message = words || `The delivery service answered ${status}.`;
  if (status === 401 || status === 403) return verdict('key', message);
  if (status === 408 || status === 425 || status === 429 || status >= 500) return verdict('unreachable', message);
  if (isProbe && status === 404 && json !== undefined) return verdict('accepted', 'The key is accepted.');
  if (status < 200 || status >= 300) return verdict('address', message);
  if (saysError(json)) return verdict('key', message);
  if (typeof json !== 'object' || json === null)
    return verdict('address', 'The service address does not answer like a delivery service.');
  return verdict('accepted', words || 'The key is accepted.');
}

function verdict(kind: KeyCheck['kind'], message: string): KeyCheck {
  return { ok: kind === 'accepted', kind, message };
}
