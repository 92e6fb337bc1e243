import { z } from 'zod';

/** Faults that lose or spoil the answer; `…_after` does the work first, so that the delivery exists. */
const LOST = ['reset', 'hang'] as const;
const REPLACED = ['status', 'html', 'redirect', 'oversized', 'json'] as const;

const kind = z.enum([
  'delay',
  ...LOST.flatMap((name) => [`${name}_before`, `${name}_after`] as const),
  ...REPLACED.flatMap((name) => [name, `${name}_after`] as const),
  'retry_after',
  'cut',
  'no_id',
  'no_slot',
  'not_found',
  'merge',
  'slow_body',
]);

/** The body of `POST /_control/faults`. */
export const faultOrder = z.strictObject({
  match: z
    .strictObject({
      /** The path begins with this; a `*` at the end is allowed. */
      path: z.string().max(2000).optional(),
      method: z
        .string()
        .transform((method) => method.toUpperCase())
        .optional(),
      /** The body or path names this reference. */
      orderReference: z.string().max(255).optional(),
    })
    .prefault({}),
  fault: z.strictObject({
    kind,
    status: z.int().min(200).max(599).optional(),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).default({}),
    delayMs: z.int().min(0).max(600_000).default(0),
    bytes: z.int().min(0).max(50_000_000).default(5_000_000),
  }),
  /** How many requests meet the fault; unset: all until reset. */
  times: z.int().positive().optional(),
  probability: z.number().min(0).max(1).default(1),
});
export type FaultOrder = z.output<typeof faultOrder>;
export type Fault = FaultOrder['fault'];
