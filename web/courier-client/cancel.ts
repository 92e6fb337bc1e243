import type { CancelOutcome } from '#deliveries/ports/courier.ts';
import type { DeliveryId } from '#placement/ids.ts';
import type { AccountSession } from './account-session.ts';
import { driverState } from './driver-state.ts';
import { fillPath } from './fill-path.ts';
import { lookupFailure } from './lookup-failure.ts';
import { parseJson } from './parse-json.ts';
import { readDelivery, saysError } from './read-delivery.ts';
import { serviceWords } from './service-words.ts';
import { readStatements } from './statements.ts';

/** Statuses that say nothing about the delivery itself: the key, the way, the load. */
const NO_VERDICT = new Set([401, 403, 405, 408, 425, 429]);

/**
 * Asks the service to cancel. Only a 2xx that is empty or JSON and no error counts as cancelled. Where it shows the
 * delivery booked or under way as before, a look-up by id tells; with a profile that has none, the 2xx is believed.
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
  if (status >= 200 && status < 300) {
    const json = parseJson(text);
    if (saysError(json)) return { kind: 'refused', message };
    const isClear = json !== undefined || (text.trim() === '' && attempt.end === 'whole');
    if (!isClear) return { kind: 'failed', message: 'The service’s answer could not be read.' };
    const isForLookup = session.profile.lookup.byId !== null && showsAnotherState(json, text, session);
    return isForLookup ? { kind: 'failed', message } : { kind: 'cancelled' };
  }
  const isRefusal = status >= 400 && status < 500 && !NO_VERDICT.has(status);
  return { kind: isRefusal ? 'refused' : 'failed', message };
}

function showsAnotherState(json: unknown, text: string, { profile }: AccountSession): boolean {
  const state = driverState(readDelivery(json, text, profile)?.state ?? null, profile);
  return state !== null && state !== 'cancelled';
}
