import { type PackingList, packingListQuery } from '#api-contract/packing-list.ts';
import { slotView } from '#deliveries/order-view.ts';
import type { Context } from '#runtime/context.ts';
import { noteAccessOnce } from '#storage/panel/audit-log.ts';
import type { PanelReads } from '#storage/panel/panel-reads.ts';
import { invalid } from '../../http-problem.ts';
import { type ApiCall, queryOf } from '../api-call.ts';

/** A list to print and to carry has an end. */
const mostListed = 200;

/** `GET /api/packing-list`: what is to be packed for one slot. The view is on record: it names recipients. */
export async function showPackingList(
  { storage, courier }: Pick<Context, 'storage' | 'courier'>,
  reads: PanelReads,
  call: ApiCall,
): Promise<PackingList> {
  const { shop, actor } = call;
  const { start, end = null } = queryOf(call, packingListQuery);
  const slot = slotView({ start, end }, { timeZone: courier.timeZone, shopTimeZone: shop.timeZone });
  if (slot === null) throw invalid([{ field: 'start', message: 'is not a time' }]);
  const { deliveries, total } = await reads.packingList(shop.domain, { slot: { start, end }, limit: mostListed });
  await noteAccessOnce(storage.db, shop.domain, { actor, what: 'packing_list', orderId: null });
  return {
    slot,
    deliveries: deliveries.map(({ request, ...delivery }) => ({
      ...delivery,
      recipient: request?.dropoff_contact_name ?? null,
      items: (request?.items ?? []).map(({ name, quantity, is_fragile }) => ({
        name: name ?? null,
        quantity,
        isFragile: is_fragile ?? false,
      })),
    })),
    more: total - deliveries.length,
  };
}
