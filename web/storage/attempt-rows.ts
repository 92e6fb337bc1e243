import type { Selectable } from 'kysely';
import type { AttemptRecord } from '#deliveries/delivery.ts';
import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { places } from './encrypted-columns.ts';
import type { Cipher } from './encryption.ts';
import type { Tables } from './schema.ts';

/** One call to the service as a row. */
export function attemptToRow(
  attempt: AttemptRecord,
  shop: ShopDomain,
  orderId: OrderId,
  cipher: Cipher,
): Record<keyof Tables['attempt'], unknown> {
  return {
    shop,
    order_id: orderId,
    id: attempt.id,
    order_reference: attempt.orderReference,
    account: attempt.account,
    fence: attempt.fence,
    kind: attempt.kind,
    started_at: new Date(attempt.startedAt),
    finished_at: attempt.finishedAt === null ? null : new Date(attempt.finishedAt),
    outcome: attempt.outcome,
    http_status: attempt.httpStatus,
    message_sealed:
      attempt.message === null ? null : cipher.encrypt(attempt.message, places.attempt(shop, orderId, attempt.id)),
  };
}

/** The row as the call that it was. */
export function attemptFromRow(row: Selectable<Tables['attempt']>, cipher: Cipher): AttemptRecord {
  return {
    id: row.id,
    orderReference: row.order_reference as OrderReference,
    account: row.account,
    fence: Number(row.fence),
    kind: row.kind as AttemptRecord['kind'],
    startedAt: row.started_at.getTime(),
    finishedAt: row.finished_at === null ? null : row.finished_at.getTime(),
    outcome: row.outcome,
    httpStatus: row.http_status,
    message:
      row.message_sealed === null
        ? null
        : cipher.decrypt(row.message_sealed, places.attempt(row.shop, row.order_id, row.id)),
  };
}
