import { z } from 'zod';
import type { AuditPage } from '#api-contract/audit.ts';
import type { Context } from '#runtime/context.ts';
import { readAudit } from '#storage/panel/audit-log.ts';
import { type ApiCall, parseOrderId, queryOf } from '../api-call.ts';

const query = z.object({
  orderId: z
    .string()
    .transform(parseOrderId)
    .refine((id) => id !== null, 'is no order id')
    .optional(),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'is not a cursor of this list')
    .optional(),
  limit: z.coerce.number().int().min(1).max(250).default(50),
});

/** `GET /api/audit`: who did what, newest first; of one order with `orderId`. */
export function listAudit({ storage }: Pick<Context, 'storage'>, call: ApiCall): Promise<AuditPage> {
  const { orderId = null, cursor = null, limit } = queryOf(call, query);
  return readAudit(storage.db, call.shop.domain, { orderId, cursor, limit });
}
