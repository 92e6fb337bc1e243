import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../open-storage.ts';
import { engines, installShop, openTestStorage } from '../testing/engines.ts';
import { type FigureSums, noDeliveries, readDeliveryFigures } from './delivery-figures.ts';
import { readPlacedFigures } from './placed-figures.ts';
import { drawEnded, type EndedDelivery, seedEnded } from './testing/seed-ended-deliveries.ts';

const at = (text: string, zone: string) => DateTime.fromISO(text, { zone }).toMillis();
/** Clocks go back in New York on 1 November 2026. */
const zones = ['Africa/Johannesburg', 'America/New_York'];

/** Counted as a person would with a pencil; shares nothing with the statement under test. */
function countByHand(ended: readonly EndedDelivery[]): FigureSums {
  const sums = { ...noDeliveries };
  const minutes: number[] = [];
  let cents = 0;
  let hasCost = false;
  for (const one of ended) {
    sums.deliveries += 1;
    if (one.cost !== null) {
      cents += one.cost;
      hasCost = true;
    }
    if (one.progress === 'failed' || one.progress === 'returned') sums.failed += 1;
    if (one.progress !== 'delivered' || one.progressAt === null) continue;
    sums.delivered += 1;
    if (one.slot !== null && one.slot.end !== null) {
      sums.judged += 1;
      if (one.progressAt >= one.slot.start && one.progressAt < one.slot.end) sums.onTime += 1;
    }
    if (one.paidAt !== null && one.placedAt !== null && one.paidAt <= one.placedAt)
      minutes.push((one.progressAt - one.paidAt) / 60_000);
  }
  if (hasCost) sums.cost = cents / 100;
  return { ...sums, medianMinutes: middleOf(minutes) };
}

function middleOf(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

function grouped(ended: readonly EndedDelivery[], by: (one: EndedDelivery) => string): Map<string, EndedDelivery[]> {
  const groups = new Map<string, EndedDelivery[]>();
  for (const one of ended) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

const near = ({ medianMinutes, cost, ...counts }: FigureSums) => ({
  ...counts,
  medianMinutes: medianMinutes === null ? null : expect.closeTo(medianMinutes, 6),
  cost: cost === null ? null : expect.closeTo(cost, 6),
});

describe.each(engines)('figures of deliveries on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  test.each(zones)('equal a count by hand over 1,000 deliveries, by days of %s', async (zone) => {
    const shop = await installShop(storage, `${zone.split('/')[1]?.toLowerCase().replace('_', '-')}.myshopify.com`);
    const range = { from: at('2026-10-20', zone), to: at('2026-11-21', zone) };
    const seeded = drawEnded(77, 1_000, [range.from - 86_400_000, range.to + 86_400_000]);
    const edges = drawEnded(78, 3, [range.from, range.to]);
    const all = [...edges, ...seeded.slice(3)];
    await seedEnded(storage, shop, all);
    const counted = all.filter(
      ({ live, cancelled, placedAt }) =>
        live && !cancelled && placedAt !== null && placedAt >= range.from && placedAt < range.to,
    );
    expect(counted.length).toBeGreaterThan(700);
    const figures = await readDeliveryFigures(storage.db, shop, {
      from: new Date(range.from),
      to: new Date(range.to),
      timeZone: zone,
    });

    expect(figures.total).toEqual(near(countByHand(counted)));
    const local = ({ placedAt }: EndedDelivery) => DateTime.fromMillis(placedAt ?? 0, { zone });
    const days = grouped(counted, (one) => local(one).toFormat('yyyy-MM-dd'));
    const months = grouped(counted, (one) => local(one).toFormat('yyyy-MM'));
    const places = grouped(counted, ({ locationName }) => locationName);
    for (const [day, ended] of days) {
      expect(figures.perDay.find((row) => row.day === day)).toEqual({ ...near(countByHand(ended)), day });
    }
    for (const [month, ended] of months) {
      expect(figures.perMonth.find((row) => row.month === month)).toEqual({ ...near(countByHand(ended)), month });
    }
    for (const [locationName, ended] of places) {
      const locationId = ended[0]?.locationId ?? null;
      const row = figures.perLocation.find((one) => one.locationName === locationName);
      expect(row).toEqual({ ...near(countByHand(ended)), locationId, locationName });
    }
    expect([figures.perDay.length, figures.perMonth.length, figures.perLocation.length]).toEqual([32, 2, 4]);
  });

  test('tell how fast orders are booked from those that were paid before', async () => {
    const shop = await installShop(storage, 'on-trust.myshopify.com');
    const now = Date.now();
    const all = drawEnded(79, 200, [now - 6 * 86_400_000, now]).slice(3);
    await seedEnded(storage, shop, all);
    const seconds = all
      .filter(({ live, placedAt }) => live && placedAt !== null)
      .map(({ placedAt, paidAt }) => ((placedAt ?? 0) - (paidAt ?? Infinity)) / 1_000)
      .filter((waited) => waited >= 0);
    const figures = await readPlacedFigures(storage.db, shop, 'UTC');
    expect(figures.median).toBeCloseTo(middleOf(seconds) ?? Number.NaN, 2);
  });

  test.each([19, 20])('tell within what 19 of 20 were booked only from 20 bookings on: %i', async (count) => {
    const shop = await installShop(storage, `has-${count}.myshopify.com`);
    const [one] = drawEnded(80, 1, [Date.now() - 3_600_000, Date.now()]);
    if (!one?.placedAt) throw new Error('nothing was booked');
    const booked = { ...one, live: true, paidAt: one.placedAt - 11_000 };
    await seedEnded(storage, shop, Array<EndedDelivery>(count).fill(booked));
    const near11 = expect.closeTo(11, 2);
    expect(await readPlacedFigures(storage.db, shop, 'UTC')).toMatchObject({
      median: near11,
      p95: count < 20 ? null : near11,
    });
  });

  test('hold nothing of another shop, and are empty where nothing was booked', async () => {
    const shop = await installShop(storage, 'quiet.myshopify.com');
    const range = { from: new Date('2026-10-01'), to: new Date('2026-12-01'), timeZone: 'UTC' };
    expect(await readDeliveryFigures(storage.db, shop, range)).toEqual({
      total: noDeliveries,
      perDay: [],
      perMonth: [],
      perLocation: [],
    });
  });
});
