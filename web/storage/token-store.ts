import { type Kysely, type Selectable, sql } from 'kysely';
import type { ShopTokens, TokenLease, TokenPair } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { places } from './encrypted-columns.ts';
import type { Cipher } from './encryption.ts';
import { grantedAt } from './forbidden-writes.ts';
import type { Tables } from './schema.ts';
import { tellOtherRows, tokenRow } from './shop-addresses.ts';

type TokenRow = Pick<
  Selectable<Tables['shop']>,
  'access_token_sealed' | 'access_expires_at' | 'refresh_token_sealed' | 'refresh_expires_at' | 'scope'
>;
const columns = [
  'access_token_sealed',
  'access_expires_at',
  'refresh_token_sealed',
  'refresh_expires_at',
  'scope',
] as const;

/** No row has this fence. */
const unknownShop: TokenLease = { fence: -1, tokens: null };

/** The `ShopTokens` port: encrypted at rest, leases compared and set by the database's clock. */
export function createTokenStore(db: Kysely<Tables>, cipher: Cipher): ShopTokens {
  const lease = leaseOf(db, cipher);
  return {
    lease,
    // Only who was let in makes the row: a call that was under way when the shop was erased must not bring it back.
    admit: async (shop, forMs) => {
      await db
        .insertInto('shop')
        .values({ shop })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return lease(shop, forMs);
    },
    load: async (shop) => {
      const row = await db.selectFrom('shop').select(columns).where('shop', '=', shop).executeTakeFirst();
      return row ? pairOf(row, shop, cipher) : null;
    },
    store: async (shop, fence, tokens) => {
      const result = await db
        .updateTable('shop')
        .set({
          access_token_sealed: cipher.encrypt(tokens.accessToken, places.shop(shop, 'access_token_sealed')),
          access_expires_at: new Date(tokens.accessExpiresAt),
          refresh_token_sealed:
            tokens.refreshToken === null
              ? null
              : cipher.encrypt(tokens.refreshToken, places.shop(shop, 'refresh_token_sealed')),
          refresh_expires_at: tokens.refreshExpiresAt === null ? null : new Date(tokens.refreshExpiresAt),
          scope: tokens.scope,
          granted_at: grantedAt(tokens.scope),
          token_lease_until: null,
          installed_at: sql<Date>`coalesce(case when uninstalled_at is null then installed_at end, clock_timestamp())`,
          uninstalled_at: null,
          reconnect: false,
        })
        .where('shop', '=', shop)
        .where('token_fence', '=', String(fence))
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) return false;
      await tellOtherRows(db, shop, false);
      return true;
    },
    release: async (shop, fence) => {
      await db
        .updateTable('shop')
        .set({ token_lease_until: null })
        .where('shop', '=', shop)
        .where('token_fence', '=', String(fence))
        .execute();
    },
    markRefused: async (shop, fence) => {
      const result = await db
        .updateTable('shop')
        .set({
          access_token_sealed: null,
          refresh_token_sealed: null,
          // Where a later row was installed meanwhile, its tokens let this one in.
          reconnect: sql<boolean>`${tokenRow(shop)} = ${shop}`,
        })
        .where('shop', '=', shop)
        .where('token_fence', '=', String(fence))
        .executeTakeFirst();
      if (result.numUpdatedRows > 0n) await tellOtherRows(db, shop, true);
    },
  };
}

function leaseOf(db: Kysely<Tables>, cipher: Cipher): ShopTokens['lease'] {
  return async (shop, forMs) => {
    const row = await db
      .updateTable('shop')
      .set({
        token_fence: sql`token_fence + 1`,
        token_lease_until: sql<Date>`clock_timestamp() + ${forMs} * interval '1 millisecond'`,
      })
      .where('shop', '=', shop)
      .where((where) =>
        where.or([
          where('token_lease_until', 'is', null),
          where('token_lease_until', '<', sql<Date>`clock_timestamp()`),
        ]),
      )
      .returning([...columns, 'token_fence'])
      .executeTakeFirst();
    if (row) return { fence: Number(row.token_fence), tokens: pairOf(row, shop, cipher) };
    const stored = await db.selectFrom('shop').select('shop').where('shop', '=', shop).executeTakeFirst();
    return stored ? null : unknownShop;
  };
}

function pairOf(row: TokenRow, shop: ShopDomain, cipher: Cipher): TokenPair | null {
  if (row.access_token_sealed === null || row.access_expires_at === null) return null;
  return {
    accessToken: cipher.decrypt(row.access_token_sealed, places.shop(shop, 'access_token_sealed')),
    accessExpiresAt: row.access_expires_at.getTime(),
    refreshToken:
      row.refresh_token_sealed === null
        ? null
        : cipher.decrypt(row.refresh_token_sealed, places.shop(shop, 'refresh_token_sealed')),
    refreshExpiresAt: row.refresh_expires_at?.getTime() ?? null,
    scope: row.scope,
  };
}
