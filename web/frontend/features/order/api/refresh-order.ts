import { useMutation } from '@tanstack/react-query';
import { orderView } from '#api-contract/order.ts';
import { callApi } from '../../../api-client.ts';
import { useKeepOrder } from './keep-order.ts';
import { orderPath } from './order-path.ts';

/** `POST /api/orders/:orderId/refresh`: reads the deliveries from the service and the order from Shopify again. */
export function useRefreshOrder(orderId: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: () => callApi(orderPath(orderId, '/refresh'), { method: 'POST', body: {}, answer: orderView }),
    onSuccess: keepOrder,
  });
}
