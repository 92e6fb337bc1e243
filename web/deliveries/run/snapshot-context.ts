import type { Corrections } from '#api-contract/order.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { OrderRecord, WaitingWebhook } from '../order.ts';
import type { Courier } from '../ports/courier.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import type { RunningOrder } from './running-order.ts';

/** What is known when an order is read from Shopify, and why it is read. */
export interface SnapshotContext {
  shop: ShopRecord;
  courier: Pick<Courier, 'freeze' | 'timeZone' | 'canLookup'>;
  webhooks: readonly WaitingWebhook[];
  /** When these were loaded, epoch ms. */
  loadedAt: number;
  /** The order as it was stored when this reading of it began; null for a new one. */
  before: Pick<OrderRecord, 'shopifyUpdatedAt' | 'fraudRisk' | 'updatedAt'> | null;
  /** Set where a person acted: their word overrides the rules a person may override. */
  person: {
    actor: string;
    corrections: Corrections | null;
    orderReference: OrderReference | null;
    /** Whose pickup is corrected, where that is not what the action is about. */
    corrects?: OrderReference;
  } | null;
  /** The person wants a driver for goods that came later, too. */
  sendAdded?: boolean;
  /** Asks for a wake-up: false inside the worker, which goes on by itself. */
  wake: boolean;
}

/** Of an order as it was loaded, before anything is written. */
export function contextOf(
  { courier }: Pick<Ports, 'courier'>,
  { shop, webhooks, known }: RunningOrder,
  why: Pick<SnapshotContext, 'person' | 'wake'>,
): SnapshotContext {
  return { shop, courier, webhooks, loadedAt: known.now, before: known.order, ...why };
}
