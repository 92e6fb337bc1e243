import { setImmediate as othersTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify';
import type { RequestHandler } from 'express';
import { type DeliveryRow, deliveriesQuery } from '#api-contract/deliveries.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import type { Context } from '#runtime/context.ts';
import { noteAccess, writeAudit } from '#storage/panel/audit-log.ts';
import type { DeliveryFilter } from '#storage/panel/delivery-filter.ts';
import type { PanelReads } from '#storage/panel/panel-reads.ts';
import { sendFile } from '../../send-file.ts';
import { callOf, queryOf } from '../api-call.ts';
import { forSpreadsheets } from '../for-spreadsheets.ts';
import { filterOf, showRows } from './delivery-filters.ts';

const pageSize = 500;
/** Then webhooks and other shops have their turn: a long list is one request among many. */
const inOneGo = 50;

const columns: { header: string; value: (row: DeliveryRow) => string | number | null }[] = [
  { header: 'Order', value: (row) => row.orderName },
  { header: 'Order number', value: (row) => row.orderNumber },
  { header: 'Customer', value: (row) => row.customerName },
  { header: 'State', value: (row) => row.state },
  { header: 'Reason', value: (row) => row.reason?.message ?? null },
  { header: 'Reference', value: (row) => row.orderReference },
  { header: 'Delivery id', value: (row) => row.deliveryId },
  { header: 'Slot start', value: (row) => row.slot?.start ?? null },
  { header: 'Slot end', value: (row) => row.slot?.end ?? null },
  { header: 'Location', value: (row) => row.locationName },
  { header: 'Changed since booking', value: (row) => (row.drift ? 'yes' : 'no') },
  { header: 'Test', value: (row) => (row.testMode ? 'yes' : 'no') },
  { header: 'Updated', value: (row) => row.updatedAt },
];

/**
 * `GET /api/deliveries.csv`: every row under the filters, by order number, streamed; cells that a spreadsheet would run
 * are escaped.
 */
export function exportDeliveries(context: Context, reads: PanelReads): RequestHandler {
  return async (request, response) => {
    const call = callOf(request, response);
    const { shop, actor } = call;
    const query = queryOf(call, deliveriesQuery);
    const { db } = context.storage;
    await noteAccess(db, shop.domain, { actor, what: 'deliveries.csv', orderId: null });
    await writeAudit(db, shop.domain, { actor, action: 'export', detail: 'deliveries.csv' });
    const header = columns.map((column) => column.header);
    const cells = stringify({ header: true, columns: header, ...forSpreadsheets });
    // No change moves an order from its number; by time or slot, one that changes meanwhile would be missed or come twice.
    const sort = query.sort === 'number_asc' ? 'number_asc' : 'number_desc';
    const rows = allRows(reads, shop, filterOf(query, shop.timeZone), sort);
    const show = showRows(context, shop);
    const lines = async function* () {
      let count = 0;
      for await (const row of rows) {
        const shownRow = show(row);
        yield columns.map(({ value }) => value(shownRow) ?? '');
        count += 1;
        if (count % inOneGo === 0) await othersTurn();
      }
    };
    await sendFile(response, { name: 'deliveries.csv', type: 'text/csv; charset=utf-8' }, lines(), cells);
  };
}

async function* allRows(
  reads: PanelReads,
  shop: ShopRecord,
  filter: DeliveryFilter,
  sort: Parameters<PanelReads['listDeliveries']>[2]['sort'],
) {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<PanelReads['listDeliveries']>> = await reads.listDeliveries(shop.domain, filter, {
      sort,
      cursor,
      limit: pageSize,
    });
    yield* page?.rows ?? [];
    cursor = page?.nextCursor ?? null;
  } while (cursor !== null);
}
