import type { ShopDomain } from '#placement/ids.ts';
import { isPaid } from '#placement/shop-order.ts';
import { AppError, shopifyErrorCodes } from '../errors.ts';
import type { Ports } from '../ports/ports.ts';
import type { OrderSummary, ShopifyPoints } from '../ports/shopify.ts';
import { hasApp, type SweepProgress } from '../ports/stores.ts';

/** Shopify's search lags behind its writes. */
const overlapMs = 600_000;
/** Clocks differ; what changes later belongs to the next comparison, so that every list ends. */
const clocksDifferMs = 60_000;
/** The echo of our own write comes within this, or is lost. */
const echoMs = 120_000;
/** One process at a time sweeps a shop; a dead one gives way after this. */
const leaseMs = 120_000;
/** The longest that one shop's lists are read at a time: the other shops are compared again once this one has paused. */
const atATimeMs = 10_000;
/** After a failure that does not say how long to wait. */
const failurePauseMs = 15_000;

/**
 * Compares Shopify's orders changed since the last completed comparison with what is stored; what is missing or older
 * here goes into the inbox. Goes on where the last run stopped, and stops where the next page would take more than half
 * of the shop's points from its orders, or after 10 s: the caller comes again.
 *
 * @returns how many orders this run found that had been missed.
 */
export async function sweepShop(ports: Ports, shopDomain: ShopDomain): Promise<number> {
  const shop = await ports.shops.shop(shopDomain);
  if (!hasApp(shop)) return 0;
  const started = await ports.sweeps.startSweep(shopDomain, leaseMs);
  if (!started) return 0;
  let progress: SweepProgress | null = started.progress ?? {
    startedAt: started.now,
    since: (started.sweptAt ?? shop.installedAt) - overlapMs,
    list: 'payments',
    cursor: null,
  };
  const pendingToo = shop.settings.automation.pendingGateways.length > 0;
  let found = 0;
  let pauseMs = 0;
  const takenMs = ports.startStopwatch();
  try {
    while (progress !== null && pauseMs === 0 && takenMs() < atATimeMs) {
      const page = await ports.shopify.listUpdatedOrders(shopDomain, pageOf(progress));
      const next = nextStep(progress, page.nextCursor);
      const { startedAt } = progress;
      found += await ports.sweeps.reconcile(shopDomain, page.orders, { startedAt, next, leaseMs, pendingToo });
      progress = next;
      pauseMs = page.points ? pauseAfterPage(page.points) : 0;
    }
  } catch (error) {
    await beginListAgain(ports, shopDomain, progress, error);
    const wait = pauseAfterFailure(error);
    await ports.sweeps.endSweep(shopDomain, wait.pauseMs);
    if (!wait.throttled) throw error;
    ports.events.sweepFound(found);
    return found;
  }
  await ports.sweeps.endSweep(shopDomain, progress === null ? 0 : pauseMs);
  ports.events.sweepFound(found);
  return found;
}

function pageOf({ since, startedAt, list, cursor }: SweepProgress) {
  const updatedUntil = new Date(startedAt + clocksDifferMs).toISOString();
  return { updatedSince: new Date(since).toISOString(), updatedUntil, newPayments: list === 'payments', cursor };
}

/** New paid orders first: a lost webhook of theirs costs a driver, that of an edit does not. */
function nextStep(progress: SweepProgress, nextCursor: string | null): SweepProgress | null {
  if (nextCursor !== null) return { ...progress, cursor: nextCursor };
  return progress.list === 'payments' ? { ...progress, list: 'changes', cursor: null } : null;
}

/**
 * How long to leave the shop's points to its orders after a page: not at all while more than half of them would be left,
 * else until half of what is restored meanwhile has paid for the next one.
 */
export function pauseAfterPage({ cost, available, maximum, restoredPerSecond }: ShopifyPoints): number {
  return available - cost >= maximum / 2 ? 0 : Math.ceil((cost / (restoredPerSecond / 2)) * 1000);
}

/** A place in a list may be too old for Shopify, after a restore for one: the list is then read from its start. */
async function beginListAgain(ports: Ports, shop: ShopDomain, progress: SweepProgress | null, error: unknown) {
  const isRefused = error instanceof AppError && error.code === shopifyErrorCodes.badAnswer;
  if (!isRefused || progress === null || progress.cursor === null) return;
  const { startedAt } = progress;
  await ports.sweeps.reconcile(shop, [], { startedAt, next: { ...progress, cursor: null }, leaseMs });
}

function pauseAfterFailure(error: unknown): { throttled: boolean; pauseMs: number } {
  const { code, retryAfterMs = null } = error instanceof AppError ? error : {};
  // Nobody asks for the shop again before it is reconnected, and then at once.
  if (code === shopifyErrorCodes.tokenRefused) return { throttled: false, pauseMs: 0 };
  const throttled = code === shopifyErrorCodes.throttled;
  // What is restored until a page fits is wanted by orders too.
  return { throttled, pauseMs: throttled ? 2 * (retryAfterMs ?? 1_000) : (retryAfterMs ?? failurePauseMs) };
}

/** What is known here of an order. Instants are epoch ms. */
interface Seen {
  seenAt: number;
  ownWriteAt: number | null;
  cancelledAt: number | null;
  paid: boolean;
}

/**
 * Whether a sweep is to look at an order as Shopify lists it. Its times are whole seconds, and the webhook of a change in
 * the very second of what was seen, or of our own write, may be lost: what the list shows besides is compared too. Our own
 * write may also have come after such a change, so it explains nothing for longer than its own echo takes.
 *
 * @param now epoch ms.
 */
export function isNewsToSweep(
  listed: Pick<OrderSummary, 'updatedAt' | 'cancelledAt' | 'financialStatus'>,
  seen: Seen,
  now: number,
): boolean {
  const updatedAt = Date.parse(listed.updatedAt);
  if (updatedAt < seen.seenAt) return false;
  if ((listed.cancelledAt !== null) !== (seen.cancelledAt !== null) || isPaid(listed) !== seen.paid) return true;
  const isEcho = seen.ownWriteAt !== null && updatedAt <= seen.ownWriteAt;
  return updatedAt > seen.seenAt && (!isEcho || now - updatedAt > echoMs);
}
