import { type Selectable, sql } from 'kysely';
import type { OrderRecord } from '#deliveries/order.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';
import type { Reader } from './delivery-filter.ts';
import { listedOrder } from './listed-order.ts';

/** An order that waits for a person, with the delivery of it that does; none where none was recorded yet. */
export interface WaitingOrder {
  order: OrderRecord;
  delivery: Pick<Selectable<Tables['delivery']>, 'order_reference' | 'reason' | 'deadline_at'> | null;
}

/**
 * Orders that wait for a person: what is soonest too late first, then what could not be sent from `lateBefore` on. Holds
 * personal data.
 *
 * @returns at most `limit` of them, and how many there are in all
 */
export async function readWaiting(
  { db, cipher }: Reader,
  shop: ShopDomain,
  { lateBefore, limit }: { lateBefore: Date; limit: number },
): Promise<{ waiting: WaitingOrder[]; total: number }> {
  const from = sql<Date>`coalesce(o.sendable_from, o.paid_at, o.processed_at)`;
  const rows = await db
    .selectFrom('shop_order as o')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('delivery as d')
          .select(['d.order_reference', 'd.reason as own_reason', 'd.deadline_at'])
          .whereRef('d.shop', '=', 'o.shop')
          .whereRef('d.order_id', '=', 'o.order_id')
          .where('d.state', '=', 'needs_attention')
          .orderBy('d.updated_at', 'desc')
          .limit(1)
          .as('worst'),
      (on) => on.onTrue(),
    )
    .selectAll('o')
    .select(['worst.order_reference', 'worst.own_reason', 'worst.deadline_at'])
    .select(sql<string>`count(*) over ()`.as('total'))
    .where('o.shop', '=', shop)
    .where('o.state', '=', 'needs_attention')
    .orderBy(sql`${from} < ${lateBefore}`)
    .orderBy(from)
    .orderBy('o.order_id')
    .limit(limit)
    .execute();
  return {
    waiting: rows.map(({ order_reference, own_reason: reason, deadline_at, ...row }) => ({
      order: listedOrder(row, cipher),
      delivery: order_reference === null ? null : { order_reference, reason, deadline_at },
    })),
    total: Number(rows[0]?.total ?? 0),
  };
}
