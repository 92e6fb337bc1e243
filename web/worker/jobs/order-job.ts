import { advanceOrder } from '#deliveries/advance-order.ts';
import { AppError } from '#deliveries/errors.ts';
import { writeBack } from '#deliveries/write-back.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import type { OrderJob } from '#storage/job-queue.ts';

/**
 * One turn of an order. A failure that may pass is thrown, so that the queue tries again with back-off; any other rests
 * where the rows say, until something wakes the order up.
 */
export async function runOrderJob(context: Context, { kind, shop, orderId }: OrderJob): Promise<void> {
  const { ports, storage, logger } = context;
  try {
    if (kind === 'write_back') {
      await writeBack(ports, shop, orderId);
      return;
    }
    const again = await advanceOrder(ports, shop, orderId);
    if (again !== null) await storage.queue.wake(storage.db, shop, orderId, { kind: 'advance', at: again });
  } catch (error) {
    const code = codeOf(error);
    logger.warn(kind === 'write_back' ? 'writing back failed' : 'an order could not go on', { code, shop, orderId });
    if (kind === 'write_back') ports.events.noteWritten('failed');
    if (error instanceof AppError && !error.retryable) return;
    throw error;
  }
}
