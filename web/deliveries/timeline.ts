import type { TimelineEvent } from '#api-contract/timeline.ts';
import type { AttemptRecord, DeliveryRecord } from './delivery.ts';
import type { OrderRecord } from './order.ts';

/** A person's action as the audit keeps it. Instants are RFC 3339. */
export interface NotedAction {
  at: string;
  actor: string;
  action: string;
  orderReference: string | null;
  detail: string;
}

/** What an attempt comes to that brought a delivery further, or is still under way. */
const fruitful = ['placed', 'found', 'open', 'cancel_cancelled'];

/** What happened to an order, oldest first: payment, booking, what became of each delivery, and what people did. */
export function timelineOf(
  { paidAt }: Pick<OrderRecord, 'paidAt'>,
  deliveries: readonly DeliveryRecord[],
  attempts: readonly AttemptRecord[],
  actions: readonly NotedAction[],
): TimelineEvent[] {
  const events: TimelineEvent[] = [
    ...(paidAt === null ? [] : [{ kind: 'paid' as const, at: instant(paidAt) }]),
    ...deliveries.flatMap((delivery) => eventsOf(delivery, attempts)),
    ...actions.map(({ at, actor, action, orderReference, detail }) => ({
      ...{ kind: 'action' as const, at, by: actor, action, orderReference, detail },
    })),
  ];
  return events.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

function eventsOf(delivery: DeliveryRecord, attempts: readonly AttemptRecord[]): TimelineEvent[] {
  const { orderReference, placedAt, steps } = delivery;
  const vain = attempts.filter(
    (attempt) =>
      attempt.orderReference === orderReference &&
      !fruitful.includes(attempt.outcome) &&
      (placedAt === null || attempt.startedAt < placedAt),
  );
  const last = vain.at(-1);
  return [
    ...(last
      ? [
          {
            ...{ kind: 'attempts' as const, orderReference, count: vain.length, outcome: last.outcome },
            at: instant(last.startedAt),
          },
        ]
      : []),
    ...(placedAt === null ? [] : [{ kind: 'booked' as const, at: instant(placedAt), orderReference }]),
    ...steps.map(({ state, at }) => ({ kind: state, at: instant(at), orderReference })),
  ];
}

const instant = (ms: number): string => new Date(ms).toISOString();
