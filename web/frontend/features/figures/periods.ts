/** The times that the screen offers, in days up to today. */
export const periods = ['14', '30', '90', '365'] as const;
export type Period = (typeof periods)[number];

/** The period of an address; 30 days where it names none. */
export function readPeriod(params: URLSearchParams): Period {
  return periods.find((period) => period === params.get('days')) ?? '30';
}
