import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from '#runtime/context.ts';
import { createLogger } from '#runtime/logger.ts';
import { tokenRefused } from '#shopify/failure.ts';
import type { FlowEvent } from '#storage/flow-triggers.ts';
import { installShop, openTestStorage } from '#storage/testing/engines.ts';
import { tellFlow } from './tell-flow.ts';

test('what happens while Shopify refuses the token is told once the shop is connected again', async () => {
  const storage = await openTestStorage('pglite');
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'reconnects.myshopify.com');
  const { db, tokens } = storage;
  for (const order_id of ['1', '2', '3'])
    await db
      .insertInto('flow_event')
      .values({ shop, order_id, order_reference: null, change: 'needs_attention', slot_start: null })
      .execute();
  let isLetIn = false;
  const told: string[] = [];
  const shopify = {
    tellFlow: async (_shop: string, { orderId }: FlowEvent) => {
      if (isLetIn) return void told.push(orderId);
      // As the client does it: the refused pair is dropped.
      const lease = await tokens.lease(shop, 1_000);
      await tokens.markRefused(shop, lease?.fence ?? 0);
      await tokens.release(shop, lease?.fence ?? 0);
      throw tokenRefused();
    },
  };
  const context = { storage, shopify, logger: createLogger('silent') } as unknown as Context;
  await tellFlow(context);
  await installShop(storage, shop);
  isLetIn = true;
  await sql`update flow_event set due_at = clock_timestamp()`.execute(db);
  while (await tellFlow(context));
  expect(told.toSorted()).toEqual(['1', '2', '3']);
});
