import type { Request } from 'express';
import { Refusal } from '../refusal.ts';
import type { DeliveryRecord } from '../schemas/record.ts';
import type { ServiceContext } from '../service-context.ts';
import { toRecord } from '../store/delivery-row.ts';
import { listDeliveries } from '../store/find.ts';
import { inTime } from '../store/statements.ts';

const PAGE_SIZE = 50;
const PAGE_BYTES = 512 * 1024;

/** One page, newest first: 50 records, or what 512 kB hold. `next_page` is the URL of the next one or null. Deliveries placed meanwhile shift nothing. */
export async function listPage(
  context: ServiceContext,
  request: Request,
  account: string,
  customerIdentifier: string | null,
): Promise<{ deliveries: DeliveryRecord[]; next_page: string | null }> {
  const query = { account, customerIdentifier, beforeSeq: readCursor(request.query['p']), limit: PAGE_SIZE + 1 };
  const rows = await inTime(listDeliveries(context.database, query));
  const deliveries = fitting(rows.slice(0, PAGE_SIZE).map((row) => toRecord(row, context.baseUrl())));
  const last = rows[deliveries.length - 1];
  return {
    deliveries,
    next_page: rows.length > deliveries.length && last ? nextUrl(context, request, last.seq) : null,
  };
}

/** The first record in any case: a page of none would have no next one. */
function fitting(records: DeliveryRecord[]): DeliveryRecord[] {
  let bytes = 0;
  const overflowing = records.findIndex((record) => {
    bytes += Buffer.byteLength(JSON.stringify(record));
    return bytes > PAGE_BYTES;
  });
  return overflowing === -1 ? records : records.slice(0, Math.max(1, overflowing));
}

/** Where the client asked. Behind a proxy that ends TLS only `publicUrl` tells of https, and of a path before ours. */
function nextUrl({ settings: { publicUrl } }: ServiceContext, request: Request, seq: string): string {
  const host = request.get('host');
  const isPublic = publicUrl !== undefined && new URL(publicUrl).host === host?.toLowerCase();
  const [path] = request.originalUrl.split('?');
  return `${isPublic ? publicUrl : `http://${host}`}${path}?p=${Buffer.from(seq).toString('base64url')}`;
}

function readCursor(value: unknown): string | null {
  if (value === undefined) {
    return null;
  }
  const seq = typeof value === 'string' ? Buffer.from(value, 'base64url').toString('latin1') : '';
  if (!/^[1-9]\d{0,17}$/.test(seq)) {
    throw new Refusal(400, 'malformed_cursor', 'p is not a value that next_page gave.');
  }
  return seq;
}
