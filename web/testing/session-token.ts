import { randomUUID } from 'node:crypto';
import { signSessionToken } from '#store-simulator/oauth/session-token.ts';

/** As the admin of a shop gives it to a page of the app, where no store simulator runs. */
export function sessionToken(shop: string, { clientId, secret }: { clientId: string; secret: string }): string {
  const now = Math.floor(Date.now() / 1000);
  return signSessionToken(
    {
      iss: `https://${shop}/admin`,
      dest: `https://${shop}`,
      aud: clientId,
      sub: '1',
      exp: now + 60,
      nbf: now - 5,
      iat: now,
      jti: randomUUID(),
      sid: randomUUID(),
    },
    secret,
  );
}
