import { setTimeout as sleep } from 'node:timers/promises';
import { givePlacingAgainUp, placeAgain } from '#deliveries/actions/place-again.ts';
import { AppError, readsRefused, shopifyErrorCodes } from '#deliveries/errors.ts';
import { giveUpOrder } from '#deliveries/run/give-up.ts';
import { type Advanced, runOrder } from '#deliveries/run/run-order.ts';
import { writeBack } from '#deliveries/run/write-back.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf, withFields } from '#runtime/logger.ts';
import type { ClaimedRun } from '#storage/claim-orders.ts';
import { countFailures } from './count-failures.ts';

/** Orders of a shop that go on one after the other when its wait is over, so that they do not meet the limit again at once. */
const spreadMs = 2_000;
/** How long a run lasts at least that only put an order behind the shop's open circuit breaker: others need the processor more. */
const behindBreakerMs = 250;
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/** The claim leaves the shop out until it is connected again: then its orders go on at once. */
const awaitsToken = ({ code }: AppError): boolean => code === shopifyErrorCodes.tokenRefused;

/**
 * One run of an order, from reading to writing back. What fails makes the order due again later, by its rows or by a
 * back-off; what fails for good rests with a reason. Where Shopify asks to slow down, all of the shop's orders wait.
 * Every line of a run carries the order and one id: the webhook's that it came from, or an id of its own.
 */
export function createOrderRun(context: Context): (order: ClaimedRun) => Promise<void> {
  const { ports, storage, logger } = context;
  const failures = countFailures();

  const advance = async (run: ClaimedRun): Promise<Pick<Advanced, 'at' | 'order'>> => {
    const { shop, orderId } = run;
    const key = `${shop}/${orderId}`;
    try {
      const { at, behindBreaker, order } = await runOrder(ports, run);
      if (order) await placeAgain(ports, order);
      failures.worked(key);
      if (behindBreaker) await sleep(behindBreakerMs);
      return { at, order };
    } catch (error) {
      if (!failures.isHopeless(key, error, ports.clock.now())) throw error;
      logger.error('an order fails in the same way again and again', { code: codeOf(error) });
      await giveUpOrder(ports, shop, orderId, codeOf(error));
      await givePlacingAgainUp(ports, { shop, orderId }, codeOf(error));
      return { at: null, order: null };
    }
  };

  /** In how many milliseconds to try again; `inMs` is null where nothing but news helps, or the rows say when. */
  const retryIn = async (
    { shop, failures: before }: ClaimedRun,
    error: unknown,
  ): Promise<{ inMs: number | null; restsMs: number }> => {
    logger.warn('an order could not go on', { code: codeOf(error) });
    // Home says so at once, not only after the next sweep.
    if (readsRefused(error)) await storage.shops.noteReadsRefused(shop);
    const named = error instanceof AppError ? error.retryAfterMs : null;
    const restsMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(before, 10));
    if (error instanceof AppError && !error.retryable && !awaitsToken(error)) return { inMs: null, restsMs };
    if (named === null) return { inMs: restsMs, restsMs };
    await storage.runs.waitForShop(shop, named);
    const inMs = named + ports.random.next() * spreadMs;
    return { inMs, restsMs: inMs };
  };

  const wholeRun = async (run: ClaimedRun): Promise<void> => {
    let advanced: Pick<Advanced, 'at' | 'order'>;
    try {
      advanced = await advance(run);
    } catch (error) {
      return storage.runs.finish(run, { ...(await retryIn(run, error)), failed: true });
    }
    const { at, order } = advanced;
    try {
      if (order) await writeBack(ports, order, { again: run.again });
    } catch (error) {
      ports.events.noteWritten('failed');
      const { inMs } = await retryIn(run, error);
      // What Shopify may take later has its due time in the rows, but for what waits for a token.
      const isInRows = error instanceof AppError && !awaitsToken(error);
      return storage.runs.finish(run, { at, inMs: isInRows ? null : inMs, failed: true });
    }
    await storage.runs.finish(run, { at, failed: false });
  };

  return (run) => {
    const { shop, orderId } = run;
    return withFields({ correlationId: ports.random.id(), shop, orderId }, () => wholeRun(run));
  };
}
