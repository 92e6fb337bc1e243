import { Readable } from 'node:stream';
import { type KyselyPlugin, sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OrderId } from '#placement/ids.ts';
import { eraseAgain } from './erase-again.ts';
import { exportOrders } from './export-orders.ts';
import { redactOrders } from './redact.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';
import { unmatchedBodies } from './unmatched-bodies.ts';

describe.each(engines)('bodies without an order, on %s', (engine) => {
  async function opened() {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close());
    const shop = await installShop(storage, 'bodies.myshopify.com');
    const receive = (webhookId: string, body: string, unusable: string | null = 'order_id_missing') =>
      storage.inbox.receive({
        ...{ shop, webhookId, topic: 'orders/updated', triggeredAt: null },
        ...{ body: Buffer.from(body), unusable },
      });
    const left = async () => {
      const rows = await storage.db.selectFrom('webhook').select('webhook_id').orderBy('id').execute();
      return rows.map(({ webhook_id }) => webhook_id);
    };
    const opens = vi.spyOn(storage.cipher, 'decryptBytes');
    return { storage, shop, receive, left, opens };
  }

  test('are opened one at a time, each when the one before has been looked at', async () => {
    const { storage, shop, receive, opens } = await opened();
    for (let index = 0; index < 5; index += 1) await receive(`w${index}`, `{"about":${index}}`);
    const seen: string[] = [];
    for await (const one of unmatchedBodies(storage, shop)) {
      seen.push(one.body?.toString() ?? '');
      expect(opens).toHaveBeenCalledTimes(seen.length);
    }
    expect(seen).toEqual([0, 1, 2, 3, 4].map((index) => `{"about":${index}}`));
  });

  test('are read in pages of so many bytes, and one that is larger by itself', async () => {
    const { storage, shop, receive } = await opened();
    const sizes = [10, 40_000, 10, 10, 10, 40_000, 40_000];
    for (const [index, size] of sizes.entries()) {
      const noise = Array.from({ length: size / 10 }, (_, at) => String(Math.sin(at + size + index)).slice(-10));
      await receive(`w${index}`, noise.join(''));
    }
    const [seen, pages]: [number[], number[]] = [[], []];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        pages.push(result.rows.length);
        return result;
      },
    };
    const counted = { ...storage, db: storage.db.withPlugin(counting) };
    for await (const { body } of unmatchedBodies(counted, shop, { mostBytes: 10_000 })) seen.push(body?.length ?? 0);
    expect(seen).toEqual(sizes);
    expect(pages).toEqual([1, 1, 3, 1, 1, 0]);
  });

  test('are not opened to be erased again where they still wait to be handed on', async () => {
    const { storage, shop, receive, left, opens } = await opened();
    await receive('waits', '{"about":4711}', null);
    await receive('rests', '{"about":4711}');
    await receive('other', '{"about":4712}');
    await storage.db.insertInto('redaction').values({ shop, order_id: '4711' }).execute();
    await eraseAgain(storage);
    expect(await left()).toEqual(['waits', 'other']);
    expect(opens).toHaveBeenCalledTimes(2);
  });

  test('are erased and exported though there are more than a page holds', async () => {
    const { storage, shop, receive, left } = await opened();
    await receive('first', '{"about":4711}');
    await sql`insert into webhook (shop, webhook_id, topic, state, body_sealed)
      select ${shop}, 'no-' || i, 'orders/updated', 'new', 'opens with no key' from generate_series(1, 1100) i`.execute(
      storage.db,
    );
    await receive('last', '{"about":4711}');
    const who = { orderIds: ['4711' as OrderId], customerId: null };
    expect(await Readable.from(exportOrders(storage, shop, who).webhooks).toArray()).toHaveLength(2);
    await redactOrders(storage, shop, who.orderIds, null);
    expect((await left()).filter((id) => !id.startsWith('no-'))).toEqual([]);
    expect(await left()).toHaveLength(1_100);
  });
});
