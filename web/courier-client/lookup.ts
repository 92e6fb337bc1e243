import type { LookupOutcome, LookupQuery } from '#deliveries/ports/courier.ts';
import type { AccountSession } from './account-session.ts';
import { fillPath } from './fill-path.ts';
import { failed, lookupFailure } from './lookup-failure.ts';
import { deliveriesOfList, lookupInList } from './lookup-in-list.ts';
import { parseJson } from './parse-json.ts';
import { readDelivery, saysError } from './read-delivery.ts';

/**
 * Looks for the delivery of a reference: by reference, else in the customer's list, as far as the profile goes.
 * `found` needs an id, and where the answer names a reference, ours byte for byte. `not_found` is the service's own
 * clear word (404, an empty list); everything doubtful is `failed`. Ends within one time-out, lists included.
 */
export async function lookup(session: AccountSession, query: LookupQuery): Promise<LookupOutcome> {
  const { byReference, byCustomer } = session.profile.lookup;
  const path = byReference === null ? null : fillPath(byReference, 'order_reference', query.orderReference);
  if (path !== null) return lookupByReference(session, path, query);
  if (byCustomer === null || query.customerIdentifier === null) {
    return byReference === null ? { kind: 'unsupported' } : failed('The reference cannot stand in an address.');
  }
  const listPath = fillPath(byCustomer, 'customer_identifier', query.customerIdentifier);
  if (listPath === null) return { kind: 'unsupported' };
  return lookupInList(session, listPath, query);
}

async function lookupByReference(session: AccountSession, path: string, query: LookupQuery): Promise<LookupOutcome> {
  const attempt = await session.send({ method: 'GET', path });
  const failure = lookupFailure(attempt, session);
  if (failure || attempt.kind !== 'answered') return failure ?? failed('The delivery service did not answer.');
  if (attempt.status === 404) return { kind: 'not_found' };
  const json = parseJson(attempt.text);
  if (saysError(json, session.profile)) return failed('The service’s answer could not be read.');
  const delivery = readDelivery(json, attempt.text, session.profile);
  if (delivery === null) {
    // Some services answer a search with a list, whatever its length.
    if (deliveriesOfList(json) === null) return failed('The service’s answer could not be read.');
    return lookupInList(session, path, query, attempt);
  }
  if (delivery.orderReference !== null && delivery.orderReference !== query.orderReference) {
    return failed('The service answered about another reference.');
  }
  return { kind: 'found', delivery };
}
