import { useMutation } from '@tanstack/react-query';
import { orderView } from '#api-contract/order.ts';
import { callApi } from '../../../api-client.ts';
import { useKeepOrder } from './keep-order.ts';
import { orderPath } from './order-path.ts';

/** `POST /api/orders/:orderId/acknowledge`: closes the alarm that the person saw. */
export function useAcknowledge(orderId: string) {
  const keepOrder = useKeepOrder(orderId);
  return useMutation({
    mutationFn: (body: { orderReference: string; alarm: string }) =>
      callApi(orderPath(orderId, '/acknowledge'), { method: 'POST', body, answer: orderView }),
    onSuccess: keepOrder,
  });
}
