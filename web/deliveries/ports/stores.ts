import type { CourierMode, Settings } from '#api-contract/settings.ts';
import type { DeliveryId, OrderId, ShopDomain } from '#placement/ids.ts';
import type { AttemptRecord, DeliveryRecord } from '../delivery.ts';
import type { ChangeOutcome, Decided, LoadedOrder, OrderAggregate } from '../order.ts';
import type { ServiceHealth } from '../service-health.ts';
import type { CourierAccount } from './courier.ts';
import type { OrderSummary } from './shopify.ts';

/** A shop as the domain needs it. Instants are epoch ms. */
export interface ShopRecord {
  domain: ShopDomain;
  installedAt: number | null;
  uninstalledAt: number | null;
  /** Shopify refuses our token: the merchant must open the app once. */
  reconnect: boolean;
  name: string | null;
  timeZone: string;
  currency: string;
  settings: Settings;
  accounts: { live: ShopAccount | null; test: ShopAccount | null };
}

/** Whether the shop has the app now. */
export const hasApp = (shop: ShopRecord | null): shop is ShopRecord & { installedAt: number } =>
  shop !== null && shop.installedAt !== null && shop.uninstalledAt === null;

/** Whether the shop's key is of the account that a delivery belongs to: what another account has, no call tells. */
export const hasKeyOf = (
  { accounts }: Pick<ShopRecord, 'accounts'>,
  { mode, account }: Pick<DeliveryRecord, 'mode' | 'account'>,
): boolean => accounts[mode]?.account === account;

/** The account that a delivery would go out in: the shop's of now, or its own where the shop has no key. */
export const accountOf = (
  { accounts }: Pick<ShopRecord, 'accounts'>,
  { mode, account }: Pick<DeliveryRecord, 'mode' | 'account'>,
): string => accounts[mode]?.account ?? account;

export interface ShopAccount extends CourierAccount {
  /** Keyed hash of key and mode: the name of the service account in our rows. */
  account: string;
  /** What may be shown of the key's end: at most four characters and a quarter of it; empty for none. */
  last4: string;
  /** The operator's, which the shop uses because it has none. */
  isLent?: true;
}

/** What becomes of the service's health; null leaves it. */
export interface HealthChange<R> {
  health: ServiceHealth | null;
  result: R;
  /** Held orders of the shop go on within so many milliseconds: asked for in the same transaction, so that none is forgotten. */
  wakesWithinMs?: number;
}

export interface ShopStore {
  shop(shop: ShopDomain): Promise<ShopRecord | null>;
  /** As `shop`, once a save under way is written: it may have chosen whom it wakes before an order was put down as waiting. */
  settledShop(shop: ShopDomain): Promise<ShopRecord | null>;
  health(shop: ShopDomain, mode: CourierMode): Promise<ServiceHealth>;
  /** As `health`, once a change under way is written: who wakes held orders may have looked for them before one was held. */
  settledHealth(shop: ShopDomain, mode: CourierMode): Promise<ServiceHealth>;
  /** Locks the row of the service's health and writes what `decide` returns; null leaves it. */
  changeHealth<R>(
    shop: ShopDomain,
    mode: CourierMode,
    decide: (health: ServiceHealth, now: number) => HealthChange<R>,
  ): Promise<R>;
  /** Wakes up every order of the shop that waits for anything but its reference, spread over `spreadMs`: its settings changed. */
  wakeWaiting(shop: ShopDomain, spreadMs: number): Promise<number>;
  /** Wakes up every order of the shop that lacks something, or may, spread over `spreadMs`. */
  wakeLacking(shop: ShopDomain, spreadMs: number): Promise<number>;
  /**
   * Wakes up one order whose delivery of this mode is held for the service, as the probe of an open breaker: the least
   * tried, and of those the one that has waited longest. False: none waits.
   */
  wakeOneHeld(shop: ShopDomain, mode: CourierMode): Promise<boolean>;
  /** Where a probe of the service is due. */
  probesDue(): Promise<{ shop: ShopDomain; mode: CourierMode }[]>;
}

/** What the sweep needs to remember. */
export interface SweepStore {
  /** Claims the shop's sweep; null while another process has it, or while it pauses. */
  startSweep(shop: ShopDomain, leaseMs: number): Promise<StartedSweep | null>;
  /** Gives the claim back; nobody gets it for `pauseMs`. */
  endSweep(shop: ShopDomain, pauseMs: number): Promise<void>;
  /**
   * Notes what Shopify has as paid, puts every order that is missing or older here into the inbox, and keeps how far the
   * comparison has come, all in one transaction; how many orders.
   */
  reconcile(shop: ShopDomain, orders: readonly OrderSummary[], page: ComparedPage): Promise<number>;
}

