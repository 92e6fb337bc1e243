import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { ShopDomain } from '#placement/ids.ts';

/** Enough that no two of a shop's words meet by chance, and less than the whole. */
const hashBytes = 9;
/** Kept at a time, of 32 bytes each. */
const mostKeys = 10_000;

/**
 * Hashes by which orders are found by name and phone without either being stored: equal words of one shop have equal
 * hashes. Without the secret nobody can tell which word a hash is, nor whether two shops share one.
 */
export class BlindIndex {
  readonly #secret: Buffer;
  /** By shop: deriving one takes as long as hashing what an order is found by. */
  readonly #keys = new Map<ShopDomain, KeyObject>();

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** @param terms as `placement/found-by` makes them. @returns base64url, sorted. */
  hashes(shop: ShopDomain, terms: readonly string[]): string[] {
    const key = this.#keyOf(shop);
    const hashed = terms.map((term) => createHmac('sha256', key).update(term).digest().subarray(0, hashBytes));
    return hashed.map((hash) => hash.toString('base64url')).toSorted();
  }

  #keyOf(shop: ShopDomain): KeyObject {
    const known = this.#keys.get(shop);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#secret, shop, 'find orders', 32)));
    if (this.#keys.size >= mostKeys) this.#keys.clear();
    this.#keys.set(shop, key);
    return key;
  }
}
