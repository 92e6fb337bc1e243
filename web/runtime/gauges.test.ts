import { setImmediate as settled } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Figures } from '#storage/figures.ts';
import { createMetrics } from './metrics.ts';

const figures: Figures = {
  jobs: { ready: 3, deferred: 2, active: 1 },
  webhooks: 4,
  oldestJobSeconds: 42.5,
  health: { closed: 5, open: 1, half_open: 0, key_refused: 2, address_wrong: 0 },
  needsAttention: 7,
  comparisonAgeSeconds: 301.5,
  toReconnect: 2,
  renamed: 0,
  unexplained: 0,
};
const series = async (metrics: ReturnType<typeof createMetrics>) =>
  (await metrics.registry.metrics())
    .split('\n')
    .filter((line) => /^(queue|breaker|needs|sweep_last|shops|ledger)_/.test(line));

/** A database that answers as told, and a clock. */
function world(answer: () => Promise<Figures> = async () => figures) {
  const clock = { ms: 0 };
  let readings = 0;
  const read = () => {
    readings += 1;
    return answer();
  };
  return { clock, metrics: createMetrics(read, () => clock.ms), readings: () => readings };
}

afterEach(() => void vi.useRealTimers());

test('every gauge is filled, by one reading', async () => {
  const { metrics, readings } = world();
  expect(await series(metrics)).toEqual([
    'queue_jobs{queue="orders",state="ready"} 3',
    'queue_jobs{queue="orders",state="deferred"} 2',
    'queue_jobs{queue="orders",state="active"} 1',
    'queue_jobs{queue="inbox",state="ready"} 4',
    'queue_oldest_age_seconds 42.5',
    'breaker_state{state="closed"} 5',
    'breaker_state{state="open"} 1',
    'breaker_state{state="half_open"} 0',
    'breaker_state{state="key_refused"} 2',
    'breaker_state{state="address_wrong"} 0',
    'needs_attention 7',
    'sweep_last_completed_age_seconds 301.5',
    'shops_to_reconnect 2',
    'shops_renamed 0',
    'ledger_mismatch 0',
  ]);
  expect(readings()).toBe(1);
});

test('the database is read every 10 s at most, however often one asks', async () => {
  const { metrics, clock, readings } = world();
  await Promise.all([series(metrics), series(metrics), series(metrics)]);
  clock.ms = 9_999;
  await series(metrics);
  expect(readings()).toBe(1);
  clock.ms = 10_000;
  await series(metrics);
  expect(readings()).toBe(2);
});

test('a slow reading is kept for twenty times as long as it took', async () => {
  const slow = world(async () => {
    slow.clock.ms += 2_000;
    return figures;
  });
  await series(slow.metrics);
  slow.clock.ms += 39_999;
  await series(slow.metrics);
  expect(slow.readings()).toBe(1);
  slow.clock.ms += 1;
  await series(slow.metrics);
  expect(slow.readings()).toBe(2);
});

test('while the database fails the gauges are absent, never 0, and the other metrics are there', async () => {
  let fails = false;
  const { metrics, clock } = world(() => (fails ? Promise.reject(new Error('gone')) : Promise.resolve(figures)));
  metrics.sweepFound.inc(4);
  await series(metrics);
  fails = true;
  clock.ms = 10_000;
  expect(await series(metrics)).toEqual([]);
  expect(await metrics.registry.metrics()).toContain('sweep_found_total 4');
  fails = false;
  clock.ms = 20_000;
  expect(await series(metrics)).toHaveLength(15);
});

test('a scrape waits 3 s at most, and shows the figures before', async () => {
  let answer = Promise.resolve(figures);
  const { metrics, clock } = world(() => answer);
  await series(metrics);
  const { promise, resolve } = Promise.withResolvers<Figures>();
  answer = promise;
  clock.ms = 10_000;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const scrape = series(metrics);
  await settled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await scrape).toContain('needs_attention 7');
  resolve({ ...figures, needsAttention: 8 });
  await expect.poll(() => series(metrics)).toContain('needs_attention 8');
});
