import { useTranslation } from 'react-i18next';
import type { RehearsalResult } from '#api-contract/rehearsal.ts';
import type { AutomationSettings } from '#api-contract/settings.ts';
import { useRehearsal } from './api/run-rehearsal.ts';

type Order = RehearsalResult['orders'][number];

/** What the tried rules would do, and what the stored ones do instead. */
export function useRehearsed(changes: Partial<AutomationSettings>) {
  const { t } = useTranslation();
  const hasChanges = Object.keys(changes).length > 0;
  const now = useRehearsal({});
  const changed = useRehearsal(changes, hasChanges);
  const shown = hasChanges ? changed : now;
  const orders = shown.data?.orders ?? [];

  const before = new Map(now.data?.orders.map((order) => [order.orderId, order.state]));
  // Of the rules before these, or without those that are kept, nobody knows what differs.
  const isCompared = hasChanges && now.data !== undefined && !changed.isPlaceholderData;
  const isOther = (order: Order) =>
    isCompared && before.has(order.orderId) && before.get(order.orderId) !== order.state;
  const others = orders.filter(isOther);
  const summary = t('rehearsal.summary', { sent: orders.filter(wouldSend).length, count: orders.length });
  return {
    shown,
    /** Those that the tried rules treat otherwise come first. */
    orders: [...others, ...orders.filter((order) => !isOther(order))],
    /** What becomes of it by the stored rules, where that is something else. */
    before: (order: Order) => (isOther(order) ? before.get(order.orderId) : undefined),
    summary: isCompared ? `${summary} ${t('rehearsal.differences', { count: others.length })}` : summary,
  };
}

export function wouldSend({ state }: Order): boolean {
  return state === 'queued' || state === 'placed';
}
