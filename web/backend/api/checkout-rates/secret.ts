import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Shopify does not sign what checkout asks: who knows the address is believed. 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is kept of it. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** In a time that tells nothing of how much of it is right. `stored`: null where no secret is valid. */
export function isSecret(secret: string, stored: string | null): boolean {
  const given = Buffer.from(hashOf(secret), 'hex');
  const kept = stored === null ? Buffer.alloc(given.length) : Buffer.from(stored, 'hex');
  const same = given.length === kept.length && timingSafeEqual(given, kept);
  return same && stored !== null;
}
