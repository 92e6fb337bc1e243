import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { AppError, shopifyErrorCodes } from '../errors.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopifyPoints, UpdatedOrdersQuery } from '../ports/shopify.ts';
import type { SweepProgress } from '../ports/stores.ts';
import { isNewsToSweep, pauseAfterPage, sweepShop } from './reconcile.ts';

const now = Date.UTC(2026, 10, 21, 8);
const minute = 60_000;

describe('an order that Shopify lists as changed', () => {
  type Seen = Parameters<typeof isNewsToSweep>[1];
  const known: Seen = { seenAt: now, ownWriteAt: null, cancelledAt: null, paid: true };
  const ago = (minutes: number) => now - minutes * minute;
  const cancelled = { cancelledAt: new Date(now).toISOString() };
  const isNews = (changedAt: number, seen: Partial<Seen>, listed = {}) =>
    isNewsToSweep(
      { updatedAt: new Date(changedAt).toISOString(), cancelledAt: null, financialStatus: 'PAID', ...listed },
      { ...known, ...seen },
      now,
    );

  test.each([
    ['newer than all that was seen of it is', now, { seenAt: now - 1 }, {}, true],
    ['in the instant that was seen is not', now, {}, {}, false],
    ['by our own write, whose echo is on its way, is not', ago(1), { seenAt: ago(2), ownWriteAt: ago(1) }, {}, false],
    ['after our own write is', now, { seenAt: ago(2), ownWriteAt: ago(1) }, {}, true],
    ['by our own write, whose echo did not come, is', ago(3), { seenAt: ago(4), ownWriteAt: ago(3) }, {}, true],
    ['by our own write, whose echo was seen, is not', ago(3), { seenAt: ago(3), ownWriteAt: ago(3) }, {}, false],
    ['and cancelled in the instant that was seen is', now, {}, cancelled, true],
    ['and cancelled, as is known, is not', now, { cancelledAt: now }, cancelled, false],
    ['and refunded in the instant that was seen is', now, {}, { financialStatus: 'REFUNDED' }, true],
    ['and refunded in part in that instant is not', now, {}, { financialStatus: 'PARTIALLY_REFUNDED' }, false],
    ['and paid in the instant that was seen is', now, { paid: false }, {}, true],
    ['and cancelled under our own write is', ago(1), { seenAt: ago(2), ownWriteAt: ago(1) }, cancelled, true],
    ['before what was seen of it is not', ago(1), {}, cancelled, false],
  ])('%s looked at', (_name, changedAt, seen, listed, expected) => {
    expect(isNews(changedAt, seen, listed)).toBe(expected);
  });
});

const shop = 'a.myshopify.com' as ShopDomain;
const points = (available: number): ShopifyPoints => ({ cost: 100, available, maximum: 1_000, restoredPerSecond: 50 });
const failed = (code: string, retryAfterMs?: number) =>
  new AppError({ code, retryable: true, merchantMessage: 'no', ...(retryAfterMs !== undefined && { retryAfterMs }) });

/** Pages by their cursor, as Shopify would answer; what the sweep kept and how long it pauses. */
function world(
  answer: (query: UpdatedOrdersQuery) => { nextCursor: string | null; points: ShopifyPoints | null },
  { pageTakesMs = 0, pendingGateways = [] }: { pageTakesMs?: number; pendingGateways?: string[] } = {},
) {
  const kept = { progress: null as SweepProgress | null, sweptAt: null as number | null, pauseMs: -1 };
  const asked: string[] = [];
  const pendingToo: unknown[] = [];
  const settings = { ...defaultSettings, automation: { ...defaultSettings.automation, pendingGateways } };
  const ports = {
    startStopwatch: () => {
      const before = asked.length;
      return () => (asked.length - before) * pageTakesMs;
    },
    shops: { shop: async () => ({ installedAt: now - 60 * minute, uninstalledAt: null, settings }) },
    sweeps: {
      startSweep: async () => ({ sweptAt: kept.sweptAt, now, progress: kept.progress }),
      endSweep: async (_shop: ShopDomain, pauseMs: number) => {
        kept.pauseMs = pauseMs;
      },
      reconcile: async (_shop: ShopDomain, _orders: [], page: Parameters<Ports['sweeps']['reconcile']>[2]) => {
        pendingToo.push(page.pendingToo);
        kept.progress = page.next;
        if (page.next === null) kept.sweptAt = page.startedAt;
        return 1;
      },
    },
    shopify: {
      listUpdatedOrders: async (_shop: ShopDomain, query: UpdatedOrdersQuery) => {
        asked.push(`${query.newPayments ? 'payments' : 'changes'} ${query.cursor}`);
        return { orders: [], ...answer(query) };
      },
    },
    events: { sweepFound: () => undefined },
  } as unknown as Ports;
  return { kept, asked, pendingToo, sweep: () => sweepShop(ports, shop) };
}

