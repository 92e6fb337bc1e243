import { type Kysely, sql, type Transaction } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Opened } from './encrypted-columns.ts';
import { keepPrefix, recordErasure } from './erasures.ts';
import { lockOrders } from './order-runs.ts';
import type { Tables } from './schema.ts';
import { tokenRow } from './shop-addresses.ts';
import { eraseUnmatched, namesOneOf, restingStates } from './unmatched-bodies.ts';

const orderTables = [
  'attempt',
  'delivery',
  'webhook',
  'audit',
  'paid_order',
  'flow_run',
  'flow_event',
  'order_search',
  'shop_order',
] as const;

/**
 * Erases orders with everything about them and leaves their ids as tombstones, so that sweep and webhooks leave them
 * alone. Repeatable. An order whose delivery is under way right now is refused: the caller comes again.
 *
 * @param customerId whose stored bodies go too, where they wait for nothing any more.
 * @throws Error while a placement of one of them is in flight.
 */
export async function redactOrders(
  { db, cipher }: Opened,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
  customerId: string | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOrders(trx, shop, orderIds);
    await refuseInFlight(trx, shop, orderIds);
    await eraseOrders(trx, shop, orderIds);
    await eraseRequestsOf(trx, shop, orderIds, customerId);
    if (customerId !== null) await recordErasure(trx, cipher, { shop, customerId });
    await sql`insert into redaction (shop, order_id, until_paid)
      select distinct ${shop}, u.id, false from unnest(${[...orderIds]}::text[]) as u(id)
      on conflict (shop, order_id) do update set until_paid = false`.execute(trx);
  });
  await eraseWebhooksNaming({ db, cipher }, shop, orderIds, customerId);
}

/**
 * Erases a shop that uninstalled the app, whether or not that was ever recorded. One that holds a token came back: what
 * is newer than its installation is kept, and what goes on in it.
 *
 * @param installedSince a shop that was installed before it did not come back, whatever it holds.
 */
export async function redactShop(
  { db, cipher }: Opened,
  shop: ShopDomain,
  installedSince = new Date(0),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('shop')
      .select(['installed_at', 'renamed_to'])
      .select(
        sql<boolean | null>`(select p.access_token_sealed is not null from shop p where p.shop = ${tokenRow(shop)})`.as(
          'is_back',
        ),
      )
      .select(sql<string | null>`settings #>> '{reference,prefix}'`.as('prefix'))
      .where('shop', '=', shop)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const { installed_at: at } = row;
    if (row.is_back && at !== null && at >= installedSince) {
      await eraseBefore(trx, shop, at);
      await recordErasure(trx, cipher, { shop, at });
    } else {
      await eraseShop(trx, shop);
      const prefix = row.prefix ?? '';
      await recordErasure(trx, cipher, { shop, prefix });
      // Should it come back, it comes under the name that it has now.
      if (row.renamed_to !== null) await keepPrefix(trx, cipher, row.renamed_to as ShopDomain, prefix);
    }
  });
}

/**
 * Erases again what a restored backup brought back of orders that are known as erased, and what a webhook left that came
 * at the same moment.
 */
export async function repeatErasures(db: Kysely<Tables>): Promise<void> {
  for (const table of orderTables) {
    await sql`delete from ${sql.table(table)} t using redaction r where t.shop = r.shop and t.order_id = r.order_id`.execute(
      db,
    );
  }
  await sql`update access_log t set order_id = null from redaction r
    where t.shop = r.shop and t.order_id = r.order_id`.execute(db);
}

/** Whatever else has a shop's rows; its own goes last. */
export const shopTables = [
  ...orderTables,
  'access_log',
  'flow_trigger',
  'gate',
  'mail_address',
  'person_language',
  'redaction',
  'data_request',
  'shop_condition',
  'order_run',
  'notification_source',
] as const;

/**
 * Everything of a shop.
 *
 * @throws Error while a placement of it is in flight.
 */
export async function eraseShop(trx: Transaction<Tables>, shop: ShopDomain): Promise<void> {
  await sql`select from shop where shop = ${shop} for update`.execute(trx);
  // Before the rows of orders, as who finds the service well again and wakes what waits for it.
  await trx.deleteFrom('gate').where('shop', '=', shop).execute();
  const { rows } = await sql<{ order_id: OrderId }>`
    select order_id from shop_order where shop = ${shop} union select order_id from delivery where shop = ${shop}
    union select order_id from order_run where shop = ${shop}`.execute(trx);
  const ids = rows.map((row) => row.order_id);
  await lockOrders(trx, shop, ids);
  await refuseShopInFlight(trx, shop);
  for (const table of [...shopTables, 'shop'] as const) {
    await sql`delete from ${sql.table(table)} where shop = ${shop}`.execute(trx);
  }
}

