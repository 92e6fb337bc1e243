import { type DeliveriesPage, deliveriesQuery } from '#api-contract/panel.ts';
import type { Context } from '#runtime/context.ts';
import { noteAccess } from '#storage/panel/audit-log.ts';
import type { PanelReads } from '#storage/panel/panel-reads.ts';
import { invalid } from '../../http-problem.ts';
import { type ApiCall, queryOf } from '../api-call.ts';
import { filterOf, rowOf } from './delivery-filters.ts';

/** `GET /api/deliveries`: a page of deliveries and of orders that have none. */
export async function listDeliveries(context: Context, reads: PanelReads, call: ApiCall): Promise<DeliveriesPage> {
  const { shop, actor } = call;
  const query = queryOf(call, deliveriesQuery);
  const filter = filterOf(query, shop.timeZone);
  const page = await reads.listDeliveries(shop.shop, filter, {
    sort: query.sort,
    cursor: query.cursor ? query.cursor : null,
    limit: query.limit,
  });
  if (!page) throw invalid([{ field: 'cursor', message: 'is not a cursor of this list' }]);
  const stateCounts = await reads.countByState(shop.shop, filter);
  const viewCounts = await reads.countViews(shop.shop, filter);
  await noteAccess(context.storage.db, shop.shop, { actor, what: 'deliveries', orderId: null });
  const shown = {
    timeZone: context.courier.timeZone,
    shopTimeZone: shop.timeZone,
    now: context.clock.now(),
  };
  return {
    deliveries: page.rows.map((row) => rowOf(row, shown)),
    nextCursor: page.nextCursor,
    stateCounts,
    viewCounts,
  };
}
