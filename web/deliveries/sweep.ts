import type { ShopDomain } from '#placement/ids.ts';
import type { Ports } from './shop-ports.ts';

/** Shopify's search lags behind its writes. */
const overlapMs = 600_000;
/** The echo of our own write comes within this, or is lost. */
const echoMs = 120_000;
/** One process at a time sweeps a shop; a dead one gives way after this. */
const leaseMs = 120_000;

/**
 * Compares Shopify's orders updated since the last completed sweep with what is stored; what is missing or older here
 * goes into the inbox. A sweep that fails anywhere is not completed, so the next one covers its time too.
 *
 * @returns how many orders were found that had been missed.
 */
export async function sweepShop(ports: Ports, shopDomain: ShopDomain): Promise<number> {
  const shop = await ports.shops.shop(shopDomain);
  if (!shop || shop.installedAt === null || shop.uninstalledAt !== null) return 0;
  const started = await ports.sweeps.startSweep(shopDomain, leaseMs);
  if (!started) return 0;
  const since = (started.since ?? shop.installedAt) - overlapMs;
  let found = 0;
  let cursor: string | null = null;
  try {
    do {
      const page = await ports.shopify.listUpdatedOrders(shopDomain, {
        updatedSince: new Date(since).toISOString(),
        cursor,
      });
      found += await ports.sweeps.reconcile(shopDomain, page.orders);
      cursor = page.nextCursor;
    } while (cursor !== null);
  } catch (error) {
    await ports.sweeps.finishSweep(shopDomain, null);
    throw error;
  }
  await ports.sweeps.finishSweep(shopDomain, started.now);
  ports.events.sweepFound(found);
  return found;
}

/**
 * Whether a sweep is to look at an order that Shopify changed last at `updatedAt`. Our own write may have come after a
 * change whose webhook was lost and hides it, so it explains nothing for longer than its own echo takes. Epoch ms.
 */
export function isNewsToSweep(
  updatedAt: number,
  { seenAt, ownWriteAt, now }: { seenAt: number; ownWriteAt: number | null; now: number },
): boolean {
  if (updatedAt <= seenAt) return false;
  const isEcho = ownWriteAt !== null && updatedAt <= ownWriteAt;
  return !isEcho || now - updatedAt > echoMs;
}
