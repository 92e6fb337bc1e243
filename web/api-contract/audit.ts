import { z } from 'zod';

/** `GET /api/audit`. */
export const auditPage = z.object({
  entries: z.array(
    z.object({
      at: z.string(),
      actor: z.string(),
      action: z.string(),
      orderId: z.string().nullable(),
      orderReference: z.string().nullable(),
      /** What changed, without personal data. */
      detail: z.string(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type AuditPage = z.infer<typeof auditPage>;
