import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { CourierMode } from '#api-contract/settings.ts';
import type { OrderAggregate } from '#deliveries/order.ts';
import type { HealthChange, ShopStore } from '#deliveries/ports/stores.ts';
import { goodHealth, goodInBothModes, type ServiceHealth } from '#deliveries/service-health.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { askForRuns } from './order-runs.ts';
import type { Tables } from './schema.ts';
import { readSettings } from './stored-settings.ts';

/** The service's health by shop and mode, and waking up what waits for it. */
export function createHealthStore(db: Kysely<Tables>): Omit<ShopStore, 'shop' | 'settledShop'> {
  return {
    health: async (shop, mode) => (await healthOf(db, shop, mode).executeTakeFirst())?.state ?? goodHealth,
    settledHealth: async (shop, mode) =>
      (await healthOf(db, shop, mode).forShare().executeTakeFirst())?.state ?? goodHealth,
    changeHealth: (shop, mode, decide) => changeHealth(db, shop, mode, decide),
    wakeWaiting: (shop, spreadMs) => db.transaction().execute((trx) => wakeWaiting(trx, shop, spreadMs)),
    wakeLacking: (shop, spreadMs) => db.transaction().execute((trx) => wakeToRead(trx, shop, spreadMs, ofBoth(lacks))),
    wakeOneHeld: (shop, mode) => wakeOneHeld(db, shop, mode),
    probesDue: async () => {
      const rows = await db
        .selectFrom('gate')
        .select(['shop', 'mode'])
        .where('probe_at', '<=', sql<Date>`clock_timestamp()`)
        .execute();
      return rows.map((row) => ({ shop: row.shop as ShopDomain, mode: row.mode }));
    },
  };
}

type Db = Kysely<Tables>;

/** What is known of the service in both modes of a shop, as `json_object_agg` gives it: a mode without a row is well. */
export type HealthJson = Partial<OrderAggregate['health']> | null;

export const healthFromJson = (stored: HealthJson): OrderAggregate['health'] => ({
  ...goodInBothModes,
  ...stored,
});

const healthOf = (db: Db, shop: ShopDomain, mode: CourierMode) =>
  db.selectFrom('gate').select('state').where('shop', '=', shop).where('mode', '=', mode);

/** Whoever writes in the shop's row and in its health locks the shop first: here, too, where a refused key may be taken again. */
async function changeHealth<R>(
  db: Db,
  shop: ShopDomain,
  mode: CourierMode,
  decide: (health: ServiceHealth, now: number) => HealthChange<R>,
): Promise<R> {
  for (let withShop = false; ; withShop = true) {
    const changed = await db.transaction().execute(async (trx) => {
      if (withShop) await trx.selectFrom('shop').select('shop').where('shop', '=', shop).forNoKeyUpdate().execute();
      const { state, now } = await lockHealth(trx, shop, mode);
      if (state.hold === 'key' && !withShop) return null;
      const change = decide(state, now.getTime());
      await write(trx, { shop, mode, before: state }, change);
      return { result: change.result };
    });
    if (changed) return changed.result;
  }
}

/** In one statement: a new key forgets the row of the old one, and that of a mode that is well need not be there. */
const lockHealth = (trx: Transaction<Tables>, shop: ShopDomain, mode: CourierMode) =>
  trx
    .insertInto('gate')
    .values({ shop, mode, state: JSON.stringify(goodHealth), probe_at: null })
    .onConflict((conflict) => conflict.columns(['shop', 'mode']).doUpdateSet({ mode }))
    .returning(['state', sql<Date>`clock_timestamp()`.as('now')])
    .executeTakeFirstOrThrow();

async function write<R>(
  trx: Transaction<Tables>,
  { shop, mode, before }: { shop: ShopDomain; mode: CourierMode; before: ServiceHealth },
  { health, wakesWithinMs }: HealthChange<R>,
): Promise<void> {
  if (health) {
    await trx
      .updateTable('gate')
      .set({
        state: JSON.stringify(health),
        probe_at: health.probeAt === null ? null : new Date(health.probeAt),
        ...(health.hold === null ? { mailed_hold: null } : {}),
      })
      .where('shop', '=', shop)
      .where('mode', '=', mode)
      .execute();
  }
  if (health?.hold === null && before.hold === 'key') await keyIsTaken(trx, shop, mode);
  if (wakesWithinMs !== undefined) await wake(trx, shop, wakesWithinMs, ofBoth(goesOnOnceWell));
}

/** The service has taken a key that it refused: what an older check of it found is no longer so. */
async function keyIsTaken(trx: Transaction<Tables>, shop: ShopDomain, mode: CourierMode): Promise<void> {
  const check = sql.ref(`${mode}_key_check`);
  await trx
    .updateTable('shop')
    .set({ [`${mode}_key_check`]: sql`jsonb_set(${check}, '{kind}', '"accepted"')` })
    .where('shop', '=', shop)
    .where(sql<boolean>`${check} ->> 'kind' = 'key' and ${check} ->> 'account' = ${sql.ref(`${mode}_account`)}`)
    .execute();
}

