import type { Overview } from '#api-contract/overview.ts';

type Changed = Overview['changed'][number];

/** A driver comes whom nobody needs, or whom nothing may be given to: the soonest to do harm. */
export const comesForNothing = ({ what }: Changed): boolean =>
  what === 'not_cancelled' || what === 'on_hold' || what === 'fraud_risk' || isCancelledHere({ what });

/** Whether one press on Home ends it: of who was not cancelled, the order's page says why; what is on hold may be released, and a buyer be genuine. */
export const isCancelledHere = ({ what }: Pick<Changed, 'what'>): boolean =>
  what === 'ended' || what === 'gone' || what === 'second_driver' || what === 'brought';

/** What became doubtful after booking, as it is listed: a driver who comes for nothing first, then by slot. */
export function worstFirst(changed: readonly Changed[]): Changed[] {
  return changed.toSorted((one, other) => Number(comesForNothing(other)) - Number(comesForNothing(one)));
}

/** The order that a person should see to next: the first of what is listed as *Needs you*; null where no order is. */
export function nextToFix({
  changed,
  waiting,
}: Pick<Overview, 'changed' | 'waiting'>): Changed | Overview['waiting'][number] | null {
  return worstFirst(changed)[0] ?? waiting[0] ?? null;
}