describe('a comparison', () => {
  test('lists new payments first, then all changes, and is completed with the time of its start', async () => {
    const { kept, asked, sweep } = world(() => ({ nextCursor: null, points: points(900) }));
    expect(await sweep()).toBe(2);
    expect(asked).toEqual(['payments null', 'changes null']);
    expect(kept).toEqual({ progress: null, sweptAt: now, pauseMs: 0 });
  });

  test.each([
    ['that sends by cash on delivery too looks for pending payments', ['Cash on Delivery'], true],
    ['that sends what is paid only looks for none', [], false],
  ])('of a shop %s', async (_name, pendingGateways, isLooked) => {
    const { pendingToo, sweep } = world(() => ({ nextCursor: null, points: null }), { pendingGateways });
    await sweep();
    expect(pendingToo).toEqual([isLooked, isLooked]);
  });

  test('stops where orders need the points, and goes on at that page', async () => {
    let left = 750;
    const { kept, asked, sweep } = world(({ newPayments, cursor }) => {
      left -= 100;
      return { nextCursor: newPayments || cursor === '4' ? null : `${Number(cursor) + 1}`, points: points(left) };
    });
    await sweep();
    expect(kept).toMatchObject({ progress: { list: 'changes', cursor: '1' }, sweptAt: null, pauseMs: 4_000 });
    left = 750;
    await sweep();
    left = 750;
    await sweep();
    expect(asked.slice(2)).toEqual(['changes 1', 'changes 2', 'changes 3', 'changes 4']);
    expect(kept).toMatchObject({ progress: null, sweptAt: now });
  });

  test('of a shop with many pages stops after ten seconds, and goes on at that page', async () => {
    const pages = ({ cursor }: UpdatedOrdersQuery) => ({ nextCursor: `${Number(cursor) + 1}`, points: points(900) });
    const { kept, asked, sweep } = world(pages, { pageTakesMs: 4_000 });
    expect(await sweep()).toBe(3);
    expect(kept).toMatchObject({ progress: { list: 'payments', cursor: '3' }, sweptAt: null, pauseMs: 0 });
    await sweep();
    expect(asked[3]).toBe('payments 3');
  });

  test.each([
    ['is throttled waits twice as long as Shopify asks', failed(shopifyErrorCodes.throttled, 3_000), 6_000, '7'],
    ['fails pauses', failed(shopifyErrorCodes.unavailable), 15_000, '7'],
    ['fails for a closed store waits as long as asked', failed(shopifyErrorCodes.unavailable, 600_000), 600_000, '7'],
    ['needs a reconnected shop goes on as soon as it is', failed(shopifyErrorCodes.tokenRefused), 0, '7'],
    ['is refused its place in the list begins that list again', failed(shopifyErrorCodes.badAnswer), 15_000, null],
  ])('that %s', async (_name, error, pauseMs, cursor) => {
    const { kept, sweep } = world(() => {
      throw error;
    });
    kept.progress = { startedAt: now, since: 0, list: 'changes', cursor: '7' };
    if (error.code === shopifyErrorCodes.throttled) expect(await sweep()).toBe(0);
    else await expect(sweep()).rejects.toBe(error);
    expect(kept).toMatchObject({ progress: { list: 'changes', cursor }, sweptAt: null, pauseMs });
  });

  test('takes what is above half of the points at once, else half of what is restored', () => {
    expect([1_000, 600, 599, 0].map((available) => pauseAfterPage(points(available)))).toEqual([0, 0, 4_000, 4_000]);
  });
});
