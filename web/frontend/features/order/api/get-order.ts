import { useQuery } from '@tanstack/react-query';
import { type OrderView, orderPreview, orderView } from '#api-contract/order.ts';
import { callApi } from '../../../api-client.ts';
import { liveIntervalMs, retryWhileSaid, waitingIntervalMs } from '../../../query-client.ts';
import { orderKey, orderPath, previewKey } from './order-call.ts';

/** `GET /api/orders/:orderId`; asks again by itself, sooner while the order is being sent. */
export function useOrder(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId),
    queryFn: async ({ signal, client }) => {
      const before = client.getQueryData<OrderView>(orderKey(orderId));
      const order = await callApi(orderPath(orderId), { answer: orderView, signal });
      const said = saidOf(order);
      if (before && said !== null && said !== saidOf(before)) {
        void client.invalidateQueries({ queryKey: previewKey(orderId) });
      }
      return order;
    },
    retry: retryWhileSaid,
    refetchInterval: ({ state }) => pollInterval(state.data),
  });
}

/**
 * What is another where the buyer or what would be sent may be another: a preview reads Shopify and is put on record, and
 * of a booked order most news is its driver's. Null while it is being sent.
 */
function saidOf({ state, updatedAt, deliveries }: OrderView): string | null {
  if (isBeingSent(state)) return null;
  if (state !== 'placed') return updatedAt;
  return JSON.stringify(deliveries.map((one) => [one.state, one.drift.map(({ field, now }) => [field, now])]));
}

const isBeingSent = (state: OrderView['state']) => ['queued', 'placing', 'confirming'].includes(state);

function pollInterval(order: OrderView | undefined): number | false {
  if (!order) return false;
  return isBeingSent(order.state) ? liveIntervalMs : waitingIntervalMs;
}

/**
 * `GET /api/orders/:orderId/preview`: what would be sent, with each value's origin. Asked only when `wanted`,
 * because it shows customer data and every such view is put on record.
 */
export function usePreview(orderId: string, wanted: boolean) {
  return useQuery({
    queryKey: previewKey(orderId),
    queryFn: ({ signal }) => callApi(orderPath(orderId, '/preview'), { answer: orderPreview, signal }),
    enabled: wanted,
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  });
}
