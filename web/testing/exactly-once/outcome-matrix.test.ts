import { describe, expect, test } from 'vitest';
import { check } from '#testing/simulation/check-history.ts';
import { isForeign } from '#testing/simulation/service-row.ts';
import type { SimWorldOptions } from '#testing/simulation/sim-options.ts';
import { SimWorld } from '#testing/simulation/sim-world.ts';
import { newWatch } from '#testing/simulation/watch-history.ts';
import { type CrashPoint, crashAt, crashPoints } from './crash-points.ts';
import { type OutcomeRow, orderId, outcomeRows, restMs, shop } from './outcome-rows.ts';

/** Which crash points the rows came to: every one must be met by many. */
const met = new Map<CrashPoint, number>();

async function runCell(row: OutcomeRow, point: CrashPoint, workers: 1 | 2) {
  const crash = crashAt(point);
  let call = 0;
  const options: SimWorldOptions = {
    seed: 1 + crashPoints.indexOf(point) + 20 * workers,
    workers,
    stepMs: 20,
    callMs: 150,
    rowdy: row.rowdy ?? false,
    onStep: crash.onStep,
    faults: {
      place: () => row.faults[Math.min(call++, row.faults.length - 1)] ?? 'none',
      lookup: () => 'none',
    },
  };
  const world = new SimWorld(options);
  world.shops.add(shop, 'key', '');
  crash.watch(world);
  world.shopify.onChange = (where, id) => world.notify(where, id, 'orders/updated');
  world.shopify.addOrder(shop, 1001, 1);
  row.arrange?.(world);
  world.notify(shop, orderId, 'orders/paid');
  const rested = await world.runToRest(restMs * 26, 20_000);
  if (crash.reached()) met.set(point, (met.get(point) ?? 0) + 1);
  const delivery = [...world.orders.stored(shop, orderId).deliveries.values()][0];
  const theirs = world.service.stored.get('1001');
  const calm = { serene: false, outage: null };
  return {
    rested,
    state: delivery?.state,
    reason: delivery?.reason?.code ?? null,
    booked: theirs && !isForeign(theirs) && theirs.state !== 'CANCELLED' ? 1 : 0,
    drifted: (delivery?.drift.length ?? 0) > 0,
    references: new Set(world.service.calls.map(({ reference }) => reference)).size,
    violations: check(world, newWatch(), calm),
  };
}

describe.each(outcomeRows)('row $row: $what', (row) => {
  test.each(crashPoints.flatMap((point) => [1, 2].map((workers) => [point, workers as 1 | 2] as const)))(
    'as predicted when a worker dies %s (%i at work)',
    async (point, workers) => {
      const cell = await runCell(row, point, workers);
      expect(cell.rested).toBe('rested');
      expect(cell.violations).toEqual([]);
      expect(cell.references).toBe(1);
      const predicted = row.endings.filter(
        ({ state, reasons, booked, drifted }) =>
          state === cell.state &&
          (reasons === undefined || reasons.includes(cell.reason)) &&
          booked === cell.booked &&
          (drifted === undefined || drifted === cell.drifted),
      );
      expect(predicted, `${cell.state}/${cell.reason}, ${cell.booked} booked, drifted ${cell.drifted}`).toHaveLength(1);
    },
  );
});

test('every crash point is a place where a worker really died', async () => {
  for (const point of crashPoints) {
    const row = outcomeRows[0] as OutcomeRow;
    await runCell(row, point, 2);
    expect(met.get(point) ?? 0, point).toBeGreaterThan(0);
  }
});
