import type { CourierMode, Settings } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { ShopAccount, ShopRecord, ShopStore, SweepProgress, SweepStore } from '#deliveries/ports/stores.ts';
import { goodHealth, type ServiceHealth } from '#deliveries/service-health.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import { exampleShop } from '../deliveries/example-delivery.ts';
import type { MemoryOrderStore, StoredOrder } from './memory-order-store.ts';
import { anew, toWake, type Woken, waitingFor } from './order-queries.ts';
import type { Scheduler, SimProcess } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimRuns } from './sim-runs.ts';
import { simSweeps } from './sim-sweeps.ts';

export interface SimShop {
  record: ShopRecord;
  sweptAt: number | null;
  /** Where the comparison under way stopped. */
  sweep: SweepProgress | null;
  sweepLeaseUntil: number;
}

export interface SimWiring {
  scheduler: Scheduler;
  random: SeededRandom;
  orders: MemoryOrderStore;
  runs: Pick<SimRuns, 'ask' | 'look'>;
}

const accountOf = (apiKey: string): ShopAccount => ({
  mode: 'live',
  apiKey,
  account: `account of ${apiKey}`,
  last4: apiKey.slice(-4),
});

/** Shops, the service's health and their sweeps in memory, by the rules of the real tables. */
export class SimShops {
  readonly #shops = new Map<ShopDomain, SimShop>();
  /** When a shop's record was last changed. */
  readonly changedAt = new Map<ShopDomain, number>();
  /** Every settings that a shop ever had, and since when (epoch ms). */
  readonly saved: { shop: ShopDomain; at: number; settings: Settings }[] = [];
  /** Since when the service refuses a shop's account, as far as the shop knows. */
  readonly heldSince = new Map<ShopDomain, number>();
  uninstalls = 0;
  /** How long waking up what is held may take at most, before the recovery that it belongs to can be seen. */
  recoveryMs = 0;
  /** How long waking up what waits may take at most, before the save that it belongs to can be seen. */
  savingMs = 0;
  /** By when each shop's last save is seen; epoch ms. */
  readonly #savedBy = new Map<ShopDomain, number>();
  /** Rows of the service's health under a lock, by whom. */
  readonly #locks = new Map<string, SimProcess | null>();
  readonly #health = new Map<string, ServiceHealth>();
  readonly #wiring: SimWiring;

  constructor(wiring: SimWiring) {
    this.#wiring = wiring;
    wiring.orders.health = (shop) => ({ live: this.health(shop, 'live'), test: this.health(shop, 'test') });
  }

  add(shop: ShopDomain, apiKey: string, prefix: string): void {
    const settings: Settings = { ...defaultSettings, reference: { prefix } };
    const accounts = { live: accountOf(apiKey), test: { ...accountOf('test-key'), mode: 'test' as const } };
    const record = exampleShop({ domain: shop, installedAt: Date.UTC(2026, 10, 20), settings, accounts });
    this.#shops.set(shop, { record, sweptAt: null, sweep: null, sweepLeaseUntil: 0 });
    this.saved.push({ shop, at: 0, settings });
  }

