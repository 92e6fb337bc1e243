import type { Figures, FiguresView } from '#api-contract/figures.ts';

const nothing: Figures = {
  ...{ deliveries: 0, delivered: 0, failed: 0, onTime: 0 },
  ...{ onTimeShare: null, failedShare: null, medianMinutes: null, cost: null },
};

const dates = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
);

/** A shop whose drivers were never booked. */
export function noFigures(): FiguresView {
  return {
    from: dates[0] ?? '',
    to: dates.at(-1) ?? '',
    ...{ keptSince: '2026-10-23', keptDays: 30 },
    total: nothing,
    perDay: dates.map((date) => ({ date, ...nothing })),
    perMonth: ['2026-10', '2026-11'].map((month) => ({ month, ...nothing })),
    perLocation: [],
  };
}

/** A month with a quiet Sunday each week. */
export function sampleFigures(): FiguresView {
  const day = (index: number): Figures => {
    if (index % 7 === 2) return nothing;
    const deliveries = 4 + ((index * 5) % 9);
    return figures(deliveries, deliveries - (index % 3), index % 3 === 2 ? 1 : 0);
  };
  return {
    ...noFigures(),
    total: figures(202, 177, 8),
    perDay: dates.map((date, index) => ({ date, ...day(index) })),
    perMonth: [
      { month: '2026-10', ...figures(67, 60, 2) },
      { month: '2026-11', ...figures(135, 117, 6) },
    ],
    perLocation: [
      { locationId: '71002', locationName: 'Claremont store room', ...figures(58, 47, 3) },
      { locationId: '71001', locationName: 'Woodstock shop', ...figures(144, 130, 5) },
    ],
  };
}

function figures(deliveries: number, onTime: number, failed: number): Figures {
  const delivered = deliveries - failed;
  const share = (part: number, whole: number) => Math.round((part / whole) * 1000) / 1000;
  return {
    ...{ deliveries, delivered, failed, onTime },
    onTimeShare: share(Math.min(onTime, delivered), delivered),
    failedShare: share(failed, deliveries),
    medianMinutes: 84.5,
    cost: deliveries * 79.5,
  };
}
