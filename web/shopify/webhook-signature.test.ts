import { createHash, createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isSignedByShopify, signingKeys } from './webhook-signature.ts';

const secret = 'current-secret';
const keys = signingKeys([secret, 'previous-secret']);
const body = Buffer.from('{"id":1,"note":"ă \\/ \\u003c","total":"1.00"}');
const hmac = (bytes: Uint8Array | string, key = secret) => createHmac('sha256', key).update(bytes).digest('base64');
const hex = createHmac('sha256', secret).update(body).digest('hex');
const good = hmac(body);

describe('a webhook of Shopify', () => {
  it.each([
    ['current', secret],
    ['previous, during a rotation', 'previous-secret'],
  ])('is accepted under the %s secret', (_name, key) => {
    expect(isSignedByShopify(body, hmac(body, key), keys)).toBe(true);
  });

  it('is accepted whatever its bytes are: not UTF-8, nothing at all', () => {
    for (const bytes of [Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(0)]) {
      expect(isSignedByShopify(bytes, hmac(bytes), keys)).toBe(true);
    }
  });

  /** Body, then header. */
  const attacks: [string, Uint8Array, string | string[] | undefined][] = [
    ['no header', body, undefined],
    ['an empty header', body, ''],
    ['a truncated signature', body, good.slice(0, -2)],
    ['a signature without its padding', body, good.slice(0, -1)],
    [
      'a signature with bytes added',
      body,
      Buffer.concat([Buffer.from(good, 'base64'), Buffer.from('x')]).toString('base64'),
    ],
    ['hex', body, hex],
    ['hex inside base64', body, Buffer.from(hex).toString('base64')],
    ['base64url where it differs', body, good.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')],
    ['white space around it', body, ` ${good} `],
    ['a line break behind it', body, `${good}\n`],
    ['two headers as a list', body, [good, good]],
    ['two headers joined', body, `${good}, ${good}`],
    ['another key', body, hmac(body, 'other')],
    ['the empty key', body, hmac(body, '')],
    ['a plain hash without a key', body, createHash('sha256').update(body).digest('base64')],
    ['SHA-512', body, createHmac('sha512', secret).update(body).digest('base64')],
    ['SHA-1', body, createHmac('sha1', secret).update(body).digest('base64')],
    ['one bit of the signature flipped', body, hmac(Buffer.concat([body, Buffer.from(' ')]))],
    ['the body re-serialised', Buffer.from(JSON.stringify(JSON.parse(body.toString()))), good],
    ['a byte order mark before the body', Buffer.concat([Buffer.from('\ufeff'), body]), good],
    ['a line break behind the body', Buffer.concat([body, Buffer.from('\n')]), good],
    ['the body compressed', gzipSync(body), good],
    ['the body in UTF-16', Buffer.from(body.toString(), 'utf16le'), good],
    ['another body', Buffer.from('{"id":2}'), good],
    ['an empty body', Buffer.alloc(0), good],
    ['the signature of a cookie (name and value signed)', body, hmac('session=abc')],
    ['the signature of a query', body, hmac('shop=example.myshopify.com&timestamp=1')],
    ['the hex signature of a query', body, createHmac('sha256', secret).update('shop=x').digest('hex')],
    ['stray bits behind the last byte', body, `${good.slice(0, -2)}${nextCharacter(good.at(-2) ?? '')}=`],
  ];

  it.each(attacks)('is refused: %s', (_name, bytes, header) => {
    expect(isSignedByShopify(bytes, header, keys)).toBe(false);
  });

  it('is refused where there is no secret', () => {
    expect(isSignedByShopify(body, hmac(body, ''), signingKeys(['', null]))).toBe(false);
    expect(isSignedByShopify(body, good, [])).toBe(false);
  });
});

/** The character that decodes to the same bytes but holds a stray bit. */
function nextCharacter(character: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return alphabet[alphabet.indexOf(character) + 1] ?? '';
}
