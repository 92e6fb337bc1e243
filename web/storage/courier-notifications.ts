import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CourierMode } from '#api-contract/settings.ts';
import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { type Opened, places } from './encrypted-columns.ts';
import type { Tables } from './schema.ts';

/** A service account that is to tell us of its deliveries. */
export interface UnregisteredAccount {
  shop: ShopDomain;
  mode: CourierMode;
}

/** Who may speak under a token: deliveries of this account, whichever shops share it, under this secret. */
export interface NotificationSource {
  account: string;
  secret: string;
}

/** How long after a fruitless registration the next one is tried. */
const retryMs = 600_000;

/**
 * The next account whose notifications are not registered under `baseUrl` yet, claimed for this process. Shops that share
 * an account share its registration, and one whose answer was lost is tried again under the same address: services take
 * so many of an account, and keep each for ever.
 *
 * @returns the address it is to call; null where nothing is left to do for now.
 */
export async function claimUnregistered(
  db: Kysely<Tables>,
  baseUrl: string,
): Promise<(UnregisteredAccount & { url: string }) | null> {
  const token = newToken();
  const url = `${baseUrl}/${token}`;
  const isOf = (n: RawBuilder<unknown>, account: RawBuilder<unknown>) =>
    sql`(${n}.account = ${account} and starts_with(${n}.url, ${`${baseUrl}/`}))`;
  // Asked again where another worker was first: the statement may have begun before that one ended.
  const isStale = (n: RawBuilder<unknown>, account: RawBuilder<unknown>) => sql`(not ${isOf(n, account)}
    or (${n}.secret_sealed is null and ${n}.tried_at < clock_timestamp() - ${retryMs} * interval '1 millisecond'))`;
  const isRetry = isOf(sql`notification_source`, sql`excluded.account`);
  const { rows } = await sql<UnregisteredAccount & { url: string }>`
    with wanted as (
      select s.shop, a.mode, a.account from shop s
      cross join lateral (values ('live', s.live_account), ('test', s.test_account)) as a(mode, account)
      left join notification_source n on n.shop = s.shop and n.mode = a.mode
      where s.installed_at is not null and s.uninstalled_at is null and a.account is not null
        and (n.shop is null or ${isStale(sql`n`, sql`a.account`)})
        and not exists (select from notification_source other join shop o on o.shop = other.shop
          where ${isOf(sql`other`, sql`a.account`)} and other.shop <> s.shop and o.uninstalled_at is null
            and (other.secret_sealed is not null or other.shop < s.shop or ${isOf(sql`n`, sql`a.account`)} is not true))
      limit 1 for update of s skip locked
    )
    insert into notification_source (shop, mode, account, token, url)
    select shop, mode, account, ${token}, ${url} from wanted
    on conflict (shop, mode) do update set account = excluded.account,
      token = case when ${isRetry} then notification_source.token else excluded.token end,
      url = case when ${isRetry} then notification_source.url else excluded.url end,
      secret_sealed = null, tried_at = clock_timestamp()
      where ${isStale(sql`notification_source`, sql`excluded.account`)}
    returning shop, mode, url`.execute(db);
  return rows[0] ?? null;
}

/** Another address for the next try, where the service has refused this one. */
export async function renewNotificationUrl(
  db: Kysely<Tables>,
  { shop, mode, url }: UnregisteredAccount & { url: string },
): Promise<void> {
  const token = newToken();
  await db
    .updateTable('notification_source')
    .set({ token, url: url.replace(/[^/]+$/, token) })
    .where('shop', '=', shop)
    .where('mode', '=', mode)
    .where('url', '=', url)
    .execute();
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Keeps the secret under which the service signs what it sends to `url`; nothing where that is not the address any more. */
export async function keepNotificationSecret(
  { db, cipher }: Opened,
  { shop, mode, url }: UnregisteredAccount & { url: string },
  secret: string,
): Promise<void> {
  await db
    .updateTable('notification_source')
    .set({ secret_sealed: cipher.encrypt(secret, places.notificationSource(shop, mode)) })
    .where('shop', '=', shop)
    .where('mode', '=', mode)
    .where('url', '=', url)
    .execute();
}

/** @returns null where no installed shop's account has this token, or it is not registered. */
export async function notificationSource({ db, cipher }: Opened, token: string): Promise<NotificationSource | null> {
  const row = await db
    .selectFrom('notification_source as n')
    .innerJoin('shop as s', 's.shop', 'n.shop')
    .select(['n.shop', 'n.mode', 'n.account', 'n.secret_sealed'])
    .where('n.token', '=', token)
    .where('s.uninstalled_at', 'is', null)
    .executeTakeFirst();
  if (!row?.secret_sealed) return null;
  const secret = cipher.decrypt(row.secret_sealed, places.notificationSource(row.shop, row.mode));
  return { account: row.account, secret };
}

/** Which order has the delivery that the service calls so in an account; null also where its shop is gone. */
export async function orderOfDelivery(
  db: Kysely<Tables>,
  account: string,
  deliveryId: string,
): Promise<{ shop: ShopDomain; orderId: OrderId; orderReference: OrderReference } | null> {
  const row = await db
    .selectFrom('delivery as d')
    .innerJoin('shop as s', 's.shop', 'd.shop')
    .select(['d.shop', 'd.order_id', 'd.order_reference'])
    .where('d.account', '=', account)
    .where('d.delivery_id', '=', deliveryId)
    .where('s.uninstalled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { shop, order_id: orderId, order_reference: orderReference } = row;
  return {
    shop: shop as ShopDomain,
    orderId: orderId as OrderId,
    orderReference: orderReference as OrderReference,
  };
}
