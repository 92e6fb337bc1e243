import type { Problem } from '#api-contract/order.ts';

/** What came of a call of the app's own backend. `missing`: this shop has no such thing. `down`: nobody could answer. */
export type Answer<T> =
  | { kind: 'ok'; body: T }
  | { kind: 'missing' }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'down' };

/** Longer than any answer of the backend; a hanging call must not leave a face loading for ever. */
const usualTimeoutMs = 20_000;

/**
 * Calls the app's backend; `post` is sent as JSON. In the admin a path is enough, and Shopify adds the session token.
 * The backend may be newer than this extension, so what it answers is taken as it is, and unknown members do no harm.
 */
export async function callApi<T>(
  address: string,
  { post, token, timeoutMs = usualTimeoutMs }: { post?: unknown; token?: string; timeoutMs?: number } = {},
): Promise<Answer<T>> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  if (post !== undefined) headers['Content-Type'] = 'application/json';
  try {
    const response = await fetch(address, {
      method: post === undefined ? 'GET' : 'POST',
      headers,
      ...(post === undefined ? {} : { body: JSON.stringify(post) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status >= 500) return { kind: 'down' };
    const body: unknown = await response.json();
    if (response.ok) return { kind: 'ok', body: body as T };
    if (!saysWhy(body)) return { kind: 'down' };
    return response.status === 404 ? { kind: 'missing' } : { kind: 'refused', problem: body };
  } catch {
    return { kind: 'down' };
  }
}

/** What stands between may refuse too, or have nobody behind it, in a shape of its own. */
function saysWhy(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
}
