import { DateTime } from 'luxon';

/** The cut-off (epoch ms) on the day of `from`: what was held overnight does not start a driver on its own next morning. */
export function cutOffOfDay(from: number, cutOff: string, zone: string): number {
  const [hour, minute] = cutOff.split(':').map(Number);
  return DateTime.fromMillis(from, { zone })
    .set({ hour: Number(hour), minute: Number(minute), second: 0, millisecond: 0 })
    .toMillis();
}
