import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Language } from '#api-contract/language.ts';
import { settings } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';

/** A link to be sent, under a claim that is already committed. */
export interface ConfirmationLink {
  shop: ShopDomain;
  /** null where what is stored is no address. */
  email: string | null;
  language: Language;
  /** In the link only: the database has its hash. */
  token: string;
}

/** What is known of the address that a shop's settings name. */
export interface MailAddressState {
  confirmed: boolean;
  /** When a link was last taken by the mail server for this address. */
  linkSentAt: Date | null;
}

/** Whom a link belongs to. */
export interface LinkOwner {
  shop: ShopDomain;
  shopName: string | null;
  language: Language;
}

/** Links to one shop's addresses within a day: nobody's mailbox is flooded through the app. */
const mostLinksADay = 5;
const notifications = settings.shape.notifications.unwrap().shape;

/** Where shop `s` wants its e-mails, and in which language, as SQL. */
export const mailAddress = sql`s.settings #>> '{notifications,email}'`;
export const mailLanguage = sql<string>`s.settings #>> '{notifications,language}'`;
const dayOver = sql`coalesce(m.links_since <= clock_timestamp() - interval '24 hours', true)`;
const isDue = (email: RawBuilder<unknown>) =>
  sql`(m.email <> ${email} or (m.confirmed_at is null and m.link_due_at <= clock_timestamp()))`;
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
export const languageOf = (text: string | null): Language =>
  z.catch(notifications.language, 'en').parse(text ?? undefined);
/** null where what is stored is no address. */
export const emailOf = (text: string): string | null => z.catch(notifications.email, null).parse(text);

/** Whether shop `s` has confirmed the address that its settings name, as SQL. */
export const addressConfirmed = sql`exists (
  select from mail_address m where m.shop = s.shop and m.email = ${mailAddress} and m.confirmed_at is not null)`;

/**
 * Takes one shop whose address is new, or whose link is due, and makes a token for it; the one before stops working. Of
 * several workers one gets the shop, and nobody gets it again for `claimMs`.
 */
export async function claimLink(db: Kysely<Tables>, claimMs: number): Promise<ConfirmationLink | null> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ shop: ShopDomain; email: string; language: string | null }>`
    with due as (
      select s.shop, ${mailAddress} as email, ${mailLanguage} as language
      from shop s left join mail_address m on m.shop = s.shop
      where ${mailAddress} is not null and s.installed_at is not null and s.uninstalled_at is null
        and (m.shop is null or (${isDue(mailAddress)} and (m.links < ${mostLinksADay} or ${dayOver})))
      order by m.link_due_at nulls first
      limit 1 for update of s skip locked
    ), claimed as (
      insert into mail_address as m (shop, email, token_hash, token_expires_at, link_due_at, links, links_since)
      select shop, email, ${hashOf(token)}, clock_timestamp() + interval '3 days',
        clock_timestamp() + ${claimMs} * interval '1 millisecond', 1, clock_timestamp() from due
      on conflict (shop) do update set email = excluded.email, confirmed_at = null, token_hash = excluded.token_hash,
        token_expires_at = excluded.token_expires_at, link_due_at = excluded.link_due_at,
        link_sent_at = case when m.email = excluded.email then m.link_sent_at end,
        links = case when ${dayOver} then 1 else m.links + 1 end,
        links_since = case when ${dayOver} then excluded.links_since else m.links_since end
      where ${isDue(sql`excluded.email`)}
      returning m.shop
    )
    select due.* from due join claimed on claimed.shop = due.shop`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return { shop: row.shop, email: emailOf(row.email), language: languageOf(row.language), token };
}

/** Writes down that the mail server took the link. */
export async function settleLink(db: Kysely<Tables>, { shop, token }: ConfirmationLink): Promise<void> {
  await sql`update mail_address set link_sent_at = clock_timestamp(), link_due_at = null
    where shop = ${shop} and token_hash = ${hashOf(token)}`.execute(db);
}

