import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { places } from './encrypted-columns.ts';
import { Cipher } from './encryption.ts';
import { exportOrders } from './export-orders.ts';
import { createInbox, type ReadWebhook, type StoredWebhook } from './inbox.ts';
import type { Storage } from './open-storage.ts';
import { reencryptStale, startPass } from './re-encrypt.ts';
import { redactOrders } from './redact.ts';
import type { Tables } from './schema.ts';
import { engines, installShop, openTestStorage, testKeys } from './testing/engines.ts';
import { decryptBody, encryptBody } from './webhook-body.ts';

const old = { id: 'old', secret: randomBytes(32) };
const fresh = testKeys.keys[0] as { id: string; secret: Buffer };
const before = new Cipher({ keys: [old] });
const during = new Cipher({ keys: [fresh, old] });
const after = new Cipher({ keys: [fresh] });
const place = { shop: 'a.myshopify.com', id: 'one' };

describe('a body', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['an order', Buffer.from(JSON.stringify({ id: 820982911946154508n.toString(), note: 'Grüße 🔔' }))],
    ['every byte', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
    ['random bytes', randomBytes(100_000)],
    ['the largest that is taken', Buffer.alloc(10 * 1024 * 1024, 0x20)],
  ])('opens again to what came: %s', (_name, body) => {
    const payload_sealed = encryptBody(after, place.shop, place.id, body);
    expect(decryptBody(after, place.shop, place.id, { payload_sealed, body_sealed: null })?.equals(body)).toBe(true);
  });

  test('says nothing of its content, and is shorter than what came', () => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ canary: n, price: '799.00' }))));
    const [one, other] = [1, 2].map(() => encryptBody(after, place.shop, place.id, body)) as [Buffer, Buffer];
    expect(one.equals(other)).toBe(false);
    expect(one.includes('canary')).toBe(false);
    expect(one.length).toBeLessThan(body.length / 3);
  });

  test('does not open at another place, with another key, or with any byte changed or missing', () => {
    const bytes = encryptBody(after, place.shop, place.id, Buffer.from('{"id":1}'));
    const opens = (payload_sealed: Buffer, { shop, id } = place, cipher = after) =>
      decryptBody(cipher, shop, id, { payload_sealed, body_sealed: null }) !== null;
    expect(opens(bytes)).toBe(true);
    expect(opens(bytes, { ...place, id: 'other' })).toBe(false);
    expect(opens(bytes, { ...place, shop: 'b.myshopify.com' })).toBe(false);
    expect(opens(bytes, place, before)).toBe(false);
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(opens(changed), `byte ${index}`).toBe(false);
      expect(opens(bytes.subarray(0, index)), `${index} bytes`).toBe(false);
    }
  });
});

/** Ways in which a body may stand in its row. */
const forms = {
  bytes: (cipher: Cipher, shop: string, webhookId: string, body: Buffer) => ({
    payload_sealed: encryptBody(cipher, shop, webhookId, body),
  }),
  'text of the version before': (cipher: Cipher, shop: string, webhookId: string, body: Buffer) => ({
    body_sealed: cipher.encrypt(body.toString('latin1'), places.webhook(shop, webhookId)),
  }),
};

