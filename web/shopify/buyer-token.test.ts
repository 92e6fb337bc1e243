import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBuyerTokenVerifier } from './buyer-token.ts';
import { createSessionTokenVerifier } from './session-token.ts';

const now = Date.UTC(2026, 10, 22, 10);
const seconds = now / 1000;
const secret = 'current-secret';
const deps = {
  apiKey: 'client-id',
  apiSecret: secret,
  previousApiSecret: 'previous-secret',
  clock: { now: () => now },
};
const verify = createBuyerTokenVerifier(deps);
const verifyAdmin = createSessionTokenVerifier(deps);

const guest = {
  dest: 'example.myshopify.com',
  aud: 'client-id',
  exp: seconds + 300,
  nbf: seconds,
  iat: seconds,
  jti: '6c992878-dbaf-48d1-bb9d-6d9b59814fd1',
};
const signedIn = { ...guest, sub: 'gid://shopify/Customer/7001' };
const staff = {
  ...guest,
  iss: 'https://example.myshopify.com/admin',
  dest: 'https://example.myshopify.com',
  sub: '42',
  sid: 'aaea182f',
};

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (claims: object, key = secret, alg = 'HS256') => {
  const signed = `${base64url({ alg, typ: 'JWT' })}.${base64url(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};

describe('a token of a checkout or a customer account', () => {
  it.each([
    ['a guest', guest, null],
    ['a customer who is signed in', signedIn, '7001'],
    ['a shop written as an address', { ...signedIn, dest: 'https://example.myshopify.com' }, '7001'],
  ])('names the shop, and %s', async (_name, claims, customerId) => {
    expect(await verify(sign(claims))).toEqual({ ok: true, identity: { shop: 'example.myshopify.com', customerId } });
  });

  it('signed with the secret being rotated out is accepted', async () => {
    expect((await verify(sign(guest, 'previous-secret'))).ok).toBe(true);
  });

  const attacks: [string, string, string][] = [
    ['another secret', sign(guest, 'other'), 'signature'],
    ['no signature', `${base64url({ alg: 'none' })}.${base64url(guest)}.`, 'malformed'],
    ['expired', sign({ ...guest, exp: seconds - 6 }), 'expired'],
    ['not yet valid', sign({ ...guest, nbf: seconds + 6 }), 'not_yet_valid'],
    ['good for a day', sign({ ...guest, exp: seconds + 86_400 }), 'malformed'],
    ['another app', sign({ ...guest, aud: 'other' }), 'audience'],
    ['several apps', sign({ ...guest, aud: ['client-id', 'other'] }), 'malformed'],
    ['no shop', sign({ ...guest, dest: undefined }), 'malformed'],
    ['no Shopify host', sign({ ...guest, dest: 'evil.com' }), 'shop'],
    ['a host that only ends alike', sign({ ...guest, dest: 'example.myshopify.com.evil.com' }), 'shop'],
    ['a path behind the shop', sign({ ...guest, dest: 'example.myshopify.com/x' }), 'shop'],
    ['a subject that is no customer', sign({ ...guest, sub: 'gid://shopify/Order/7001' }), 'malformed'],
    ['a bare number as subject', sign({ ...guest, sub: '7001' }), 'malformed'],
    ['a member of staff', sign(staff), 'malformed'],
    ['a member of staff without session', sign({ ...staff, sid: undefined }), 'shop'],
    ['the admin’s issuer and a customer', sign({ ...signedIn, iss: staff.iss }), 'shop'],
  ];

  it.each(attacks)('%s is refused', async (_name, token, failure) => {
    expect(await verify(token)).toEqual({ ok: false, failure });
  });

  it.each([
    ['a guest', guest],
    ['a customer', signedIn],
    ['a customer under the admin’s issuer', { ...signedIn, dest: staff.dest, iss: staff.iss }],
  ])('%s is nobody in the admin', async (_name, claims) => {
    expect((await verifyAdmin(sign(claims))).ok).toBe(false);
  });
});
