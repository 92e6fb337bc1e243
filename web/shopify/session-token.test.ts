import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSessionTokenVerifier } from './session-token.ts';

const now = Date.UTC(2026, 10, 21, 10);
const seconds = now / 1000;
const secret = 'current-secret';
const verify = createSessionTokenVerifier({
  ...{ apiKey: 'client-id', apiSecret: secret, previousApiSecret: 'previous-secret' },
  clock: { now: () => now },
});

const good = {
  iss: 'https://example.myshopify.com/admin',
  dest: 'https://example.myshopify.com',
  aud: 'client-id',
  sub: '42',
  exp: seconds + 60,
  nbf: seconds - 1,
  iat: seconds - 1,
  jti: 'f8912129-1af6-4cad-9ca3-76b0f7621087',
  sid: 'aaea182f2732d44c23057c0fea584021a4485b2bd25d3eb7fd349313ad24c685',
};
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (claims: object, key = secret, header: object = { alg: 'HS256', typ: 'JWT' }, hash = 'sha256') => {
  const signed = `${base64url(header)}.${base64url(claims)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
};
const without = (key: keyof typeof good) => Object.fromEntries(Object.entries(good).filter(([name]) => name !== key));

describe('a session token of App Bridge', () => {
  it('names shop and person', async () => {
    expect(await verify(sign(good))).toEqual({
      ok: true,
      identity: { shop: 'example.myshopify.com', userId: '42' },
    });
  });

  it('signed with the secret being rotated out is accepted', async () => {
    expect((await verify(sign(good, 'previous-secret'))).ok).toBe(true);
  });

  it('a few seconds of difference between clocks are let pass', async () => {
    expect((await verify(sign({ ...good, exp: seconds - 3 }))).ok).toBe(true);
    expect((await verify(sign({ ...good, nbf: seconds + 3 }))).ok).toBe(true);
  });

  const unsigned = `${base64url({ alg: 'none' })}.${base64url(good)}.`;
  const [head, body, mac] = sign(good).split('.') as [string, string, string];
  const attacks: [string, string, string][] = [
    ['another secret', sign(good, 'other'), 'signature'],
    ['an empty secret', sign(good, ' '), 'signature'],
    ['no signature (alg none)', unsigned, 'malformed'],
    ['alg none with a signature', sign(good, secret, { alg: 'none' }), 'malformed'],
    ['HS512', sign(good, secret, { alg: 'HS512' }, 'sha512'), 'malformed'],
    ['HS384 named, HS256 used', sign(good, secret, { alg: 'HS384' }), 'malformed'],
    ['RS256 named', sign(good, secret, { alg: 'RS256' }), 'malformed'],
    ['a critical header', sign(good, secret, { alg: 'HS256', crit: ['b64'], b64: false }), 'malformed'],
    ['claims changed after signing', `${head}.${base64url({ ...good, sub: '1' })}.${mac}`, 'signature'],
    ['a signature cut short', `${head}.${body}.${mac.slice(0, -4)}`, 'signature'],
    ['no signature part', `${head}.${body}`, 'malformed'],
    ['empty', '', 'malformed'],
    ['not a token', 'Bearer x', 'malformed'],
    ['a token of 10 kB', sign({ ...good, pad: 'x'.repeat(10_000) }), 'malformed'],
    ['expired', sign({ ...good, exp: seconds - 6 }), 'expired'],
    ['not yet valid', sign({ ...good, nbf: seconds + 6 }), 'not_yet_valid'],
    ['no exp', sign(without('exp')), 'malformed'],
    ['no nbf', sign(without('nbf')), 'malformed'],
    ['no aud', sign(without('aud')), 'malformed'],
    ['no iss', sign(without('iss')), 'malformed'],
    ['no dest', sign(without('dest')), 'malformed'],
    ['exp as text', sign({ ...good, exp: '9999999999' }), 'malformed'],
    ['another app', sign({ ...good, aud: 'other-app' }), 'audience'],
    ['several audiences', sign({ ...good, aud: ['client-id', 'other'] }), 'malformed'],
    ['issuer of another shop', sign({ ...good, iss: 'https://other.myshopify.com/admin' }), 'shop'],
    ['destination of another shop', sign({ ...good, dest: 'https://other.myshopify.com' }), 'shop'],
    ['no Shopify host', sign({ ...good, iss: 'https://evil.com/admin', dest: 'https://evil.com' }), 'shop'],
    ['a host that only ends alike', sign({ ...good, dest: 'https://example.myshopify.com.evil.com' }), 'shop'],
    ['credentials in the host', sign({ ...good, dest: 'https://example.myshopify.com@evil.com' }), 'shop'],
    ['http', sign({ ...good, dest: 'http://example.myshopify.com' }), 'shop'],
    ['a port', sign({ ...good, dest: 'https://example.myshopify.com:444' }), 'shop'],
    ['a path in the destination', sign({ ...good, dest: 'https://example.myshopify.com/x' }), 'shop'],
  ];

  it.each(attacks)('%s is refused', async (_name, token, failure) => {
    expect(await verify(token)).toEqual({ ok: false, failure });
  });

  it('without a rotation only the current secret counts', async () => {
    const strict = createSessionTokenVerifier({
      ...{ apiKey: 'client-id', apiSecret: secret, previousApiSecret: null },
      clock: { now: () => now },
    });
    expect(await strict(sign(good, 'previous-secret'))).toEqual({ ok: false, failure: 'signature' });
  });
});
