import { setTimeout as sleep } from 'node:timers/promises';
import { advanceOrder } from '#deliveries/advance-order.ts';
import { AppError, readsRefused } from '#deliveries/errors.ts';
import { restFailingOrder } from '#deliveries/rest-failing-order.ts';
import { writeBack } from '#deliveries/write-back.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import type { OrderJob } from '#storage/job-queue.ts';
import { countFailures } from './count-failures.ts';

/** Orders of a shop that go on one after the other when its wait is over, so that they do not meet the limit again at once. */
const spreadMs = 2_000;

/** How long a lane rests after an order that its shop's shut gate holds back: its next order cannot be sent either, other shops' can. */
const behindGateMs = 250;

/** Runs the turns of orders for one process. */
export interface OrderJobs {
  run(job: OrderJob): Promise<void>;
}

/**
 * A shop that Shopify asks to slow down waits as a whole: its other orders do not ask meanwhile, and no other shop is
 * touched.
 */
export function createOrderJobs(context: Context): OrderJobs {
  const { ports, storage, logger } = context;
  const waits = new Map<ShopDomain, number>();
  const failures = countFailures();

  const later = async (job: OrderJob, at: number): Promise<void> => {
    await storage.queue.wakeMany(storage.db, [{ ...job, at: Math.ceil(at + ports.random.next() * spreadMs) }]);
  };

  const turn = async (job: OrderJob): Promise<void> => {
    if (job.kind === 'write_back') return writeBack(ports, job.shop, job.orderId, { again: job.again ?? false });
    const { at, behindGate } = await advanceOrder(ports, job.shop, job.orderId);
    if (at !== null) await storage.queue.wake(storage.db, job.shop, job.orderId, { kind: 'advance', at });
    if (behindGate) await sleep(behindGateMs);
  };

  /** What fails for good rests with a reason. Home says at once where Shopify refuses, not only after the next sweep. */
  const watched = async (job: OrderJob): Promise<void> => {
    const { kind, shop, orderId } = job;
    const key = `${kind} ${shop}/${orderId}`;
    try {
      await turn(job);
      failures.worked(key);
    } catch (error) {
      if (readsRefused(error)) await storage.shops.noteReadsRefused(shop);
      if (kind !== 'advance' || !failures.isHopeless(key, error, ports.clock.now())) throw error;
      logger.error('an order fails in the same way again and again', { code: codeOf(error), shop, orderId });
      await restFailingOrder(ports, shop, orderId, codeOf(error));
    }
  };

  /** A failure that passes is tried again: a write-back by the due time of its rows, which have woken it for then. */
  const failed = async (job: OrderJob, error: unknown): Promise<void> => {
    const { kind, shop, orderId } = job;
    const isWriteBack = kind === 'write_back';
    logger.warn(isWriteBack ? 'writing back failed' : 'an order could not go on', {
      code: codeOf(error),
      shop,
      orderId,
    });
    if (isWriteBack) ports.events.noteWritten('failed');
    if (!(error instanceof AppError)) throw error;
    if (!error.retryable) return;
    const resumeAt = error.retryAfterMs === null ? null : ports.clock.now() + error.retryAfterMs;
    if (resumeAt !== null) waits.set(shop, resumeAt);
    if (isWriteBack) return;
    if (resumeAt === null) throw error;
    await later({ ...job, again: true }, resumeAt);
  };

  return {
    run: async (job) => {
      const until = waits.get(job.shop) ?? 0;
      if (until > ports.clock.now()) return later(job, until);
      waits.delete(job.shop);
      await watched(job).catch((error: unknown) => failed(job, error));
    },
  };
}
