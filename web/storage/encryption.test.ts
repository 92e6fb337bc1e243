import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accountName, Cipher } from './encryption.ts';

const old = { id: 'old', secret: randomBytes(32) };
const fresh = { id: 'fresh', secret: randomBytes(32) };
const place = { table: 'shop', column: 'live_key_sealed', shop: 'a.myshopify.com', key: 'a.myshopify.com' };

describe('security 5: encrypted values', () => {
  const cipher = new Cipher({ keys: [fresh] });

  test.each(['', 'sk_live_1', 'Grüße 🔔\u0000', 'x'.repeat(100_000)])(
    'open again to what was encrypted (%#)',
    (plaintext) => {
      expect(cipher.decrypt(cipher.encrypt(plaintext, place), place)).toBe(plaintext);
    },
  );

  test('say nothing of their content, and never twice the same', () => {
    const [one, other] = [cipher.encrypt('canary-value', place), cipher.encrypt('canary-value', place)];
    expect(one).not.toBe(other);
    expect(one).not.toContain('canary');
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').includes('canary')).toBe(false);
  });

  test('have a nonce each, however many are encrypted with one key', () => {
    const again = new Cipher({ keys: [fresh] });
    const nonces = [cipher, again].flatMap((each) =>
      Array.from({ length: 2_000 }, () => each.encryptBytes(Buffer.from('x'), place).subarray(8, 20).toString('hex')),
    );
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  test.each([
    ['table', { ...place, table: 'delivery' }],
    ['column', { ...place, column: 'test_key_sealed' }],
    ['shop', { ...place, shop: 'b.myshopify.com' }],
    ['primary key', { ...place, key: 'b.myshopify.com' }],
    ['boundary between shop and key', { ...place, shop: 'a.myshopify.coma', key: '.myshopify.com' }],
  ])('moved to another %s are refused', (_name, elsewhere) => {
    expect(() => cipher.decrypt(cipher.encrypt('secret', place), elsewhere)).toThrow();
  });

  test('with any bit flipped are refused', () => {
    const envelope = cipher.encrypt('secret', place);
    const [version, id, payload = ''] = envelope.split('.');
    const bytes = Buffer.from(payload, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => cipher.decrypt(`${version}.${id}.${flipped.toString('base64url')}`, place), `bit ${bit}`).toThrow();
    }
  });

  test.each(['secret', ''])('cut anywhere are refused (%j)', (plaintext) => {
    const [version, id, payload = ''] = cipher.encrypt(plaintext, place).split('.');
    const bytes = Buffer.from(payload, 'base64url');
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() =>
        cipher.decrypt(`${version}.${id}.${bytes.subarray(0, length).toString('base64url')}`, place),
      ).toThrow();
    }
  });

  test.each(['', '1', '1.fresh', '1.fresh.', '2.fresh.AAAA', '1.unknown.AAAA', 'plain text', '1.__proto__.AAAA'])(
    'that are none (%j) are refused without naming a content',
    (envelope) => {
      expect(() => cipher.decrypt(envelope, place)).toThrow();
    },
  );

  test('of one key do not open with another of the same id', () => {
    const impostor = new Cipher({ keys: [{ id: 'fresh', secret: randomBytes(32) }] });
    expect(() => impostor.decrypt(cipher.encrypt('secret', place), place)).toThrow();
  });
});

describe('security 5: key rotation', () => {
  test('the first key encrypts, all open, and what an older one encrypted is known to be stale', () => {
    const before = new Cipher({ keys: [old] });
    const during = new Cipher({ keys: [fresh, old] });
    const after = new Cipher({ keys: [fresh] });
    const envelope = before.encrypt('secret', place);
    expect(during.decrypt(envelope, place)).toBe('secret');
    expect(envelope.startsWith(during.currentPrefix)).toBe(false);
    const renewed = during.encrypt('secret', place);
    expect(renewed.startsWith(during.currentPrefix)).toBe(true);
    expect([before, during, after].map(({ isRotating }) => isRotating)).toEqual([false, true, false]);
    expect(after.decrypt(renewed, place)).toBe('secret');
    expect(() => after.decrypt(envelope, place)).toThrow(/unknown key/);
  });

  test('no key at all is refused', () => {
    expect(() => new Cipher({ keys: [] })).toThrow();
  });
});

test('an account is named by key and mode, and the name gives the key away to nobody without the secret', () => {
  const secret = randomBytes(32);
  const name = accountName(secret, 'live', 'key-1');
  expect(accountName(secret, 'live', 'key-1')).toBe(name);
  const others = [
    accountName(secret, 'test', 'key-1'),
    accountName(secret, 'live', 'key-2'),
    accountName(randomBytes(32), 'live', 'key-1'),
  ];
  expect(others).not.toContain(name);
  expect(name).not.toContain('key-1');
});