/** Which rows of orders, and of deliveries. */
interface Which {
  orders: RawBuilder<boolean>;
  deliveries: RawBuilder<boolean>;
}

const ofBoth = (which: RawBuilder<boolean>): Which => ({ orders: which, deliveries: which });

/** Held, or told to a person and asked about once the service can be. */
const goesOnOnceWell = sql<boolean>`(state = 'held' or (state = 'needs_attention' and waits_for ->> 'kind' in ('service', 'settings')))`;
/** A person may have entered it in the settings, or in Shopify; what only a person sends may lack something, too. */
const lacks = sql<boolean>`(state = 'needs_attention' and waits_for ->> 'kind' in ('order', 'lacking', 'person'))`;

/** Also what a rule took out, as long as it is not too old to go by itself. */
export async function wakeWaiting(trx: Transaction<Tables>, shop: ShopDomain, spreadMs: number): Promise<number> {
  const row = await trx.selectFrom('shop').select('settings').where('shop', '=', shop).executeTakeFirstOrThrow();
  const { maxAgeHours } = readSettings(row.settings).automation;
  const goesOn = sql<boolean>`(${goesOnOnceWell} or ${lacks})`;
  const leftOut = sql<boolean>`(state = 'skipped' and waits_for ->> 'kind' = 'rules'
    and greatest(paid_at, sendable_from) > clock_timestamp() - ${maxAgeHours} * interval '1 hour')`;
  return wakeToRead(trx, shop, spreadMs, { orders: sql<boolean>`(${goesOn} or ${leftOut})`, deliveries: goesOn });
}

/** What lacks something, or was left out by a rule, is decided anew by a new reading only: whoever saw it before decides anew. */
async function wakeToRead(trx: Transaction<Tables>, shop: ShopDomain, spreadMs: number, which: Which): Promise<number> {
  // All at once and in the order of the key, as everybody who asks for several orders.
  await sql`select from order_run where shop = ${shop} and order_id in (
      select order_id from shop_order where shop = ${shop} and ${which.orders}
      union select order_id from delivery where shop = ${shop} and ${which.deliveries}
    ) order by order_id for update`.execute(trx);
  const isToRead = sql<boolean>`waits_for ->> 'kind' in ('order', 'lacking', 'person', 'rules')`;
  await sql`
    with waiting as materialized (
      select order_id from order_run where shop = ${shop} and order_id in (
        select order_id from shop_order where shop = ${shop} and ${isToRead} and ${which.orders}
        union select order_id from delivery where shop = ${shop} and ${isToRead} and ${which.deliveries}
      ) order by order_id for update
    ), changed as (
      update order_run r set version = version + 1 from waiting w
      where r.shop = ${shop} and r.order_id = w.order_id returning r.order_id
    )
    update shop_order o set due_at = clock_timestamp() from changed c
    where o.shop = ${shop} and o.order_id = c.order_id`.execute(trx);
  return wake(trx, shop, spreadMs, which);
}

/** Spread evenly, so that a recovered service meets no burst; what was tried most often goes last, for it may be what is refused. */
async function wake(trx: Transaction<Tables>, shop: ShopDomain, spreadMs: number, which: Which): Promise<number> {
  const rows = await trx
    .selectFrom('shop_order')
    .select(['order_id', sql<Date>`clock_timestamp()`.as('now')])
    .where('shop', '=', shop)
    .where((where) =>
      where.or([
        which.orders,
        // A delivery may be held in an order that shows the state of another one.
        where(
          'order_id',
          'in',
          trx.selectFrom('delivery').select('order_id').where('shop', '=', shop).where(which.deliveries),
        ),
      ]),
    )
    .orderBy(
      sql`(select max(fence) from delivery d where d.shop = shop_order.shop and d.order_id = shop_order.order_id)`,
      (by) => by.asc().nullsFirst(),
    )
    .orderBy('paid_at')
    .execute();
  const held = rows.map((row, index) => ({
    shop,
    orderId: row.order_id as OrderId,
    at: row.now.getTime() + Math.floor((spreadMs * index) / rows.length),
  }));
  await askForRuns(trx, held);
  return held.length;
}

async function wakeOneHeld(db: Db, shop: ShopDomain, mode: CourierMode): Promise<boolean> {
  const row = await db
    .selectFrom('delivery')
    .select('order_id')
    .where('shop', '=', shop)
    .where('mode', '=', mode)
    .where('state', '=', 'held')
    .where(sql<boolean>`waits_for ->> 'kind' = 'service'`)
    .orderBy('fence')
    .orderBy('updated_at')
    .limit(1)
    .executeTakeFirst();
  if (row) await askForRuns(db, [{ shop, orderId: row.order_id as OrderId, at: null }]);
  return row !== undefined;
}
