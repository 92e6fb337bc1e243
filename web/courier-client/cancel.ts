import type { ServiceDelivery } from '#deliveries/delivery.ts';
import type { CancelOutcome } from '#deliveries/ports/courier.ts';
import type { DeliveryId } from '#placement/ids.ts';
import type { AccountSession } from './account-session.ts';
import { driverState } from './driver-state.ts';
import { fillPath } from './fill-path.ts';
import { lookupById } from './lookup-by-id.ts';
import { lookupFailure } from './lookup-failure.ts';
import { parseJson } from './parse-json.ts';
import { readDelivery, saysError } from './read-delivery.ts';
import { serviceWords } from './service-words.ts';
import { readStatements } from './statements.ts';
import type { Attempt } from './transport.ts';

/** Statuses that say nothing about the delivery itself: the key, the way, the load. */
const NO_VERDICT = new Set([401, 403, 405, 408, 425, 429]);

/**
 * Asks the service to cancel. Its plain yes is a 204, or a 2xx that shows this delivery cancelled. What any other 2xx
 * means (it was asked for, it is too late, a gateway spoke) a look-up by id tells; where the profile has none, it is believed.
 */
export async function cancel(session: AccountSession, deliveryId: DeliveryId): Promise<CancelOutcome> {
  const call = session.profile.cancel;
  const path = call === null ? null : fillPath(call.path, 'id', deliveryId);
  if (call === null || path === null) return { kind: 'unsupported' };
  const attempt = await session.send({ method: call.method, path });
  const failure = lookupFailure(attempt, session);
  if (attempt.kind !== 'answered') return { kind: 'failed', message: failure?.message ?? '' };
  const { status, text } = attempt;
  const words = serviceWords(readStatements(text), session.apiKey);
  const message = words || failure?.message || `The delivery service answered ${status}.`;
  if (status >= 200 && status < 300) return judgeAccepted(session, deliveryId, attempt, message);
  const isRefusal = status >= 400 && status < 500 && !NO_VERDICT.has(status);
  return { kind: isRefusal ? 'refused' : 'failed', message };
}

/** What a 2xx means; `message`: its words. */
async function judgeAccepted(
  session: AccountSession,
  deliveryId: DeliveryId,
  { status, text, end }: Extract<Attempt, { kind: 'answered' }>,
  message: string,
): Promise<CancelOutcome> {
  const json = parseJson(text);
  const record = readDelivery(json, text, session.profile);
  const isIts = record?.deliveryId === deliveryId;
  if (saysError(json, isIts ? session.profile : null)) return { kind: 'refused', message };
  const isClear = json !== undefined || (text.trim() === '' && end === 'whole');
  if (!isClear) return { kind: 'failed', message: 'The service’s answer could not be read.' };
  const isPlain = status === 204 || isCancelled(record, deliveryId, session);
  return isPlain ? { kind: 'cancelled' } : lookedUp(session, deliveryId, message);
}

/** What became of it after an answer that may mean anything; `message`: that answer's words. */
async function lookedUp(session: AccountSession, deliveryId: DeliveryId, message: string): Promise<CancelOutcome> {
  const outcome = await lookupById(session, deliveryId, 'json');
  if (outcome.kind === 'failed') return { kind: 'failed', message: outcome.message };
  const isGone = outcome.kind !== 'found' || isCancelled(outcome.delivery, deliveryId, session);
  return isGone ? { kind: 'cancelled' } : { kind: 'failed', message };
}

function isCancelled(found: ServiceDelivery | null, deliveryId: DeliveryId, { profile }: AccountSession): boolean {
  return found?.deliveryId === deliveryId && driverState(found.state, profile) === 'cancelled';
}
