import type { LookupOutcome } from '#deliveries/ports/courier.ts';
import type { DeliveryId } from '#placement/ids.ts';
import type { AccountSession } from './account-session.ts';
import { fillPath } from './fill-path.ts';
import { failed, lookupFailure } from './lookup-failure.ts';
import { parseJson } from './parse-json.ts';
import { readDelivery, saysError } from './read-delivery.ts';

/**
 * Looks up one delivery by the service's id; an answer about another id is no proof. `denial`: which 404 counts as the
 * service's no, any or only one in JSON, since a gateway's page says nothing of the delivery.
 */
export async function lookupById(
  session: AccountSession,
  deliveryId: DeliveryId,
  denial: 'any' | 'json' = 'any',
): Promise<LookupOutcome> {
  const { byId } = session.profile.lookup;
  const path = byId === null ? null : fillPath(byId, 'id', deliveryId);
  if (path === null) return { kind: 'unsupported' };
  const attempt = await session.send({ method: 'GET', path });
  const failure = lookupFailure(attempt, session);
  if (failure || attempt.kind !== 'answered') return failure ?? failed('The delivery service did not answer.');
  const json = parseJson(attempt.text);
  if (attempt.status === 404 && json !== undefined) return { kind: 'not_found' };
  if (attempt.status === 404 && denial === 'any') return { kind: 'not_found', isPage: true };
  const delivery = saysError(json, session.profile) ? null : readDelivery(json, attempt.text, session.profile);
  if (delivery === null) return failed('The service’s answer could not be read.');
  if (delivery.deliveryId !== deliveryId) return failed('The service answered about another delivery.');
  return { kind: 'found', delivery };
}
