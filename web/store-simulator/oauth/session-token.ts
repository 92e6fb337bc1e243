import { createHmac, timingSafeEqual } from 'node:crypto';

/** Claims of a session token as App Bridge gets it from Shopify. */
export interface SessionTokenClaims {
  iss: string;
  dest: string;
  aud: string;
  sub: string;
  exp: number;
  nbf: number;
  iat: number;
  jti: string;
  sid: string;
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signature = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest();

/** Signs claims as Shopify does: HS256 with the app's secret. `header` replaces the usual one (tests of attacks). */
export function signSessionToken(
  claims: Partial<SessionTokenClaims> & Record<string, unknown>,
  secret: string,
  header: Record<string, unknown> = { alg: 'HS256', typ: 'JWT' },
): string {
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${signature(text, secret).toString('base64url')}`;
}

/** Why a token is no session token of this shop and app; null where it is one. */
export function sessionTokenProblem(
  token: string,
  expected: { secret: string; clientId: string; shop: string; nowMs: number },
): string | null {
  const parts = token.split('.');
  if (parts.length !== 3) {
    return 'malformed';
  }
  const [header, body, given] = parts as [string, string, string];
  const right = signature(`${header}.${body}`, expected.secret);
  const sent = Buffer.from(given, 'base64url');
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) {
    return 'signature';
  }
  let claims: Partial<SessionTokenClaims>;
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg?: string };
    if (alg !== 'HS256') {
      return 'alg';
    }
    claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Partial<SessionTokenClaims>;
  } catch {
    return 'malformed';
  }
  const now = Math.floor(expected.nowMs / 1000);
  if (claims.aud !== expected.clientId) {
    return 'aud';
  }
  if (claims.dest !== `https://${expected.shop}`) {
    return 'dest';
  }
  if (claims.iss !== `https://${expected.shop}/admin`) {
    return 'iss';
  }
  if (typeof claims.exp !== 'number' || claims.exp <= now) {
    return 'exp';
  }
  if (typeof claims.nbf === 'number' && claims.nbf > now) {
    return 'nbf';
  }
  return null;
}
