import { z } from 'zod';
import { askedDay } from './times.ts';

/** The longest time that figures are made over. */
export const mostFigureDays = 366;

/** Query of `GET /api/figures` and `/api/figures.csv`: days of the shop, both counted; without `from` the last `days` up to `to`, or today. */
export const figuresQuery = z.object({
  from: askedDay.optional(),
  to: askedDay.optional(),
  days: z.coerce.number().int().min(1).max(mostFigureDays).default(30),
});
export type FiguresQuery = z.infer<typeof figuresQuery>;

/** What a number of deliveries came to. A share is 0 to 1, and null where nothing can be said. */
const figures = z.object({
  /** Booked and not cancelled. */
  deliveries: z.int(),
  delivered: z.int(),
  /** Neither delivered: failed, or brought back. */
  failed: z.int(),
  /** Delivered within the slot, of those that were delivered and had a slot with an end. */
  onTime: z.int(),
  onTimeShare: z.number().nullable(),
  /** Of those that were delivered or failed. */
  failedShare: z.number().nullable(),
  /** From payment to delivery, one decimal; of orders that were paid before they were booked. */
  medianMinutes: z.number().nullable(),
  /** In rand, of the deliveries for which the service names it; null where it names none. */
  cost: z.number().nullable(),
});
export type Figures = z.infer<typeof figures>;

/** `GET /api/figures`. A delivery counts on the day on which it was booked. */
export const figuresView = z.object({
  from: z.string(),
  to: z.string(),
  /** The first day of which everything is still stored, by the retention that is set: orders are erased after `keptDays`. */
  keptSince: z.string(),
  keptDays: z.int(),
  total: figures,
  /** Every day and month (`2026-11`) of the time asked for, oldest first, those without a delivery too. */
  perDay: z.array(figures.extend({ date: z.string() })),
  perMonth: z.array(figures.extend({ month: z.string() })),
  /** By name. */
  perLocation: z.array(figures.extend({ locationId: z.string().nullable(), locationName: z.string() })),
});
export type FiguresView = z.infer<typeof figuresView>;