const read = ({ body }: Pick<StoredWebhook, 'body'>): ReadWebhook => {
  if (body === null) return { kind: 'unusable', why: 'cannot_be_opened' };
  const { id } = JSON.parse(body.toString()) as { id?: number };
  if (id === undefined) return { kind: 'unusable', why: 'order_id_missing' };
  return {
    ...{ kind: 'order', orderId: String(id) as OrderId, paid: true, updatedAt: null },
    ...{ noteHash: null, echoFingerprint: null, fraudRisk: null },
  };
};

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  let shop: ShopDomain;
  let db: Kysely<Tables>;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
    db = storage.db;
    shop = await installShop(storage, 'bodies.myshopify.com');
  });
  afterAll(() => storage.close());
  beforeEach(async () => {
    await db.deleteFrom('webhook').execute();
    await db.deleteFrom('redaction').execute();
  });

  const insert = async (id: string, body: object, form: keyof typeof forms, cipher = after): Promise<void> => {
    const columns = forms[form](cipher, shop, id, Buffer.from(JSON.stringify(body)));
    await db
      .insertInto('webhook')
      .values({ shop, webhook_id: id, topic: 'orders/paid', ...columns })
      .execute();
  };
  const rows = () =>
    db.selectFrom('webhook').select(['webhook_id', 'state', 'why', 'order_id']).orderBy('webhook_id').execute();
  const stored = (id: string) =>
    db.selectFrom('webhook').selectAll().where('webhook_id', '=', id).executeTakeFirstOrThrow();

  const exported = (who: Parameters<typeof exportOrders>[2]) =>
    Readable.from(exportOrders(storage, shop, who).webhooks).toArray();

  test('a webhook is stored as bytes that the database does not try to compress', async () => {
    const body = Buffer.from('{"id":7,"note":"Grüße 🔔"}');
    const webhook = { shop, webhookId: 'w', topic: 'orders/paid', triggeredAt: null, body, unusable: null };
    expect(await storage.inbox.receive(webhook)).toBe('stored');
    const row = await stored('w');
    expect(row).toMatchObject({ body_sealed: null, payload_sealed: expect.any(Buffer) });
    expect(decryptBody(after, shop, 'w', row)?.toString()).toBe(body.toString());
    const { rows: columns } = await sql`select attstorage::text as storage from pg_attribute
      where attrelid = 'webhook'::regclass and attname = 'payload_sealed'`.execute(db);
    expect(columns).toEqual([{ storage: 'e' }]);
  });

  test('webhooks that share an insert keep each its own body, however long, and the first of a repetition', async () => {
    const sizes = [0, 1, 50_000, 3, 2_100, 8_000];
    const body = (index: number) => randomBytes(sizes[index % sizes.length] ?? 0);
    const sent = Array.from({ length: 60 }, (_, index) => ({
      ...{ shop, webhookId: `w${index}`, topic: 'orders/paid', triggeredAt: null, body: body(index), unusable: null },
    }));
    const twice = { ...sent[3], webhookId: 'w2', body: Buffer.from('later') } as (typeof sent)[number];
    const outcomes = await Promise.all([...sent, twice].map((webhook) => storage.inbox.receive(webhook)));
    expect(new Set(outcomes.slice(0, 60))).toEqual(new Set(['stored']));
    expect(outcomes[60]).not.toBe('ignored');
    for (const { webhookId, body: bytes } of sent) {
      expect(decryptBody(after, shop, webhookId, await stored(webhookId))?.equals(bytes), webhookId).toBe(true);
    }
    expect(await rows()).toHaveLength(60);
  });

  describe.each(Object.keys(forms) as (keyof typeof forms)[])('stored as %s', (form) => {
    test('is handed on to its order', async () => {
      await insert('one', { id: 1 }, form);
      expect(await storage.inbox.dispatch(10, read)).toBe(1);
      expect(await rows()).toMatchObject([{ state: 'dispatched', why: null, order_id: '1' }]);
    });

    test('is encrypted anew when the key rotates, and then opens without the old key', async () => {
      await insert('one', { id: 1 }, form, before);
      expect(decryptBody(after, shop, 'one', await stored('one'))).toBeNull();
      expect(await reencryptStale(db, during, 10)).toBe(1);
      expect(await reencryptStale(db, during, 10)).toBe(0);
      expect(decryptBody(after, shop, 'one', await stored('one'))?.toString()).toBe('{"id":1}');
      expect(decryptBody(before, shop, 'one', await stored('one'))).toBeNull();
      const inbox = createInbox(db, after, () => undefined);
      await inbox.dispatch(10, read);
      expect(await rows()).toMatchObject([{ state: 'dispatched', order_id: '1' }]);
    });

    test('keeps nothing behind it from being encrypted anew where no key opens it', async () => {
      const lost = new Cipher({ keys: [{ id: 'lost', secret: randomBytes(32) }] });
      for (const id of ['a', 'b', 'c']) await insert(id, { id: 1 }, form, lost);
      await insert('d', { id: 4 }, form, before);
      expect(await reencryptStale(db, during, 2)).toBe(1);
      expect(decryptBody(after, shop, 'd', await stored('d'))?.toString()).toBe('{"id":4}');
    });

    test('is encrypted anew batch by batch, none looked at twice before the end, and what was written meanwhile then', async () => {
      const pass = startPass();
      const batch = () => reencryptStale(db, during, 2, pass);
      const renewed = async () => {
        const all = await db.selectFrom('webhook').selectAll().orderBy('webhook_id').execute();
        return all.filter((row) => decryptBody(after, shop, row.webhook_id, row) !== null).map((row) => row.webhook_id);
      };
      for (const id of ['b', 'c', 'd', 'e', 'f']) await insert(id, { id: 1 }, form, before);
      expect(await batch()).toBe(2);
      await insert('a', { id: 1 }, form, before);
      expect(await batch()).toBe(2);
      expect(await renewed()).toEqual(['b', 'c', 'd', 'e']);
      expect([await batch(), await batch(), await batch()]).toEqual([1, 1, 0]);
      expect(await renewed()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
      // The next pass begins in front again.
      await insert('0', { id: 1 }, form, before);
      expect([await batch(), await batch()]).toEqual([1, 0]);
    });

    test('is exported and erased by the order that it names, when it was never matched to it', async () => {
      await insert('named', { about: 4711 }, form);
      await insert('other', { about: 47110 }, form);
      await storage.inbox.dispatch(10, read);
      expect(await rows()).toMatchObject([{ state: 'quarantined' }, { state: 'quarantined' }]);
      const who = { orderIds: ['4711' as OrderId], customerId: null };
      expect(await exported(who)).toMatchObject([{ body: '{"about":4711}' }]);
      await redactOrders(storage, shop, who.orderIds, null);
      expect(await rows()).toMatchObject([{ webhook_id: 'other' }]);
    });

    test('is exported with the order that it belongs to', async () => {
      await insert('one', { id: 5, note: 'Grüße' }, form);
      await storage.inbox.dispatch(10, read);
      const who = { orderIds: ['5' as OrderId], customerId: null };
      expect(await exported(who)).toMatchObject([{ body: '{"id":5,"note":"Grüße"}' }]);
    });

    test('is forgotten when what it asked for is carried out', async () => {
      await insert('one', { id: 1 }, form);
      const { id } = await stored('one');
      await storage.inbox.markCarriedOut(shop, id);
      expect(await stored('one')).toMatchObject({ state: 'done', body_sealed: null, payload_sealed: null });
    });
  });

  const damages: [name: string, damage: ReturnType<typeof sql>][] = [
    ['a byte changed', sql`payload_sealed = set_byte(payload_sealed, 40, (get_byte(payload_sealed, 40) + 1) % 256)`],
    ['its end missing', sql`payload_sealed = substring(payload_sealed from 1 for 35)`],
    ['nothing but its beginning', sql`payload_sealed = substring(payload_sealed from 1 for 3)`],
    ['no bytes', sql`payload_sealed = ''`],
    ['something else', sql`payload_sealed = '{"id":1}'`],
    [
      'the body of another row',
      sql`payload_sealed = (select other.payload_sealed from webhook other where other.webhook_id = 'c')`,
    ],
    ['a text that is none', sql`payload_sealed = null, body_sealed = 'no envelope'`],
    ['bytes that were never compressed', sql`payload_sealed = ${neverCompressed('b')}`],
  ];
  function neverCompressed(id: string): Buffer {
    return after.encryptBytes(Buffer.from('{"id":2}'), places.webhookPayload('bodies.myshopify.com', id));
  }

  test.each(damages)('a row with %s is quarantined alone', async (_name, damage) => {
    for (const [id, order] of [['a', 1] as const, ['b', 2] as const, ['c', 3] as const]) {
      await insert(id, { id: order }, 'bytes');
    }
    await sql`update webhook set ${damage} where webhook_id = 'b'`.execute(db);
    expect(await storage.inbox.dispatch(10, read)).toBe(3);
    expect(await rows()).toMatchObject([
      { state: 'dispatched', order_id: '1' },
      { state: 'quarantined', why: 'cannot_be_opened', order_id: null },
      { state: 'dispatched', order_id: '3' },
    ]);
    const who = { orderIds: ['1', '2', '3'] as OrderId[], customerId: null };
    expect(await exported(who)).toHaveLength(2);
    await redactOrders(storage, shop, who.orderIds, null);
    expect(await rows()).toEqual([]);
  });
});
