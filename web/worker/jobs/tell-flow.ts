import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { claimFlowEvents, endFlowEvent, type FlowEvent, postponeFlowEvent } from '#storage/flow-triggers.ts';

const batch = 40;
/** About a day, by the pauses. */
const maxTries = 30;
const longestPauseMs = 3_600_000;

/**
 * Tells Shopify Flow what happened to deliveries, of each order oldest first; what Shopify cannot take now is told later.
 *
 * @returns whether there may be more.
 */
export async function tellFlow(context: Context): Promise<boolean> {
  const events = await claimFlowEvents(context.storage.db, batch);
  const byShop = Map.groupBy(events, ({ shop }) => shop);
  await Promise.all([...byShop.values()].map((own) => tellShop(context, own)));
  return events.length > 0;
}

/** Where Shopify cannot be told of one, the shop's others would meet the same: they wait too. */
async function tellShop(context: Context, events: readonly FlowEvent[]): Promise<void> {
  let isAnswered = true;
  for (const event of events) {
    if (isAnswered) isAnswered = await tellOne(context, event);
    else await postponeFlowEvent(context.storage.db, event, pauseAfter(event));
  }
}

const pauseAfter = ({ tries }: FlowEvent): number => Math.min(longestPauseMs, 1_000 * 2 ** Math.min(tries, 12));

/** False where it could not be told now. */
async function tellOne({ storage: { db, runs }, shopify, logger }: Context, event: FlowEvent): Promise<boolean> {
  try {
    await shopify.tellFlow(event.shop, event);
  } catch (error) {
    const { shop, tries } = event;
    logger.warn('Shopify Flow could not be told of a delivery', { code: codeOf(error), shop });
    // A shop that must be connected again is told when it is.
    const isFinal = error instanceof AppError && !error.retryable && error.code !== shopifyErrorCodes.tokenRefused;
    if (!isFinal && tries < maxTries) {
      const named = error instanceof AppError ? error.retryAfterMs : null;
      if (named !== null) await runs.waitForShop(shop, named);
      // A named wait alone would use up all tries within minutes.
      await postponeFlowEvent(db, event, Math.max(named ?? 0, pauseAfter(event)));
      return false;
    }
  }
  await endFlowEvent(db, event);
  return true;
}
