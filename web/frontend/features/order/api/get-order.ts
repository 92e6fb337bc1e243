import { useQuery } from '@tanstack/react-query';
import { type OrderView, orderView } from '#api-contract/order.ts';
import { callApi } from '../../../api-client.ts';
import { liveIntervalMs, waitingIntervalMs } from '../../../query-client.ts';
import { orderKey } from './order-keys.ts';
import { orderPath } from './order-path.ts';

export const orderCall = (orderId: string) => ({
  queryKey: orderKey(orderId),
  path: orderPath(orderId),
  answer: orderView,
});

/** `GET /api/orders/:orderId`; asks again by itself, sooner while the order is being sent. */
export function useOrder(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId),
    queryFn: ({ signal }) => callApi(orderPath(orderId), { answer: orderView, signal }),
    refetchInterval: ({ state }) => pollInterval(state.data),
  });
}

function pollInterval(order: OrderView | undefined): number | false {
  if (!order) return false;
  if (['queued', 'placing', 'confirming'].includes(order.state)) return liveIntervalMs;
  return waitingIntervalMs;
}
