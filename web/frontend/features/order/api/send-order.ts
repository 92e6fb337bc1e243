import { useMutation } from '@tanstack/react-query';
import { orderView, type SendBody } from '#api-contract/order.ts';
import { callApi } from '../../../api-client.ts';
import { useKeepOrder } from './keep-order.ts';
import { orderPath } from './order-path.ts';

/** `POST /api/orders/:orderId/send`: again, with corrections, or as a new delivery. Safe to press twice. */
export function useSendOrder(orderId: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: (body: SendBody) => callApi(orderPath(orderId, '/send'), { method: 'POST', body, answer: orderView }),
    onSuccess: keepOrder,
  });
}
