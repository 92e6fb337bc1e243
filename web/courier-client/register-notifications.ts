import type { AccountSession } from './account-session.ts';
import { readPointer } from './json-pointer.ts';
import { lookupFailure } from './lookup-failure.ts';
import { parseJson } from './parse-json.ts';
import type { CourierProfile } from './profile.ts';
import { saysError } from './read-delivery.ts';

/** `refused`: the service said no, so that nothing is registered under the address; `failed`: something may be. */
export type Registration = { kind: 'registered'; secret: string } | { kind: 'refused' | 'failed'; message: string };

/** Tells the service where to send notifications of an account; it gives the secret that it will sign them with. */
export async function registerNotifications(session: AccountSession, url: string): Promise<Registration> {
  const { notifications } = session.profile;
  if (notifications === null) return { kind: 'failed', message: 'The service has no notifications.' };
  const { path, urlField, secret: pointer } = notifications.register;
  const attempt = await session.send({ method: 'POST', path, body: JSON.stringify({ [urlField]: url }) });
  const failure = lookupFailure(attempt, session);
  if (attempt.kind !== 'answered' || attempt.status < 200 || attempt.status >= 300) {
    const isRefused = attempt.kind === 'answered' && attempt.status >= 400 && attempt.status < 500;
    const message = failure?.message ?? 'The delivery service did not take the registration.';
    return { kind: isRefused ? 'refused' : 'failed', message };
  }
  const json = parseJson(attempt.text);
  const secret = readPointer(json, pointer);
  const isUsable = typeof secret === 'string' && /^(whsec_)?[A-Za-z0-9+/]{20,200}={0,2}$/.test(secret);
  if (saysError(json) || !isUsable) return { kind: 'failed', message: 'The answer held no secret that can be used.' };
  return { kind: 'registered', secret };
}

/** Which delivery a notification is about, by the service's id; null where it names none. Nothing else in it is read. */
export function notifiedDelivery(
  body: string,
  { notifications }: Pick<CourierProfile, 'notifications'>,
): string | null {
  const id = notifications === null ? null : readPointer(parseJson(body), notifications.deliveryId);
  const isId = (typeof id === 'string' && id.length <= 255) || typeof id === 'number';
  return isId ? String(id).trim() : null;
}
