import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';

import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { places } from './encrypted-columns.ts';
import type { Cipher } from './encryption.ts';
import type { Tables } from './schema.ts';

/** A service account that is to tell us of its deliveries. */
export interface UnregisteredAccount {
  shop: ShopDomain;
  mode: 'live' | 'test';
}

/** Who may speak under a token: deliveries of this account, under this secret. */
export interface NotificationSource {
  shop: ShopDomain;
  account: string;
  secret: string;
}

/** How long after a fruitless registration the next one is tried. */
const retryMs = 600_000;

/**
 * The next account whose notifications are not registered under `baseUrl` yet, claimed for this process.
 *
 * @returns the address it is to call; null where nothing is left to do for now.
 */
export async function claimUnregistered(
  db: Kysely<Tables>,
  baseUrl: string,
): Promise<(UnregisteredAccount & { url: string }) | null> {
  const token = randomBytes(24).toString('base64url');
  const url = `${baseUrl}/${token}`;
  // Asked again where another worker was first: the statement may have begun before that one ended.
  const isStale = (n: RawBuilder<unknown>, account: RawBuilder<unknown>) => sql`(${n}.account <> ${account}
    or not starts_with(${n}.url, ${`${baseUrl}/`}) or (${n}.secret_sealed is null
      and ${n}.tried_at < clock_timestamp() - ${retryMs} * interval '1 millisecond'))`;
  const { rows } = await sql<UnregisteredAccount & { url: string }>`
    with wanted as (
      select s.shop, a.mode, a.account from shop s
      cross join lateral (values ('live', s.live_account), ('test', s.test_account)) as a(mode, account)
      left join notification_source n on n.shop = s.shop and n.mode = a.mode
      where s.installed_at is not null and s.uninstalled_at is null and a.account is not null
        and (n.shop is null or ${isStale(sql`n`, sql`a.account`)})
      limit 1 for update of s skip locked
    )
    insert into notification_source (shop, mode, account, token, url)
    select shop, mode, account, ${token}, ${url} from wanted
    on conflict (shop, mode) do update set account = excluded.account, token = excluded.token, url = excluded.url,
      secret_sealed = null, tried_at = clock_timestamp()
      where ${isStale(sql`notification_source`, sql`excluded.account`)}
    returning shop, mode, url`.execute(db);
  return rows[0] ?? null;
}

/** Keeps the secret under which the service signs what it sends to `url`; nothing where that is not the address any more. */
export async function keepNotificationSecret(
  { db, cipher }: { db: Kysely<Tables>; cipher: Cipher },
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
export async function notificationSource(
  { db, cipher }: { db: Kysely<Tables>; cipher: Cipher },
  token: string,
): Promise<NotificationSource | null> {
  const row = await db
    .selectFrom('notification_source as n')
    .innerJoin('shop as s', 's.shop', 'n.shop')
    .select(['n.shop', 'n.mode', 'n.account', 'n.secret_sealed'])
    .where('n.token', '=', token)
    .where('s.uninstalled_at', 'is', null)
    .executeTakeFirst();
  if (!row?.secret_sealed) return null;
  const secret = cipher.decrypt(row.secret_sealed, places.notificationSource(row.shop, row.mode));
  return { shop: row.shop as ShopDomain, account: row.account, secret };
}

/** Which order has the delivery that the service calls so. */
export async function orderOfDelivery(
  db: Kysely<Tables>,
  { shop, account }: Pick<NotificationSource, 'shop' | 'account'>,
  deliveryId: string,
): Promise<{ orderId: OrderId; orderReference: OrderReference } | null> {
  const row = await db
    .selectFrom('delivery')
    .select(['order_id', 'order_reference'])
    .where('shop', '=', shop)
    .where('account', '=', account)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  return row ? { orderId: row.order_id as OrderId, orderReference: row.order_reference as OrderReference } : null;
}
