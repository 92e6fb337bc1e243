import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '#deliveries/ports/ports.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { OrderOwner, ShopifyAdminClient } from '#shopify/admin-api.ts';

/** What a buyer brings to show that an order is theirs. */
export interface BuyerProof {
  /** Digits of the customer whom the verified token names; null for a guest. */
  customerId: string | null;
  confirmationNumber: string | null;
}

/** Pages ask again every half minute; an order changes its customer hardly ever. */
const keptMs = 60_000;
/** A new order may be missing for a moment, and its page asks for a minute only. */
const missingKeptMs = 2_500;
const mostKept = 10_000;

/** Asks Shopify whose an order is, and keeps the answer for a minute; that there is none, for moments. */
export function createOrderOwners({ shopify, clock }: { shopify: ShopifyAdminClient; clock: Clock }) {
  const kept = new Map<string, { owner: OrderOwner | null; until: number }>();

  async function ownerOf(shop: ShopDomain, orderId: OrderId): Promise<OrderOwner | null> {
    const key = `${shop}/${orderId}`;
    const found = kept.get(key);
    if (found && found.until > clock.now()) return found.owner;
    const owner = await shopify.readOrderOwner(shop, orderId);
    kept.delete(key);
    kept.set(key, { owner, until: clock.now() + (owner ? keptMs : missingKeptMs) });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return owner;
  }

  return {
    /** True where the proof fits the order: its customer is signed in, or a guest names its confirmation number. */
    async isOwn(shop: ShopDomain, orderId: OrderId, proof: BuyerProof): Promise<boolean> {
      const owner = await ownerOf(shop, orderId);
      return owner !== null && fits(owner, proof);
    },
  };
}

/**
 * A customer who is signed in sees their own orders. Everybody else must know the number that Shopify made for this
 * order alone and shows to its buyer only: a token proves the shop, and order ids can be guessed.
 */
function fits(owner: OrderOwner, proof: BuyerProof): boolean {
  if (proof.customerId !== null && proof.customerId === owner.customerId) return true;
  return same(proof.confirmationNumber, owner.confirmationNumber);
}

const shortestNumber = 6;

function same(given: string | null, known: string | null): boolean {
  if (given === null || known === null || known.length < shortestNumber) return false;
  const [left, right] = [Buffer.from(given), Buffer.from(known)];
  return left.length === right.length && timingSafeEqual(left, right);
}
