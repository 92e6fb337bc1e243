import { createHash, timingSafeEqual } from 'node:crypto';

/** A client of the service: a digest of its key, so that no table, log or answer holds the key itself. */
export type AccountId = string;

export interface Accounts {
  /** The client that an `Authorization` header proves, or null. Takes as long for a wrong key as for a right one. */
  authenticate(authorization: string | undefined): AccountId | null;
}

const BASIC = /^basic +([a-z0-9+/]+={0,2})$/i;

/** HTTP Basic (interface section 5): the user is the API key, the password is empty. */
export function openAccounts(apiKeys: readonly string[]): Accounts {
  const known = apiKeys.map((key) => digest(Buffer.from(`${key}:`)));
  return {
    authenticate: (authorization) => {
      const encoded = BASIC.exec(authorization ?? '')?.[1];
      const offered = digest(Buffer.from(encoded ?? '', 'base64'));
      const found = known.filter((expected) => timingSafeEqual(expected, offered));
      return found[0] && encoded ? accountId(found[0]) : null;
    },
  };
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function accountId(keyDigest: Buffer): AccountId {
  return keyDigest.toString('hex').slice(0, 32);
}