/** What of an order "o" an installation took in that comes back to it: forgotten, it would count as older than the app. */
const goesOn = sql`(o.state in ('queued', 'placing', 'confirming', 'held', 'needs_attention')
  or (o.state = 'skipped' and (not o.paid or o.waits_for ->> 'kind' is not distinct from 'rules')))`;

/** What of a shop that came back is older than its new installation, and has ended. */
export async function eraseBefore(trx: Transaction<Tables>, shop: ShopDomain, reinstalledAt: Date): Promise<void> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from shop_order o where shop = ${shop} and first_seen_at < ${reinstalledAt}
      and not (${goesOn} or exists (select from delivery d
        where d.shop = o.shop and d.order_id = o.order_id and d.placed_at >= ${reinstalledAt}))`.execute(trx);
  const ids = rows.map(({ order_id }) => order_id as OrderId);
  // A change that was decided on before must not bring a part of its order back.
  await lockOrders(trx, shop, ids);
  await refuseInFlight(trx, shop, ids);
  await eraseOrders(trx, shop, ids);
  for (const [table, column] of [
    ['webhook', 'received_at'],
    ['audit', 'at'],
    ['access_log', 'at'],
    ['data_request', 'requested_at'],
  ] as const) {
    await sql`delete from ${sql.table(table)} where shop = ${shop} and ${sql.ref(column)} < ${reinstalledAt}`.execute(
      trx,
    );
  }
}

/** Everything about these orders, their ids apart. Who looked at personal data stays known, not at which order. */
export async function eraseOrders(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
): Promise<void> {
  if (orderIds.length === 0) return;
  for (const table of orderTables) {
    await sql`delete from ${sql.table(table)} where shop = ${shop} and ${isOneOf(orderIds)}`.execute(trx);
  }
  await sql`update access_log set order_id = null where shop = ${shop} and ${isOneOf(orderIds)}`.execute(trx);
}

/** Bodies that were never matched to their order, such as quarantined ones, are opened and searched. */
async function eraseWebhooksNaming(
  storage: Opened,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
  customerId: string | null,
): Promise<void> {
  const namesOrder = namesOneOf(orderIds);
  const namesCustomer = namesOneOf(customerId === null ? [] : [customerId]);
  const states = orderIds.length === 0 ? restingStates : undefined;
  await eraseUnmatched(storage, shop, { states }, ({ topic, state, body }) => {
    // A webhook that is being carried out stays until it is done; its body goes then.
    if (topic.endsWith('/redact')) return false;
    const rests = restingStates.some((resting) => resting === state);
    // What no key opens any more cannot be told apart.
    if (body === null) return rests;
    return namesOrder(body) || (rests && namesCustomer(body));
  });
}

/** Nobody is left to answer, and what was asked for is gone. */
async function eraseRequestsOf(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
  customerId: string | null,
): Promise<void> {
  await sql`delete from data_request where shop = ${shop}
    and (customer_id = ${customerId} or order_ids ?| ${[...orderIds]}::text[])`.execute(trx);
}

/** @throws Error while a placement of the shop is in flight. */
export async function refuseShopInFlight(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  const busy = sql`select 1 from delivery where shop = ${shop} and lease_until > clock_timestamp() limit 1`;
  if ((await busy.execute(db)).rows.length > 0) throw inFlight();
}

async function refuseInFlight(trx: Transaction<Tables>, shop: ShopDomain, orderIds: readonly OrderId[]): Promise<void> {
  if (orderIds.length === 0) return;
  const busy = await trx
    .selectFrom('delivery')
    .select('order_id')
    .where('shop', '=', shop)
    .where(isOneOf(orderIds))
    .where('lease_until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (busy) throw inFlight();
}

/** One parameter for all: a statement takes 65,535, and a buyer or a shop may have more orders. */
const isOneOf = (orderIds: readonly OrderId[]) => sql<boolean>`order_id = any(${[...orderIds]}::text[])`;

const inFlight = () => new Error('a placement is in flight');
