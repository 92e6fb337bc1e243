import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const macBytes = 32;
/** 32 bytes in strict base64: 43 characters and one pad, the last character holding no stray bits. */
const strictBase64 = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** Whether a header could be a signature at all: known before a byte of the body is read. */
export function looksSigned(signature: string | string[] | undefined): signature is string {
  return typeof signature === 'string' && strictBase64.test(signature);
}

/**
 * The keys of the app's secrets, for `isSignedByShopify`; an empty secret signs nothing. Made once: that takes several
 * times as long as signing with one.
 */
export function signingKeys(secrets: readonly (string | null)[]): KeyObject[] {
  return secrets.flatMap((secret) => (secret ? [createSecretKey(Buffer.from(secret))] : []));
}

/**
 * True where `signature` (the value of `X-Shopify-Hmac-Sha256`) is the HMAC-SHA256 of exactly these bytes under one of the
 * keys: of the current secret and, during a rotation, of the previous. Decoded bytes are compared, in constant time.
 */
export function isSignedByShopify(
  rawBody: Uint8Array,
  signature: string | string[] | undefined,
  keys: readonly KeyObject[],
): boolean {
  if (!looksSigned(signature)) return false;
  const given = Buffer.from(signature, 'base64');
  if (given.length !== macBytes) return false;
  let matches = false;
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(rawBody).digest();
    matches = timingSafeEqual(given, expected) || matches;
  }
  return matches;
}
