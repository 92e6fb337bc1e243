import { createHash } from 'node:crypto';

/** How notes are compared without being kept. */
export function noteHash(note: string | null): string {
  return createHash('sha256').update(note ?? '').digest('base64url');
}
