import { type Kysely, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';

/** Since when a shop's orders have not been compared with Shopify's list; `s` is the row of `shop`. */
export const comparedSince = sql<Date>`coalesce(s.swept_at, s.installed_at)`;

/** Whether Shopify refuses to show the shop's orders: it did so after the last whole comparison began. */
export const readsRefusedNow = sql<boolean>`s.reads_refused_at > coalesce(s.swept_at, '-infinity')`;

/** What an older comparison says is missing, or not, is not known now. */
export const knownFor = sql`interval '15 minutes'`;

/** When a shop's orders were last compared with Shopify's whole list, and whether that still says something. */
export async function readComparison(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<{ comparedAt: Date | null; isRecent: boolean }> {
  const { rows } = await sql<{ at: Date | null; recent: boolean }>`
    select s.swept_at as at, coalesce(s.swept_at >= now() - ${knownFor}, false) as recent from shop s
    where s.shop = ${shop}`.execute(db);
  return { comparedAt: rows[0]?.at ?? null, isRecent: rows[0]?.recent ?? false };
}
