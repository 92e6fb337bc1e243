import type { WaitingWebhook } from '#deliveries/order.ts';
import type { OrderStore, ShopStore, SweepStore } from '#deliveries/ports/stores.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';

/** The stores of one engine or stand-in, and what a suite needs beside the ports themselves. */
export interface PortWorld {
  orders: OrderStore;
  shops: ShopStore;
  sweeps: SweepStore;
  /** A new installed shop. */
  addShop(): Promise<ShopDomain>;
  /** Erases an order: only its id is kept. */
  redact(shop: ShopDomain, orderId: OrderId): Promise<void>;
  /** A webhook that waits to be taken into account for the order; its id. */
  receive(shop: ShopDomain, orderId: OrderId, webhook: Pick<WaitingWebhook, 'topic'>): Promise<string>;
  /** A run of the order begins, past any that is under way; its fence. */
  beginRun(shop: ShopDomain, orderId: OrderId): Promise<string>;
  /** When the order runs next, epoch ms; null where nobody asked for it. */
  runsAt(shop: ShopDomain, orderId: OrderId): Promise<number | null>;
  close(): Promise<void>;
}
