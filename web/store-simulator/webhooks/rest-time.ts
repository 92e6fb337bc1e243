import { DateTime } from 'luxon';

/** An instant as webhooks carry it: whole seconds with the offset of the shop's zone. */
export function restTime(ms: number, zone: string): string {
  return DateTime.fromMillis(ms, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}
