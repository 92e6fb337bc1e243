import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DeliveriesPage, type DeliveryRow, deliveriesPage } from '#api-contract/deliveries.ts';
import { callApi } from '../../../api-client.ts';
import { liveIntervalMs, retryWhileSaid, waitingIntervalMs } from '../../../query-client.ts';
import { type DeliveryFilters, writeFilters } from '../delivery-filters.ts';

/** Rows of one page: small, so that the table stays quick on a slow phone. */
const pageSize = 25;

/** The call for one page as its address names it, and the cache's key of those filters. */
export function deliveriesCall(filters: DeliveryFilters, limit: number = pageSize) {
  const query = writeFilters(filters);
  const queryKey = ['deliveries', query.toString(), filters.text];
  query.set('limit', String(limit));
  return { queryKey, path: `/api/deliveries?${query}`, answer: deliveriesPage };
}

/** A page of the list; the page before stays visible while the next one loads. Asks again by itself. */
export function useDeliveries(filters: DeliveryFilters) {
  return useQuery({
    queryKey: deliveriesCall(filters).queryKey,
    queryFn: ({ signal }) => listDeliveries(filters, pageSize, signal),
    retry: retryWhileSaid,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, status } }) => {
      // Asked again, what is said of it, and the press that had the keyboard, would go each time.
      if (!data && status === 'error') return false;
      return data?.deliveries.some(isInProgress) ? liveIntervalMs : waitingIntervalMs;
    },
  });
}

/** One page of up to `limit` (250) rows: `GET /api/deliveries`, or `POST /api/deliveries/search` for a text. */
export function listDeliveries(filters: DeliveryFilters, limit: number, signal?: AbortSignal): Promise<DeliveriesPage> {
  const { text } = filters;
  if (text === '') return callApi(deliveriesCall(filters, limit).path, { answer: deliveriesPage, signal });
  const body = { ...Object.fromEntries(writeFilters(filters)), limit: String(limit), text };
  return callApi('/api/deliveries/search', { method: 'POST', body, answer: deliveriesPage, signal });
}

function isInProgress({ state }: DeliveryRow): boolean {
  return state === 'queued' || state === 'placing' || state === 'confirming';
}
