import type { AttemptRecord, DeliveryRecord } from '../delivery.ts';
import type { Change } from '../order.ts';
import type { CancelOutcome, LookupOutcome, PlaceOutcome } from '../ports/courier.ts';

/** Adds the row of a call that is about to be made. */
export function withAttempt(change: Change, delivery: DeliveryRecord, kind: AttemptRecord['kind'], id: string): Change {
  const { fence, updatedAt: startedAt } = delivery;
  const row = attemptRow(delivery, kind, { attempt: { id, startedAt }, fence }, null, { kind: 'open' });
  return { ...change, attempts: [...(change.attempts ?? []), row] };
}

/** The row of a call, and what it came to: epoch ms, null while it is under way. */
export function attemptRow(
  { orderReference, account }: DeliveryRecord,
  kind: AttemptRecord['kind'],
  { attempt, fence }: { attempt: Pick<AttemptRecord, 'id' | 'startedAt'>; fence: number },
  finishedAt: number | null,
  outcome: PlaceOutcome | LookupOutcome | CancelOutcome | { kind: 'open' },
): AttemptRecord {
  const cameTo = 'why' in outcome ? `unknown_${outcome.why}` : outcome.kind;
  return {
    ...attempt,
    orderReference,
    account,
    fence,
    kind,
    finishedAt,
    outcome: kind === 'cancel' && outcome.kind !== 'open' ? `cancel_${cameTo}` : cameTo,
    httpStatus: 'httpStatus' in outcome ? outcome.httpStatus : null,
    message: 'message' in outcome ? outcome.message : null,
  };
}
