import { type Kysely, sql } from 'kysely';
import { type Language, language } from '#api-contract/language.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';

/** A member of a shop's staff, by Shopify's number. */
export interface Person {
  shop: ShopDomain;
  userId: string;
}

/** The language that somebody chose for the panel; null where they never did. */
export async function readLanguage(db: Kysely<Tables>, { shop, userId }: Person): Promise<Language | null> {
  const row = await db
    .selectFrom('person_language')
    .select('language')
    .where('shop', '=', shop)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return language.safeParse(row?.language).data ?? null;
}

export async function writeLanguage(db: Kysely<Tables>, { shop, userId }: Person, chosen: Language): Promise<void> {
  await sql`insert into person_language (shop, user_id, language) values (${shop}, ${userId}, ${chosen})
    on conflict (shop, user_id) do update set language = excluded.language`.execute(db);
}
