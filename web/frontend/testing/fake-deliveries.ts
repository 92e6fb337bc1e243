import {
  type DeliveriesPage,
  type DeliveriesQuery,
  type DeliveryRow,
  deliveriesQuery,
  deliverySearchBody,
} from '#api-contract/deliveries.ts';
import { deliveryStates } from '#api-contract/order.ts';
import type { World } from './world.ts';

/** `GET /api/deliveries` over a world; null where the query is refused. */
export function listDeliveries({ deliveries }: World, query: unknown): DeliveriesPage | null {
  const parsed = deliveriesQuery.safeParse(query);
  if (!parsed.success) return null;
  const { query: text } = parsed.data;
  const isFound = ({ orderName, orderReference, deliveryId }: DeliveryRow) =>
    !text || [orderName, orderReference, deliveryId].some((value) => value?.includes(text));
  return pageOf(deliveries.filter(isFound), parsed.data);
}

/** `POST /api/deliveries/search`: here by the customer's name alone. */
export function searchDeliveries({ deliveries }: World, body: unknown): DeliveriesPage | null {
  const parsed = deliverySearchBody.safeParse(body);
  if (!parsed.success) return null;
  const text = parsed.data.text.toLowerCase();
  const matching = deliveries.filter(({ customerName }) => customerName?.toLowerCase().includes(text));
  return pageOf(matching, parsed.data);
}

const isToSend = ({ state, reason }: DeliveryRow): boolean => state === 'skipped' && reason?.code === 'manual_mode';
const inView: Record<NonNullable<DeliveriesQuery['view']>, (row: DeliveryRow) => boolean> = {
  needs_you: ({ state, drift, secondDriver }) => state === 'needs_attention' || drift || secondDriver,
  to_send: isToSend,
  left_out: (row) => !isToSend(row),
  changed: ({ drift }) => drift,
};

function pageOf(
  matching: DeliveryRow[],
  { state, view, cursor, limit }: Pick<DeliveriesQuery, 'state' | 'view' | 'cursor' | 'limit'>,
): DeliveriesPage {
  const shown = matching.filter(
    (row) => (state.length === 0 || state.includes(row.state)) && (view === undefined || inView[view](row)),
  );
  const start = Number(cursor ?? 0);
  const next = start + limit;
  const count = (name: string) => matching.filter((row) => row.state === name).length;
  return {
    deliveries: shown.slice(start, next),
    nextCursor: next < shown.length ? String(next) : null,
    stateCounts: Object.fromEntries(deliveryStates.map((name) => [name, count(name)])) as DeliveriesPage['stateCounts'],
    viewCounts: {
      needsYou: matching.filter(inView.needs_you).length,
      toSend: matching.filter(isToSend).length,
      changed: matching.filter(inView.changed).length,
    },
  };
}
