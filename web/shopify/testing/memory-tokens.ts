import type { Clock } from '#deliveries/ports/ports.ts';
import type { ShopTokens, TokenPair } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';

interface Row {
  pair: TokenPair | null;
  fence: number;
  leasedUntil: number;
  refused: boolean;
}

/** Tokens in memory, for tests: the same leases and fences as the stored ones. */
export function createMemoryTokens(clock: Clock): ShopTokens & { refused(shop: ShopDomain): boolean } {
  const rows = new Map<ShopDomain, Row>();
  const rowOf = (shop: ShopDomain): Row => {
    const row = rows.get(shop) ?? { pair: null, fence: 0, leasedUntil: 0, refused: false };
    rows.set(shop, row);
    return row;
  };
  const lease: ShopTokens['lease'] = async (shop, forMs) => {
    const row = rows.get(shop);
    if (!row) return { fence: -1, tokens: null };
    if (row.leasedUntil > clock.now()) return null;
    row.fence += 1;
    row.leasedUntil = clock.now() + forMs;
    return { fence: row.fence, tokens: row.pair };
  };
  return {
    lease,
    admit: (shop, forMs) => {
      rowOf(shop);
      return lease(shop, forMs);
    },
    load: async (shop) => rows.get(shop)?.pair ?? null,
    async store(shop, fence, pair) {
      const row = rowOf(shop);
      if (row.fence !== fence) return false;
      Object.assign(row, { pair, refused: false });
      return true;
    },
    async release(shop, fence) {
      const row = rowOf(shop);
      if (row.fence === fence) row.leasedUntil = 0;
    },
    async markRefused(shop, fence) {
      const row = rowOf(shop);
      if (row.fence === fence) Object.assign(row, { pair: null, refused: true });
    },
    refused: (shop) => rows.get(shop)?.refused ?? false,
  };
}
