import type { Settings } from '#api-contract/settings.ts';

/** What a person changed: the settings before and after, and the modes whose API key was set anew. */
export interface SettingsChange {
  before: Settings;
  after: Settings;
  newKeys: readonly ('live' | 'test')[];
}

/**
 * Whether held orders are to be looked at again: the shop goes on after a pause, a key was entered, or the rules of
 * automation or the opening hours changed (a shorter edit window releases what waits for it). Orders that wait for something else find the
 * same answer again and keep waiting.
 */
export function wakesHeldOrders({ before, after, newKeys }: SettingsChange): boolean {
  const resumed = before.paused && !after.paused;
  return (
    resumed ||
    newKeys.length > 0 ||
    (!after.paused && JSON.stringify(timesOf(before)) !== JSON.stringify(timesOf(after)))
  );
}

function timesOf({ automation, locations }: Settings): unknown[] {
  return [automation, Object.entries(locations).map(([id, { hours, closedDays }]) => [id, hours, closedDays])];
}
