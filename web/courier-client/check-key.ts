import type { KeyCheck } from '#deliveries/ports/courier.ts';
import type { AccountSession } from './account-session.ts';
import { fillPath } from './fill-path.ts';
import { deliveriesOfList } from './lookup-in-list.ts';
import { parseJson } from './parse-json.ts';
import { saysError } from './read-delivery.ts';
import { serviceWords } from './service-words.ts';
import { readStatements } from './statements.ts';
import type { Attempt } from './transport.ts';

/** No order has this reference, and no customer this identifier: the look-up alone tells whether the key is let in. */
const NOBODY = 'key-check';
/** The service has no such call, or it takes no such name: nothing is said of the key. */
const NO_CALL = [400, 404, 405, 422];

/**
 * Checks the key by the profile's test call, else by a look-up of nobody's reference; where the service has neither, by
 * the list of a customer that nobody is. Places nothing.
 */
export async function checkKey(session: AccountSession): Promise<KeyCheck> {
  const { test, lookup } = session.profile;
  const reference = lookup.byReference && fillPath(lookup.byReference, 'order_reference', NOBODY);
  const list = lookup.byCustomer && fillPath(lookup.byCustomer, 'customer_identifier', NOBODY);
  const path = test ?? reference;
  let said = verdict('unreachable', 'The service offers no call that checks a key.');
  if (path) {
    const attempt = await session.send({ method: 'GET', path });
    said = judgeKey(attempt, session.apiKey, test === null ? 'reference' : 'test');
    if (said.kind !== 'address' || !isNoCall(attempt)) return said;
  }
  if (list) {
    const attempt = await session.send({ method: 'GET', path: list });
    if (!isNoCall(attempt)) return judgeKey(attempt, session.apiKey, 'list');
  }
  return { ...said, hasNoCall: true };
}

function isNoCall(attempt: Attempt): boolean {
  return attempt.kind === 'answered' && NO_CALL.includes(attempt.status);
}

function judgeKey(attempt: Attempt, apiKey: string, call: 'test' | 'reference' | 'list'): KeyCheck {
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
  if (call === 'reference' && status === 404 && json !== undefined) return verdict('accepted', 'The key is accepted.');
  if (status < 200 || status >= 300) return verdict('address', message);
  if (saysError(json)) return verdict('key', message);
  const isReadable = call === 'list' ? deliveriesOfList(json) !== null : typeof json === 'object' && json !== null;
  if (!isReadable) return verdict('address', 'The service address does not answer like a delivery service.');
  return verdict('accepted', words || 'The key is accepted.');
}

function verdict(kind: KeyCheck['kind'], message: string): KeyCheck {
  return { ok: kind === 'accepted', kind, message };
}
