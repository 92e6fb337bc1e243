import type { ShopDomain } from '#placement/ids.ts';

/** Trouble that a shop's calls meet now and then, and that counts only where it goes on. */
export interface LastingTrouble {
  /** Met it once more: whether it has lasted by now. */
  lasts(shop: ShopDomain): boolean;
  isOver(shop: ShopDomain): void;
}

/** What was met longer ago, with no call since, says nothing of the next. */
const forgottenMs = 30 * 60_000;
/** More at once are no trouble of shops: all begin anew. */
const mostShops = 1_000;

/** In memory: a restart begins anew. */
export function lastingTrouble(now: () => number, lastsMs: number): LastingTrouble {
  const met = new Map<ShopDomain, { first: number; last: number }>();
  return {
    lasts(shop) {
      const at = now();
      const before = met.get(shop);
      if (!before && met.size >= mostShops) met.clear();
      const first = before && at - before.last < forgottenMs ? before.first : at;
      met.set(shop, { first, last: at });
      return at - first >= lastsMs;
    },
    isOver: (shop) => void met.delete(shop),
  };
}
