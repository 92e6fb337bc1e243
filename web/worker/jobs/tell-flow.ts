import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { claimFlowEvents, endFlowEvent, type FlowEvent, postponeFlowEvent } from '#storage/flow-triggers.ts';

/** About a day, by the pauses. */
const maxTries = 30;
const longestPauseMs = 3_600_000;
/** How long a round waits for shops whose Shopify is slow, before it looks at the others again. */
const patienceMs = 1_000;
/** Shops that one process tells of side by side. */
const mostShops = 40;

export interface FlowTeller {
  /** One round; it resolves to whether there may be more. */
  round(): Promise<boolean>;
  /** Resolves when nothing is under way any more. */
  done(): Promise<unknown>;
}

/**
 * Tells Shopify Flow what happened to deliveries, of each order oldest first; what Shopify cannot take now is told later.
 * One shop whose Shopify is slow keeps no other waiting.
 */
export function createFlowTeller(context: Context): FlowTeller {
  const underWay = new Map<ShopDomain, Promise<void>>();
  const begin = (shop: ShopDomain, own: readonly FlowEvent[]): Promise<void> => {
    const told = tellShop(context, own)
      .catch((error: unknown) => context.logger.error('Flow could not be told', { code: codeOf(error), shop }))
      .finally(() => underWay.delete(shop));
    underWay.set(shop, told);
    return told;
  };
  return {
    round: async () => {
      const room = mostShops - underWay.size;
      const events = room > 0 ? await claimFlowEvents(context.storage.db, room, [...underWay.keys()]) : [];
      const byShop = Map.groupBy(events, ({ shop }) => shop);
      const all = Promise.all([...byShop].map(([shop, own]) => begin(shop, own)));
      await Promise.race([all, sleep(patienceMs, undefined, { ref: false })]);
      return events.length > 0;
    },
    done: () => Promise.all(underWay.values()),
  };
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
