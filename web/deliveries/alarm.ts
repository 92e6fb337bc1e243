import type { DriftItem } from '#api-contract/drift.ts';
import type { ClosedDifference, DeliveryRecord } from './delivery.ts';
import { noteHash as digest } from './order.ts';

type Alarmed = Pick<DeliveryRecord, 'drift' | 'closed'>;

/** Names the difference that a person sees now; another difference, also one more or one less, is another alarm. */
export function alarmOf(items: readonly DriftItem[]): string | null {
  return items.length === 0 ? null : digest(JSON.stringify(items.map(differenceOf).sort()));
}

/** Who closed this very difference, and when; null where nobody did. */
export function closingOf({ closed }: Pick<Alarmed, 'closed'>, item: DriftItem): ClosedDifference | null {
  const wanted = differenceOf(item);
  return closed.find(({ difference }) => difference === wanted) ?? null;
}

/** What a person still has to deal with. */
export function openDrift(delivery: Alarmed): DriftItem[] {
  return delivery.drift.filter((item) => closingOf(delivery, item) === null);
}

/** Every difference of now closed; what was closed before keeps its closing. */
export function closeAll(delivery: Alarmed, at: number, by: string): ClosedDifference[] {
  const open = openDrift(delivery).map((item) => ({ difference: differenceOf(item), at, by }));
  return [...delivery.closed, ...open];
}

/** The delivery with these differences, of which those stay closed that it had: one that comes back is news to who closed it. */
export function withDifferences<D extends Alarmed>(delivery: D, drift: DriftItem[]): D {
  const now = new Set(drift.map(differenceOf));
  return { ...delivery, drift, closed: delivery.closed.filter(({ difference }) => now.has(difference)) };
}

function differenceOf({ field, placed, now }: DriftItem): string {
  return digest(JSON.stringify([field, placed, now]));
}
