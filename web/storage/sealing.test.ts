import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accountName, Sealer } from './sealing.ts';

const old = { id: 'old', secret: randomBytes(32) };
const fresh = { id: 'fresh', secret: randomBytes(32) };
const place = { table: 'shop', column: 'live_key_sealed', shop: 'a.myshopify.com', key: 'a.myshopify.com' };

describe('security 5: sealed values', () => {
  const sealer = new Sealer({ keys: [fresh] });

  test.each(['', 'sk_live_1', 'Grüße 🔔\u0000', 'x'.repeat(100_000)])(
    'open again to what was sealed (%#)',
    (plaintext) => {
      expect(sealer.open(sealer.seal(plaintext, place), place)).toBe(plaintext);
    },
  );

  test('say nothing of their content, and never twice the same', () => {
    const [one, other] = [sealer.seal('canary-value', place), sealer.seal('canary-value', place)];
    expect(one).not.toBe(other);
    expect(one).not.toContain('canary');
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').includes('canary')).toBe(false);
  });

  test.each([
    ['table', { ...place, table: 'delivery' }],
    ['column', { ...place, column: 'test_key_sealed' }],
    ['shop', { ...place, shop: 'b.myshopify.com' }],
    ['primary key', { ...place, key: 'b.myshopify.com' }],
    ['boundary between shop and key', { ...place, shop: 'a.myshopify.coma', key: '.myshopify.com' }],
  ])('moved to another %s are refused', (_name, elsewhere) => {
    expect(() => sealer.open(sealer.seal('secret', place), elsewhere)).toThrow();
  });

  test('with any bit flipped are refused', () => {
    const envelope = sealer.seal('secret', place);
    const [version, id, payload = ''] = envelope.split('.');
    const bytes = Buffer.from(payload, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => sealer.open(`${version}.${id}.${flipped.toString('base64url')}`, place), `bit ${bit}`).toThrow();
    }
  });

  test.each(['secret', ''])('cut anywhere are refused (%j)', (plaintext) => {
    const [version, id, payload = ''] = sealer.seal(plaintext, place).split('.');
    const bytes = Buffer.from(payload, 'base64url');
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => sealer.open(`${version}.${id}.${bytes.subarray(0, length).toString('base64url')}`, place)).toThrow();
    }
  });

  test.each(['', '1', '1.fresh', '1.fresh.', '2.fresh.AAAA', '1.unknown.AAAA', 'plain text', '1.__proto__.AAAA'])(
    'that are none (%j) are refused without naming a content',
    (envelope) => {
      expect(() => sealer.open(envelope, place)).toThrow();
    },
  );

  test('of one key do not open with another of the same id', () => {
    const impostor = new Sealer({ keys: [{ id: 'fresh', secret: randomBytes(32) }] });
    expect(() => impostor.open(sealer.seal('secret', place), place)).toThrow();
  });
});

describe('security 5: key rotation', () => {
  test('the first key seals, all open, and what an older one sealed is known to be stale', () => {
    const before = new Sealer({ keys: [old] });
    const during = new Sealer({ keys: [fresh, old] });
    const after = new Sealer({ keys: [fresh] });
    const envelope = before.seal('secret', place);
    expect(during.open(envelope, place)).toBe('secret');
    expect(envelope.startsWith(during.currentPrefix)).toBe(false);
    const renewed = during.seal('secret', place);
    expect(renewed.startsWith(during.currentPrefix)).toBe(true);
    expect([before, during, after].map(({ isRotating }) => isRotating)).toEqual([false, true, false]);
    expect(after.open(renewed, place)).toBe('secret');
    expect(() => after.open(envelope, place)).toThrow(/unknown key/);
  });

  test('no key at all is refused', () => {
    expect(() => new Sealer({ keys: [] })).toThrow();
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
