import { Gauge, type Registry } from 'prom-client';
import { within } from '#database/within.ts';
import type { Figures } from '#storage/figures.ts';

/** Figures are read at most this often, and for at most a twentieth of the time. */
const keptAtLeastMs = 10_000;
const keptFor = 20;
/** A scrape waits no longer for the database. */
const scrapeMs = 3_000;

/**
 * Registers the gauges that are read from the database when somebody asks. Every process shows the same figures. While
 * the database cannot be read they are absent: a 0 would say that all is well.
 *
 * @param now monotonic milliseconds
 */
export function registerGauges(registry: Registry, read: () => Promise<Figures>, now: () => number): void {
  const figures = keepRecent(read, now);
  const gauge = (name: string, help: string, labelNames: string[], show: (gauge: Gauge, figures: Figures) => void) =>
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      async collect() {
        const recent = await figures();
        this.reset();
        // Without labels a reset gauge stands at 0.
        if (labelNames.length === 0) this.remove();
        if (recent) show(this, recent);
      },
    });
  gauge('queue_jobs', 'Jobs by state', ['queue', 'state'], (queue, { jobs, webhooks }) => {
    for (const [state, count] of Object.entries(jobs)) queue.set({ queue: 'orders', state }, count);
    queue.set({ queue: 'inbox', state: 'ready' }, webhooks);
  });
  gauge(
    'queue_oldest_age_seconds',
    'Age of the oldest job that is ready, or of the oldest webhook in the inbox',
    [],
    (age, { oldestJobSeconds }) => age.set(oldestJobSeconds),
  );
  gauge('breaker_state', 'Circuit breakers by state', ['state'], (breaker, { health }) => {
    for (const [state, count] of Object.entries(health)) breaker.set({ state }, count);
  });
  gauge('needs_attention', 'Orders that wait for a person', [], (waiting, { needsAttention }) =>
    waiting.set(needsAttention),
  );
  gauge(
    'sweep_last_completed_age_seconds',
    'Time since the last whole comparison with the orders of Shopify, of the shop for which it is longest',
    [],
    (age, { comparisonAgeSeconds }) => age.set(comparisonAgeSeconds),
  );
  gauge('shops_to_reconnect', 'Shops whose token Shopify refuses', [], (shops, { toReconnect }) =>
    shops.set(toReconnect),
  );
  gauge('shops_renamed', 'Shops that Shopify calls by another address by now', [], (shops, { renamed }) =>
    shops.set(renamed),
  );
  gauge('ledger_mismatch', 'Paid orders that are neither placed nor explained', [], (mismatch, { unexplained }) =>
    mismatch.set(unexplained),
  );
}

/** One reading at a time, shared by all who ask; an old one is shown while a new one takes long, none after a failure. */
function keepRecent(read: () => Promise<Figures>, now: () => number): () => Promise<Figures | null> {
  let kept: { value: Figures | null; until: number } = { value: null, until: Number.NEGATIVE_INFINITY };
  let reading: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    const startedAt = now();
    const value = await read().catch(() => null);
    kept = { value, until: now() + Math.max(keptAtLeastMs, (now() - startedAt) * keptFor) };
    reading = null;
  };
  return async () => {
    if (now() >= kept.until) {
      reading ??= renew();
      await within(scrapeMs, reading).catch(() => undefined);
    }
    return kept.value;
  };
}
