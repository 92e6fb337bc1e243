import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { places } from './encrypted-columns.ts';
import type { Cipher } from './encryption.ts';

/** Where a body stands in its row: as bytes, or as text where a version before wrote it. */
export interface StoredBody {
  body_sealed: string | null;
  payload_sealed: Buffer | null;
}

/** Whether a row of `webhook` still has its body. */
export const hasBody = sql<boolean>`(payload_sealed is not null or body_sealed is not null)`;

/** Whether the key that it was encrypted with is not at hand. */
export const needsOtherKey = (cipher: Cipher, { payload_sealed: bytes }: StoredBody): boolean =>
  bytes !== null && !cipher.keyIds.includes(keyIdOf(bytes));

/** The key's id is the second part of an envelope, and has at most 40 characters. */
const keyIdOf = (bytes: Buffer): string => bytes.toString('latin1', 0, 50).split('.')[1] ?? '';

/** The same in SQL. */
export const payloadKeyId = sql<string>`split_part(encode(substring(payload_sealed from 1 for 50), 'escape'), '.', 2)`;

/** Level 1 and a small window: on bodies of 8 kB as short as the highest level, in half its time. */
const compression = { level: constants.Z_BEST_SPEED, windowBits: 13, memLevel: 7, chunkSize: 4096 };
/** Above the largest body that the intake takes. */
const mostBytes = 16 * 1024 * 1024;

/** Compressed, then encrypted: encrypted bytes could not be compressed any more. */
export function encryptBody(cipher: Cipher, shop: string, webhookId: string, body: Buffer): Buffer {
  return cipher.encryptBytes(deflateRawSync(body, compression), places.webhookPayload(shop, webhookId));
}

/** The bytes as they came; none where none are kept. null where no key at hand opens them, or they were damaged. */
export function decryptBody(cipher: Cipher, shop: string, webhookId: string, stored: StoredBody): Buffer | null {
  const { payload_sealed: bytes, body_sealed: text } = stored;
  try {
    if (bytes !== null) {
      const compressed = cipher.decryptBytes(bytes, places.webhookPayload(shop, webhookId));
      return inflateRawSync(compressed, { maxOutputLength: mostBytes });
    }
    return text === null
      ? Buffer.alloc(0)
      : Buffer.from(cipher.decrypt(text, places.webhook(shop, webhookId)), 'latin1');
  } catch {
    return null;
  }
}