  /** In the order in which they came. */
  domains(): ShopDomain[] {
    return [...this.#shops.keys()];
  }

  record(shop: ShopDomain): ShopRecord {
    const found = this.#shops.get(shop);
    if (!found) throw new Error(`no shop ${shop}`);
    return found.record;
  }

  /** Whether the shop has the key of the account that this was booked in: nobody without it can ask for it. */
  canAsk({ shop, account }: { shop: ShopDomain; account: string }): boolean {
    return this.record(shop).accounts.live?.account === account;
  }

  change(shop: ShopDomain, changes: Partial<ShopRecord>): void {
    const found = this.#shops.get(shop);
    if (found) found.record = { ...found.record, ...changes };
    if (changes.uninstalledAt != null) this.uninstalls += 1;
    const at = this.#wiring.scheduler.now();
    this.changedAt.set(shop, at);
    if (changes.settings) this.saved.push({ shop, at, settings: changes.settings });
    this.#wiring.runs.look();
  }

  /** What saving a key does: another account, good health, and held orders woken up. */
  saveKey(shop: ShopDomain, apiKey: string): void {
    this.save(shop, () => {
      this.#health.delete(`${shop} live`);
      this.heldSince.delete(shop);
      return { accounts: { live: accountOf(apiKey), test: null } };
    });
  }

  /** Saves what wakes waiting orders, but for a pause: whom it wakes is chosen before others see what was saved. */
  save(shop: ShopDomain, changes: (record: ShopRecord) => Partial<ShopRecord>): void {
    const { scheduler, random } = this.#wiring;
    const chosen = toWake(this.#wiring.orders.of(shop));
    const commit = () => {
      this.change(shop, changes(this.record(shop)));
      if (!this.record(shop).settings.paused) this.#wakeChosen(shop, chosen, 0);
    };
    const at = Math.max(scheduler.now(), this.#savedBy.get(shop) ?? 0) + (this.savingMs && random.below(this.savingMs));
    this.#savedBy.set(shop, at);
    if (at > scheduler.now()) scheduler.at(at, commit);
    else commit();
  }

  health(shop: ShopDomain, mode: CourierMode = 'live'): ServiceHealth {
    return this.#health.get(`${shop} ${mode}`) ?? goodHealth;
  }

  /** The port; `step` lets time pass before each call, as a database does, and `process` may die or stand still in it. */
  port(step: () => Promise<void>, process: SimProcess | null = null): ShopStore {
    const { scheduler } = this.#wiring;
    return {
      shop: async (shop) => this.#shops.get(shop)?.record ?? null,
      settledShop: async (shop) => {
        const at = this.#savedBy.get(shop) ?? 0;
        if (at > scheduler.now()) await scheduler.wait(at - scheduler.now() + 1, process);
        return this.#shops.get(shop)?.record ?? null;
      },
      health: async (shop, mode) => this.health(shop, mode),
      settledHealth: async (shop, mode) => {
        await this.#unlocked(`${shop} ${mode}`, process);
        return this.health(shop, mode);
      },
      changeHealth: async (shop, mode, decide) => {
        await step();
        await this.#unlocked(`${shop} ${mode}`, process);
        const { health, result, wakesWithinMs } = decide(this.health(shop, mode), scheduler.now());
        const held =
          wakesWithinMs === undefined ? [] : waitingFor(this.#wiring.orders.of(shop), 'held', 'service', 'settings');
        if (wakesWithinMs !== undefined && this.recoveryMs > 0) await this.#lock(`${shop} ${mode}`, process);
        if (health) this.#health.set(`${shop} ${mode}`, health);
        this.#wake(shop, held, wakesWithinMs ?? 0);
        if (health?.hold === null) this.heldSince.delete(shop);
        if (health?.hold && !this.heldSince.has(shop)) this.heldSince.set(shop, scheduler.now());
        return result;
      },
      wakeWaiting: async (shop, spreadMs) => {
        await step();
        return this.wakeWaiting(shop, spreadMs);
      },
      wakeLacking: async (shop, spreadMs) => {
        await step();
        return this.wakeLacking(shop, spreadMs);
      },
      wakeOneHeld: async (shop, mode) => {
        await step();
        return this.#wakeOneHeld(shop, mode);
      },
      probesDue: async () => this.probesDue(),
    };
  }

  probesDue(): { shop: ShopDomain; mode: CourierMode }[] {
    const now = this.#wiring.scheduler.now();
    const all = this.domains().flatMap((shop) => [
      { shop, mode: 'live' as const },
      { shop, mode: 'test' as const },
    ]);
    return all.filter(({ shop, mode }) => (this.health(shop, mode).probeAt ?? Number.POSITIVE_INFINITY) <= now);
  }

  /** When the next probe is due; null: none. */
  nextProbe(): number | null {
    const times = this.domains().flatMap((shop) => this.health(shop).probeAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  wakeWaiting(shop: ShopDomain, spreadMs: number): number {
    return this.#wakeChosen(shop, toWake(this.#wiring.orders.of(shop)), spreadMs);
  }

  #wakeChosen(shop: ShopDomain, { waiting, toRead }: Woken, spreadMs: number): number {
    for (const stored of toRead) this.#wiring.orders.readAnew(stored);
    return this.#wake(shop, waiting, spreadMs);
  }

  wakeLacking(shop: ShopDomain, spreadMs: number): number {
    const waiting = waitingFor(this.#wiring.orders.of(shop), ...anew);
    for (const stored of waiting) this.#wiring.orders.readAnew(stored);
    return this.#wake(shop, waiting, spreadMs);
  }

  #wake(shop: ShopDomain, held: readonly StoredOrder[], spreadMs: number): number {
    const now = this.#wiring.scheduler.now();
    const tries = ({ deliveries }: StoredOrder) => Math.max(0, ...[...deliveries.values()].map(({ fence }) => fence));
    held
      .toSorted((a, b) => tries(a) - tries(b))
      .forEach(({ orderId }, index) => {
        this.#wiring.runs.ask(shop, orderId, now + (spreadMs * index) / held.length);
      });
    return held.length;
  }

  /** The transaction of a recovery: others see the row as it was until it commits; it ends with its process. */
  async #lock(row: string, process: SimProcess | null): Promise<void> {
    const { scheduler, random } = this.#wiring;
    this.#locks.set(row, process);
    await scheduler.wait(random.below(this.recoveryMs), process);
    this.#locks.delete(row);
  }

  async #unlocked(row: string, process: SimProcess | null): Promise<void> {
    const { scheduler } = this.#wiring;
    for (let holder = this.#locks.get(row); holder?.alive; holder = this.#locks.get(row)) {
      await scheduler.wait(Math.max(5, holder.stoppedUntil - scheduler.now()), process);
    }
  }

  #wakeOneHeld(shop: ShopDomain, mode: CourierMode): boolean {
    const held = this.#wiring.orders
      .of(shop)
      .flatMap(({ deliveries }) => [...deliveries.values()])
      .filter((one) => one.mode === mode && one.state === 'held' && isWaitingFor(one, 'service'))
      .sort((a, b) => a.fence - b.fence || a.updatedAt - b.updatedAt);
    if (held[0]) this.#wiring.runs.ask(shop, held[0].orderId, null);
    return held.length > 0;
  }

  /** When a comparison that pauses may go on; null where none does. */
  sweepResumesAt(shop: ShopDomain): number | null {
    const found = this.#shops.get(shop);
    return found?.sweep ? found.sweepLeaseUntil : null;
  }

  sweeps(): SweepStore {
    return simSweeps(this.#shops, this.#wiring);
  }
}