interface StartedSweep {
  /** Start of the last completed comparison; epoch ms. */
  sweptAt: number | null;
  now: number;
  /** Where the one under way stopped. */
  progress: SweepProgress | null;
}

/** How far a comparison with Shopify's list has come. */
export interface SweepProgress {
  /** Epoch ms, as is `since`. */
  startedAt: number;
  since: number;
  list: 'payments' | 'changes';
  cursor: string | null;
}

export interface ComparedPage {
  /** Orders whose payment is pending are missed, too: the shop sends some of them. */
  pendingToo?: boolean;
  startedAt: number;
  /** What comes next; null where the comparison is completed. */
  next: SweepProgress | null;
  leaseMs: number;
}

/** An expiring offline token pair. Instants are epoch milliseconds. */
export interface TokenPair {
  accessToken: string;
  accessExpiresAt: number;
  refreshToken: string | null;
  refreshExpiresAt: number | null;
  scope: string;
}

/** The right to exchange or refresh, and what is stored. */
export interface TokenLease {
  fence: number;
  tokens: TokenPair | null;
}

/**
 * Where a shop's tokens live. A lease in the row, compared and set by the database's clock, lets one process at a
 * time exchange or refresh; the pair is stored under the fence the lease gave.
 */
export interface ShopTokens {
  load(shop: ShopDomain): Promise<TokenPair | null>;
  /** null when another holder has the lease. A shop that is not stored has no tokens, and its fence keeps nothing. */
  lease(shop: ShopDomain, forMs: number): Promise<TokenLease | null>;
  /** The same for a shop that lets the app in: its row is made where it is new. */
  admit(shop: ShopDomain, forMs: number): Promise<TokenLease | null>;
  /** False when the fence is no longer the row's. Marks the shop installed (first time: `installedAt`). */
  store(shop: ShopDomain, fence: number, tokens: TokenPair): Promise<boolean>;
  release(shop: ShopDomain, fence: number): Promise<void>;
  /**
   * Shopify refused the refresh or the token: shown as "reconnect" until a new exchange; tokens are dropped, unless the
   * fence is no longer the row's.
   */
  markRefused(shop: ShopDomain, fence: number): Promise<void>;
}

export interface KnownWebhooks {
  ids: string[];
  seenAt: number;
  echoFingerprint: string | null;
}

export interface ChangeOptions {
  /** The order as the caller knows it, from `load` or from the change before: it is read only where it is so no more. */
  from?: OrderAggregate;
  /**
   * Only while the run of this fence is the order's newest, so that whatever it takes is seen when the run ends or its
   * lease does.
   */
  fence?: string;
}

/** The store of orders and deliveries. */
export interface OrderStore {
  /** Whether no other run of the order has begun since the one of this fence. */
  isNewestRun(shop: ShopDomain, orderId: OrderId, fence: string): Promise<boolean>;
  load(shop: ShopDomain, orderId: OrderId): Promise<LoadedOrder>;
  /**
   * Shows the order to `decide` (pure, synchronous), and writes what it returns, all or nothing, only while the order is
   * as it was shown: where another change came before, it is decided anew. Two changes of one order never interleave.
   */
  change<R>(
    shop: ShopDomain,
    orderId: OrderId,
    decide: (aggregate: OrderAggregate) => Decided<R>,
    options?: ChangeOptions,
  ): Promise<ChangeOutcome<R>>;
  attempts(shop: ShopDomain, orderId: OrderId): Promise<AttemptRecord[]>;
  /** The service's ids of what else the delivery's shop has booked in its account, the newest first. */
  othersBooked(
    delivery: Pick<DeliveryRecord, 'shop' | 'account' | 'orderReference'>,
    most: number,
  ): Promise<DeliveryId[]>;
  /**
   * What webhooks say is known already: of the order only `seenAt` moves on, the newest state (epoch ms) that they told
   * of, and with it the fingerprint of that state.
   */
  markWebhooksKnown(shop: ShopDomain, orderId: OrderId, known: KnownWebhooks): Promise<void>;
  /** Marks webhooks of an order that this shop's Admin API does not know. */
  quarantineWebhooks(shop: ShopDomain, ids: string[], why: string): Promise<void>;
}
