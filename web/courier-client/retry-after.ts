import { DateTime } from 'luxon';

const DAY_MS = 86_400_000;

/**
 * Milliseconds to wait by a `Retry-After` header (RFC 9110 §10.2.3: seconds or an HTTP date), clamped to 24 h; null
 * where there is none or it cannot be read. `nowMs` is epoch milliseconds.
 */
export function parseRetryAfter(value: string | string[] | undefined, nowMs: number): number | null {
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  if (!text) return null;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : DateTime.fromHTTP(text).toMillis() - nowMs;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), DAY_MS);
}