/** Lets a link that was not sent come again; it counts for the day only where something of it may have gone out. */
export async function postponeLink(
  db: Kysely<Tables>,
  { shop, token }: ConfirmationLink,
  { delayMs, counts }: { delayMs: number; counts: boolean },
): Promise<void> {
  await sql`update mail_address set link_due_at = clock_timestamp() + ${delayMs} * interval '1 millisecond',
      links = links - ${counts ? 0 : 1}
    where shop = ${shop} and token_hash = ${hashOf(token)}`.execute(db);
}

/** Forgets addresses that their shops have taken out of their settings. */
export async function forgetAddresses(db: Kysely<Tables>): Promise<void> {
  await sql`update mail_address m set email = '', confirmed_at = null, token_hash = null, link_due_at = null
    from shop s where s.shop = m.shop and m.email <> '' and ${mailAddress} is null`.execute(db);
}

export async function readMailAddress(db: Kysely<Tables>, shop: ShopDomain): Promise<MailAddressState> {
  const { rows } = await sql<{ confirmed: boolean; sent: Date | null }>`
    select m.confirmed_at is not null as confirmed, m.link_sent_at as sent
    from mail_address m join shop s on s.shop = m.shop where m.shop = ${shop} and m.email = ${mailAddress}`.execute(db);
  const row = rows[0];
  return { confirmed: row?.confirmed ?? false, linkSentAt: row?.sent ?? null };
}

/**
 * Asks for another link; one that is being sent now gets the time to arrive first.
 *
 * @returns false where the last one is younger than a minute, or the day's number is reached.
 */
export async function askForLink(db: Kysely<Tables>, shop: ShopDomain): Promise<boolean> {
  const { rows } = await sql<{ known: boolean; asked: boolean }>`with asked as (
      update mail_address m set link_due_at = least(m.link_due_at,
        clock_timestamp() + case when m.link_due_at is null then interval '0' else interval '1 minute' end)
      where m.shop = ${shop} and m.confirmed_at is null and (m.links < ${mostLinksADay} or ${dayOver})
        and coalesce(m.link_sent_at <= clock_timestamp() - interval '1 minute', true) returning m.shop)
    select exists (select from asked) as asked, exists (select from mail_address m join shop s on s.shop = m.shop
      where m.shop = ${shop} and m.email = ${mailAddress}) as known`.execute(db);
  // The first link of a new address goes out unasked.
  return rows[0]?.asked === true || rows[0]?.known === false;
}

/** Whom a link belongs to that can still be used; null for any other. Changes nothing. */
export async function ownerOfLink(db: Kysely<Tables>, token: string): Promise<LinkOwner | null> {
  const { rows } = await sql<{ shop: ShopDomain; name: string | null; language: string | null }>`
    select s.shop, s.name, ${mailLanguage} as language from mail_address m join shop s on s.shop = m.shop
    where ${usable(token)}`.execute(db);
  return ownerOf(rows[0]);
}

/** Confirms the address that the link went to, once. null where the link cannot be used, or the address was replaced. */
export async function confirmAddress(db: Kysely<Tables>, token: string): Promise<LinkOwner | null> {
  const { rows } = await sql<{ shop: ShopDomain; name: string | null; language: string | null }>`
    update mail_address m set confirmed_at = clock_timestamp(), token_hash = null, link_due_at = null
    from shop s where s.shop = m.shop and ${usable(token)}
    returning s.shop, s.name, ${mailLanguage} as language`.execute(db);
  return ownerOf(rows[0]);
}

const usable = (token: string) => sql`m.token_hash = ${hashOf(token)} and m.token_expires_at > clock_timestamp()
  and m.confirmed_at is null and m.email = ${mailAddress} and s.uninstalled_at is null`;

function ownerOf(row: { shop: ShopDomain; name: string | null; language: string | null } | undefined) {
  return row ? { shop: row.shop, shopName: row.name, language: languageOf(row.language) } : null;
}
