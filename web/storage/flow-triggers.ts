import { type Kysely, sql } from 'kysely';
import type { DeliveryChange } from '#deliveries/delivery-changes.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';

/** A change that Flow is still to be told of; `tries`: this one counted. */
export interface FlowEvent {
  id: string;
  shop: ShopDomain;
  orderId: OrderId;
  orderReference: string | null;
  change: DeliveryChange;
  slotStart: Date | null;
  tries: number;
}

/** How long whoever took events has for telling them: longer than Shopify may take over those of one shop. */
const heldFor = sql`interval '1 minute'`;

/** Shopify's word on whether a workflow of the shop uses the trigger; an older word than the last changes nothing. */
export async function noteFlowTrigger(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { enabled, at }: { enabled: boolean; at: Date },
): Promise<void> {
  await sql`insert into flow_trigger (shop, enabled, told_at) values (${shop}, ${enabled}, ${at})
    on conflict (shop) do update set enabled = excluded.enabled, told_at = excluded.told_at
      where flow_trigger.told_at <= excluded.told_at`.execute(db);
}

/** Of one shop at a time: one whose Shopify answers slowly leaves room for the others. */
const mostOfShop = 4;

/**
 * Takes up to `most` due events, of each shop but `busy` its oldest and of an order none before the one that it follows
 * has ended; each is due again where it is not ended in time.
 */
export async function claimFlowEvents(
  db: Kysely<Tables>,
  most: number,
  busy: readonly ShopDomain[],
): Promise<FlowEvent[]> {
  const { rows } = await sql<FlowEvent>`
    with ranked as (
      select e.id, row_number() over (partition by e.shop order by e.id) as place
      from flow_event e join shop s on s.shop = e.shop
      where e.due_at <= clock_timestamp() and s.uninstalled_at is null and not s.reconnect
        and e.shop <> all(${busy}::text[])
        and (s.throttled_until is null or s.throttled_until <= clock_timestamp())
        and not exists (
          select from flow_event b where b.shop = e.shop and b.order_id = e.order_id and b.id < e.id
        )
    ), due as (
      select e.id from flow_event e join ranked r on r.id = e.id
      where r.place <= ${mostOfShop} and e.due_at <= clock_timestamp()
      order by r.place, e.id limit ${most} for update of e skip locked
    )
    update flow_event e set due_at = clock_timestamp() + ${heldFor}, tries = e.tries + 1
    from due where e.id = due.id
    returning e.id::text, e.shop, e.order_id as "orderId", e.order_reference as "orderReference", e.change,
      e.slot_start as "slotStart", e.tries`.execute(db);
  return rows.sort((a, b) => Number(a.id) - Number(b.id));
}

/** Forgets events of a shop that nobody could take up for a week: a workflow would take them for news. */
export async function forgetOldFlowEvents(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await sql`delete from flow_event where shop = ${shop} and due_at < now() - interval '7 days'`.execute(db);
}

/** Flow knows it, or never will. */
export async function endFlowEvent(db: Kysely<Tables>, { shop, id }: FlowEvent): Promise<void> {
  await db.deleteFrom('flow_event').where('shop', '=', shop).where('id', '=', id).execute();
}

export async function postponeFlowEvent(db: Kysely<Tables>, { shop, id }: FlowEvent, waitMs: number): Promise<void> {
  await db
    .updateTable('flow_event')
    .set({ due_at: sql`clock_timestamp() + ${waitMs} * interval '1 millisecond'` })
    .where('shop', '=', shop)
    .where('id', '=', id)
    .execute();
}
