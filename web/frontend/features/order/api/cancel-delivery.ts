import { useMutation } from '@tanstack/react-query';
import { orderView } from '#api-contract/order.ts';
import { callApi } from '../../../api-client.ts';
import { useKeepOrder } from './keep-order.ts';
import { orderPath } from './order-path.ts';

/** `POST /api/orders/:orderId/cancel`: cancels one delivery at the service. */
export function useCancelDelivery(orderId: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: (orderReference: string) =>
      callApi(orderPath(orderId, '/cancel'), { method: 'POST', body: { orderReference }, answer: orderView }),
    onSuccess: keepOrder,
  });
}
