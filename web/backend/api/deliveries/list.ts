import { type DeliveriesPage, type DeliveriesQuery, deliverySearchBody } from '#api-contract/deliveries.ts';
import type { Context } from '#runtime/context.ts';
import { noteAccessOnce } from '#storage/panel/audit-log.ts';
import type { DeliveryFilter } from '#storage/panel/delivery-filter.ts';
import type { PanelReads } from '#storage/panel/panel-reads.ts';
import { invalid } from '../../http-problem.ts';
import type { Caller } from '../../session/caller.ts';
import { type ApiCall, bodyOf } from '../api-call.ts';
import { filterOf, showRows } from './delivery-filters.ts';

type Shown = Pick<Context, 'storage' | 'courier' | 'clock'>;

/** `GET /api/deliveries`: a page of deliveries and of orders that have none. */
export async function listDeliveries(
  context: Shown,
  reads: PanelReads,
  caller: Caller,
  query: DeliveriesQuery,
): Promise<DeliveriesPage> {
  return pageOf(context, reads, caller, filterOf(query, caller.shop.timeZone), query);
}

/** `POST /api/deliveries/search`: the same by a text that may be a person's name or phone number. */
export async function searchDeliveries(context: Shown, reads: PanelReads, call: ApiCall): Promise<DeliveriesPage> {
  const { text, ...query } = bodyOf(call, deliverySearchBody);
  const filter = { ...filterOf({ ...query, query: text }, call.shop.timeZone), byBuyer: true };
  return pageOf(context, reads, call, filter, query);
}

async function pageOf(
  context: Shown,
  reads: PanelReads,
  { shop, actor }: Caller,
  filter: DeliveryFilter,
  query: Pick<DeliveriesQuery, 'sort' | 'cursor' | 'limit'>,
): Promise<DeliveriesPage> {
  const page = await reads.listDeliveries(shop.domain, filter, {
    sort: query.sort,
    cursor: query.cursor ? query.cursor : null,
    limit: query.limit,
  });
  if (!page) throw invalid([{ field: 'cursor', message: 'is not a cursor of this list' }]);
  const stateCounts = await reads.countByState(shop.domain, filter);
  const { changedOnly, doubled, ...viewCounts } = await reads.countViews(shop.domain, filter);
  await noteAccessOnce(context.storage.db, shop.domain, { actor, what: 'deliveries', orderId: null });
  return {
    deliveries: page.rows.map(showRows(context, shop)),
    nextCursor: page.nextCursor,
    stateCounts,
    viewCounts: { ...viewCounts, needsYou: stateCounts.needs_attention + changedOnly + doubled },
  };
}
