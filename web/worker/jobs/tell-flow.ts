import { AppError } from '#deliveries/errors.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { claimFlowEvents, endFlowEvent, type FlowEvent, postponeFlowEvent } from '#storage/flow-triggers.ts';

const batch = 20;
/** About a day, by the pauses. */
const maxTries = 30;
const longestPauseMs = 3_600_000;

/** Tells Shopify Flow what happened to deliveries, oldest first; what Shopify cannot take now is told later. */
export async function tellFlow(context: Context): Promise<void> {
  for (;;) {
    const events = await claimFlowEvents(context.storage.db, batch);
    for (const event of events) await tellOne(context, event);
    if (events.length < batch) return;
  }
}

async function tellOne({ storage: { db, runs }, shopify, logger }: Context, event: FlowEvent): Promise<void> {
  try {
    await shopify.tellFlow(event.shop, event);
    await endFlowEvent(db, event);
  } catch (error) {
    const { shop, tries } = event;
    logger.warn('Shopify Flow could not be told of a delivery', { code: codeOf(error), shop });
    const isFinal = error instanceof AppError && !error.retryable;
    if (isFinal || tries >= maxTries) return endFlowEvent(db, event);
    const named = error instanceof AppError ? error.retryAfterMs : null;
    if (named !== null) await runs.waitForShop(shop, named);
    await postponeFlowEvent(db, event, named ?? Math.min(longestPauseMs, 1_000 * 2 ** Math.min(tries, 12)));
  }
}
