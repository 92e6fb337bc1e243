import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sessionGuard } from '#backend/session/session-guard.ts';
import type { ShopFacts } from '#deliveries/ports/shopify.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { createLogger } from '#runtime/logger.ts';
import { createAccessTokens } from '#shopify/access-token.ts';
import { tokenRefused } from '#shopify/failure.ts';
import { tokenRowOf } from '#storage/shop-addresses.ts';
import { installShop, openTestStorage } from '#storage/testing/engines.ts';
import { dispatchInbox } from '#worker/jobs/dispatch-inbox.ts';
import { takeShopWebhooks } from '#worker/jobs/shop-webhooks.ts';

const older = 'first.myshopify.com' as ShopDomain;
const later = 'later.myshopify.com' as ShopDomain;
const id = '690933842';
const facts: ShopFacts = {
  ...{ id, domain: later, name: 'Kettle', timeZone: 'Africa/Johannesburg', currency: 'ZAR' },
  ...{ contactEmail: null, isDevelopment: false, scopes: ['read_orders'] },
};

/** Two rows of one shop that left and came back: Shopify takes no token from before, and nobody has opened the panel yet. */
async function cameBack() {
  const storage = await openTestStorage('pglite');
  onTestFinished(() => storage.close());
  for (const shop of [older, later]) {
    await installShop(storage, shop);
    await storage.shops.describe(shop, facts);
  }
  await storage.shops.noteRenamed(older, later);
  let given = 0;
  /** What comes in between, once. */
  const between: Partial<Record<string, () => Promise<unknown>>> = {};
  const meanwhile = async (when: string) => {
    const work = between[when];
    delete between[when];
    await work?.();
  };
  const accessTokens = createAccessTokens({
    tokens: storage.tokens,
    rowOf: (shop) => tokenRowOf(storage.db, shop),
    grants: {
      exchange: async () => {
        given += 1;
        const [accessToken, refreshToken] = [`again-${given}`, `refresh-${given}`];
        await meanwhile('exchange');
        const accessExpiresAt = Date.now() + 3_600_000;
        return {
          kind: 'granted',
          pair: { accessToken, accessExpiresAt, refreshToken, refreshExpiresAt: null, scope: '' },
        };
      },
      refresh: async () => ({ kind: 'refused' }),
    },
    clock: { now: () => Date.now() },
    sleep: (ms) => pause(ms),
  });
  const readShop = async (shop: ShopDomain) => {
    await meanwhile(shop);
    const token = await accessTokens.tokenFor(shop);
    if (token.startsWith('again-')) return facts;
    await accessTokens.replace(shop, token);
    throw tokenRefused();
  };
  const context = {
    ...{ storage, accessTokens, logger: createLogger('silent') },
    shopify: { readShop, readShopBy: async () => facts },
    verifySessionToken: async () => ({
      ok: true,
      identity: { shop: later, userId: '1' },
    }),
  } as unknown as Context;
  const openPanel = async (): Promise<string> => {
    const response = { locals: {} as { caller?: { shop: { domain: string } } } };
    const guard = sessionGuard(context, () => undefined);
    await guard({ get: () => 'Bearer x' } as never, response as never, () => undefined);
    return response.locals.caller?.shop.domain ?? 'nobody';
  };
  const hear = async () => {
    const body = Buffer.from(JSON.stringify({ id: Number(id), myshopify_domain: later }));
    const webhook = { shop: later, webhookId: 'u1', topic: 'app/uninstalled', triggeredAt: null, unusable: null, body };
    await storage.inbox.receive({ ...webhook, shopifyId: () => id });
    await dispatchInbox(context);
    await takeShopWebhooks(context);
  };
  const here = async () => {
    const rows = storage.db.selectFrom('shop').select('shop').where('uninstalled_at', 'is', null).orderBy('shop');
    return (await rows.execute()).map(({ shop }) => shop);
  };
  return { openPanel, hear, here, between, readShop };
}

test.each([
  ['before it is heard', null],
  ['as Shopify is asked about the later row', later],
  ['as Shopify is asked about the older row', older],
])('an uninstall takes no row of a shop whose panel was opened again %s', async (_when, asked) => {
  const { openPanel, hear, here, between, readShop } = await cameBack();
  await expect(readShop(older)).rejects.toThrow();
  if (asked === null) expect(await openPanel()).toBe(later);
  else between[asked] = openPanel;
  await hear();
  expect([await here(), await openPanel()]).toEqual([[older, later], later]);
});

test('an uninstall heard as the panel asks for a token leaves the older row behind, whichever comes first', async () => {
  const { openPanel, hear, here, between, readShop } = await cameBack();
  await expect(readShop(older)).rejects.toThrow();
  between['exchange'] = hear;
  expect(await openPanel()).toBe(later);
  expect([await here(), await openPanel()]).toEqual([[later], later]);
});
